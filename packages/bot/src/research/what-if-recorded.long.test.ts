import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { plainAnswer } from './plain.suite.ts';
import { answered, dollars, expectSame, feeOf, fees_pct, latencies_ms, written } from './what-if.suite.ts';

const data = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url));
const kucoin = join(data, 'kucoin_l1_2022/kucoin_ticker_l1.csv.gz');
const binance = join(data, 'binance_l2_triangle_20201101/derived_l1.csv.gz');
const isAbsent = !existsSync(kucoin) || !existsSync(binance);
if (isAbsent) console.warn('not run: the recorded markets are not beside the repository');

describe.skipIf(isAbsent)('recorded markets', () => {
  it('KuCoin 2022: $1.90 at no fee, nothing at 0.1 %, as a second program finds it', async () => {
    const record = await answered(kucoin, { start_currencies: dollars });
    const { fees_pct: fees, latencies_ms: latencies } = record.terms;
    const plain = plainAnswer({ file: kucoin, starts: dollars, fees, latencies, capital: 1_000, maxAgeMs: 1_500 });
    expectSame(record, plain);
    expect(feeOf(record, 0).cells[0]?.optimistic).toBeCloseTo(1.9, 2);
    expect(feeOf(record, 0.1)).toMatchObject({ episodes: 0, cycles: 0 });
    for (const cell of feeOf(record, 0.1).cells)
      expect(cell).toMatchObject({ optimistic: 0, modelled: 0, pessimistic: 0 });
    expect(record.conclusion).toMatch(/^At your fee of 0\.1 % a leg, none of [\d,]+ cycles would have paid\./);
  });

  it('the Binance triangle of 2020-11-01: 1,403, 70, 1 and 0 directed episodes at 0, 1, 2 and 3 hundredths of a percent', async () => {
    const table = gunzipSync(readFileSync(binance)).toString('utf8').trimEnd().split('\n').slice(1);
    const lines = table.map((line) => {
      const [at, symbol = '', ...quote] = line.split(',');
      return [at, 0, symbol.replace(/(BTC|USDT)$/, '-$1'), ...quote.slice(0, 4)].join();
    });
    const file = written('binance-2020-11-01.csv', lines);
    const record = await answered(file, { fees_pct, latencies_ms, max_quote_age_ms: null, start_currencies: dollars });
    expect([0, 0.01, 0.02, 0.03].map((fee) => feeOf(record, fee).episodes)).toEqual([1_403, 70, 1, 0]);
    expect(feeOf(record, 0).median_ms).toBeCloseTo(1_558, -1);
    // One of them was still going on when the recording ended.
    expect(feeOf(record, 0).undirected - record.ended.cut).toBe(1_242);
    const { fees_pct: fees, latencies_ms: latencies } = record.terms;
    expectSame(record, plainAnswer({ file, starts: dollars, fees, latencies, capital: 1_000, maxAgeMs: null }));
  });
});

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { type WhatIfConfig, WhatIfRecord } from '@triquad/core/contract';
import { afterAll, describe, expect, it } from 'vitest';
import type { RejectedRow } from '../recording/kucoin-rows.ts';
import { importQuotes } from '../recording/transfer.ts';
import { seededRandom } from '../venues/simulated/simulated-random.ts';
import { type PlainFee, plainAnswer } from './plain.suite.ts';
import { askWhatIf, type WhatIfOutcome } from './what-if.ts';

const data = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url));
const kucoin = join(data, 'kucoin_l1_2022/kucoin_ticker_l1.csv.gz');
const binance = join(data, 'binance_l2_triangle_20201101/derived_l1.csv.gz');
const isAbsent = !existsSync(kucoin) || !existsSync(binance);
if (isAbsent) console.warn('not run: the recorded markets are not beside the repository');

const folder = mkdtempSync(join(tmpdir(), 'triquad-research-'));
afterAll(() => rmSync(folder, { recursive: true }));

const header = 'timeMs,session,symbol,bid,bidSize,ask,askSize';
const written = (name: string, lines: readonly string[]): string => {
  const file = join(folder, name);
  writeFileSync(file, [header, ...lines, ''].join('\n'));
  return file;
};

const ask = (path: string, config: Partial<WhatIfConfig> = {}, rejected: RejectedRow[] = []): Promise<WhatIfOutcome> =>
  askWhatIf({ path, config: { recording: 'quotes', ...config }, onReject: (row) => rejected.push(row) });

const answered = async (path: string, config: Partial<WhatIfConfig> = {}): Promise<WhatIfRecord> => {
  const outcome = await ask(path, config);
  if (!outcome.ok) throw new Error(outcome.message);
  return WhatIfRecord.parse(outcome.record);
};

const feeOf = ({ fees }: WhatIfRecord, pct: number): WhatIfRecord['fees'][number] => {
  const found = fees.find(({ fee_pct }) => fee_pct === pct);
  if (!found) throw new Error(`no fee of ${pct} %`);
  return found;
};

/** Compares an answer with that of the second program, to the last count and to a millionth of a cent. */
const expectSame = (record: WhatIfRecord, plain: readonly PlainFee[]): void => {
  for (const [step, fee] of record.fees.entries()) {
    const other = plain[step];
    if (!other) throw new Error(`nothing to compare ${fee.fee_pct} % with`);
    const { cycles, episodes, undirected, longest_ms } = fee;
    expect({ cycles, episodes, undirected, longest_ms }).toEqual({
      cycles: other.cycles,
      episodes: other.episodes,
      undirected: other.undirected,
      longest_ms: other.longest,
    });
    for (const [place, cell] of fee.cells.entries()) {
      const own = other.cells[place] ?? { reached: 0, modelled: 0, followed: 0, pessimistic: 0 };
      const where = `${fee.fee_pct} % ${cell.latency_ms} ms`;
      expect([where, cell.reached, cell.followed]).toEqual([where, own.reached, own.followed]);
      expect(cell.modelled, where).toBeCloseTo(own.modelled, 8);
      expect(cell.optimistic, where).toBeCloseTo(Math.max(other.optimistic, own.modelled), 8);
      expect(cell.pessimistic, where).toBeCloseTo(Math.min(own.pessimistic, own.modelled), 8);
    }
  }
};

const dollars = ['USDT', 'USDC'];
const fees_pct = [0, 0.01, 0.02, 0.03, 0.05, 0.1];
const latencies_ms = [0, 5, 25, 100, 250];

/** Six markets that wander about prices which agree, in three sessions, one with a gap, some rows in one millisecond. */
const invented = (seed: number): string[] => {
  const { uniform: random } = seededRandom(seed);
  const prices = new Map([
    ['BTC-USDT', 50_000],
    ['ETH-USDT', 2_500],
    ['ETH-BTC', 0.05],
    ['BTC-USDC', 50_000],
    ['ETH-USDC', 2_500],
    ['USDC-USDT', 1],
  ]);
  const symbols = [...prices.keys()];
  let at = 1_000;
  return Array.from({ length: 1_500 }, (_, row) => {
    const symbol = symbols[Math.floor(random() * symbols.length)] ?? '';
    at += Math.floor(random() * 40) + (row === 700 ? 61_000 : 0);
    const price = (prices.get(symbol) ?? 0) * (1 + (random() - 0.5) * 0.001);
    const [bid, askPrice] = [price * (1 - random() * 0.0002), price * (1.00001 + random() * 0.0002)];
    const size = (): string => ((0.1 + random()) * (symbol.startsWith('USDC') ? 500 : 0.02)).toFixed(6);
    return [at, Math.floor(row / 500), symbol, bid.toPrecision(9), size(), askPrice.toPrecision(9), size()].join();
  });
};

describe('a second program', () => {
  it.each([
    [1, 1_500],
    [2, 300],
    [3, null],
  ])('finds the same in invented quotes of seed %i, where a quote counts for %s ms', async (seed, maxAgeMs) => {
    const file = written(`invented-${seed}.csv`, invented(seed));
    const record = await answered(file, {
      start_currencies: dollars,
      fees_pct,
      latencies_ms,
      capital: 500,
      max_quote_age_ms: maxAgeMs,
    });
    expect(feeOf(record, 0).episodes).toBeGreaterThan(100);
    expect(feeOf(record, 0).cells.some(({ reached }) => reached > 0)).toBe(true);
    expect(record.data).toMatchObject({ sessions: 3, gaps: 1, rows: 1_500, markets: 6 });
    const { fees_pct: fees, latencies_ms: latencies } = record.terms;
    expectSame(record, plainAnswer({ file, starts: dollars, fees, latencies, capital: 500, maxAgeMs }));
  });
});

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

/** A triangle whose ETH is cheap in BTC: 100 USDT → 1 BTC → 10 ETH → 110 USDT. */
const triangle = (session: number, at: number): string[] => [
  `${at},${session},BTC-USDT,99,1,100,1`,
  `${at + 10},${session},ETH-BTC,0.09,50,0.1,50`,
  `${at + 20},${session},ETH-USDT,11,4,12,4`,
];

describe('a recording', () => {
  it('says what one cycle would have paid, when, how long and why it ended', async () => {
    const file = written('kraken-one.csv', [
      ...triangle(0, 1_000),
      '1100,0,ETH-USDT,11,3,12,4',
      '1150,0,ETH-USDT,9,4,12,4',
    ]);
    const record = await answered(file, { latencies_ms: [10, 40, 50], fee_pct: 1, latency_ms: 10 });
    // 4 ETH cost 40 USDT and bring 44; after 1 % a leg, 10 % are 6.7 %.
    const free = feeOf(record, 0);
    expect(free).toMatchObject({ episodes: 1, undirected: 1, cycles: 1, median_ms: 130, longest_ms: 130 });
    expect(
      free.cells.map(({ latency_ms, reached, modelled }) => [latency_ms, reached, Number(modelled.toFixed(9))]),
    ).toEqual([
      [0, 1, 4],
      [10, 1, 4],
      // The last of three legs arrives after 120 ms, and three ETH are left.
      [40, 1, 3],
      [50, 0, 0],
    ]);
    expect(feeOf(record, 1).cells[1]?.modelled).toBeCloseTo(40 * (1.1 * 0.99 ** 3 - 1), 9);
    expect(record.ended).toEqual({ price: 0, size: 1, age: 0, lost: 0, cut: 0 });
    expect(record.best[0]).toMatchObject({
      symbols: ['USDT', 'BTC', 'ETH', 'USDT'],
      break_even_pct: expect.closeTo(100 * (1 - 1.1 ** (-1 / 3)), 6),
      at: '1970-01-01T00:00:01.020Z',
      capital: expect.closeTo(40, 9),
    });
    expect(record.conclusion).toBe(
      'At your fee of 1 % a leg, 1 of 2 cycles would have paid; 1 of 1 times it was still there after 10 ms a leg: $2.69, between $0.00 and $2.69. ' +
        'The best breaks even at 3.1271 % a leg. The one opportunity without a fee lived 130 ms.',
    );
  });

  it('has no episode across a session or a minute without a row, and says so', async () => {
    const far = 20 + 61_000 + 1_000;
    const lines = [
      ...triangle(0, 1_000),
      `${far},0,BTC-USDT,99,1,100,1`,
      `${far + 5},0,ETH-USDT,11,4,12,4`,
      ...triangle(1, 100_000),
    ];
    const record = await answered(written('gaps.csv', lines), { max_quote_age_ms: null });
    expect(record.data).toMatchObject({ sessions: 2, gaps: 1, longest_gap_ms: 61_000 });
    expect(feeOf(record, 0)).toMatchObject({ episodes: 2, longest_ms: 0, median_ms: null });
    expect(record.ended).toMatchObject({ cut: 2 });
    expect(record.assumptions.join(' ')).toContain('No episode crosses a gap');
  });

  it('ends an episode where a quote is too old, and takes quotes of any age only if asked', async () => {
    const lines = [...triangle(0, 1_000), '3000,0,XRP-USDT,1,1,2,1'];
    const file = written('old.csv', lines);
    const usual = await answered(file);
    expect(usual.ended).toMatchObject({ age: 1, cut: 0 });
    expect(feeOf(usual, 0).longest_ms).toBe(1_480);
    expect((await answered(file, { max_quote_age_ms: null })).ended).toMatchObject({ age: 0, cut: 1 });
  });

  it('in columns answers as its table does, and ends an episode where a book is lost', async () => {
    const file = written('kucoin-both.csv', invented(4));
    const { path } = await importQuotes(file, 'kucoin', folder, () => {});
    const config = { start_currencies: dollars, max_quote_age_ms: 1_500 };
    const [table, columns] = [await answered(file, config), await answered(path, config)];
    expect(columns.data.exchange).toBe('kucoin');
    // An import ends its sessions with a row for each market that says that its book is lost.
    const { cut, lost } = columns.ended;
    expect({ ...columns.ended, cut: cut + lost, lost: 0 }).toEqual(table.ended);
    expect(columns.fees.map(({ episodes, cycles, cells }) => [episodes, cycles, cells[0]?.optimistic])).toEqual(
      table.fees.map(({ episodes, cycles, cells }) => [episodes, cycles, cells[0]?.optimistic]),
    );
  });

  it('prices what begins at a coin by its last bid in dollars, and puts nothing into one without a price', async () => {
    const lines = ['1000,0,BTC-EUR,99,1,100,1', '1010,0,ETH-BTC,0.09,50,0.1,50', '1020,0,ETH-EUR,11,4,12,4'];
    const config = { start_currencies: ['EUR'], max_quote_age_ms: null };
    const without = await answered(written('euro.csv', lines), config);
    expect(feeOf(without, 0)).toMatchObject({ episodes: 1 });
    expect(feeOf(without, 0).cells[0]?.optimistic).toBe(0);
    const priced = await answered(written('euros.csv', ['900,0,EUR-USDT,1.25,1,1.26,1', ...lines]), config);
    expect(feeOf(priced, 0).cells[0]?.optimistic).toBeCloseTo(4 * 1.25, 9);
  });

  it('puts no more into a cycle than it is given', async () => {
    const record = await answered(written('little.csv', triangle(0, 1_000)), { capital: 10 });
    expect(feeOf(record, 0).cells[0]?.optimistic).toBeCloseTo(1, 9);
  });

  it('that pays nowhere says how far the best cycle was from it', async () => {
    const lines = ['1000,0,BTC-USDT,99,1,100,1', '1010,0,ETH-BTC,0.099,50,0.1,50', '1020,0,ETH-USDT,9.9,4,10,4'];
    const record = await answered(written('poor.csv', lines));
    expect(record.break_even_pct).toBeCloseTo(100 * (1 - 0.99 ** (-1 / 3)), 6);
    expect(record.conclusion).toContain('None paid without a fee: the best breaks even at -0.3356 % a leg, a rebate.');
    const rebate = await answered(written('rebate.csv', lines), { fees_pct: [-0.4], fee_pct: 0.1 });
    expect(rebate.fees.map(({ fee_pct, episodes }) => [fee_pct, episodes])).toEqual([
      [-0.4, 1],
      [0, 0],
      [0.1, 0],
    ]);
    expect(rebate.best).toEqual([]);
  });
});

describe('bad input', () => {
  const message = async (path: string, config: Partial<WhatIfConfig> = {}): Promise<string> => {
    const outcome = await ask(path, config);
    return outcome.ok ? 'answered' : outcome.message;
  };
  it('is one line', async () => {
    const file = written('bad.csv', triangle(0, 1_000));
    const day = '1970-01-02T00:00:00Z';
    expect(await message(join(folder, 'nowhere.csv'))).toMatch(/nowhere\.csv has no row that can be read$/);
    expect(await message(file, { session: 9 })).toMatch(/has no row that can be read in session 9$/);
    expect(await message(file, { from: day })).toMatch(/from 1970-01-02T00:00:00.000Z to its end$/);
    expect(await message(file, { from: day, to: day })).toBe('the end must be after the start');
    expect(await message(file, { enable_triangular: false, enable_quadrangular: false })).toMatch(/must be enabled$/);
  });

  it('names the rows that it leaves out, and reads the others', async () => {
    const rejected: RejectedRow[] = [];
    const outcome = await ask(
      written('broken.csv', [...triangle(0, 1_000), '1100,0,ETH-USDT,0,4,12,4', 'x']),
      {},
      rejected,
    );
    expect(rejected.map(({ line }) => line)).toEqual([5, 6]);
    expect(outcome.ok && outcome.record.data).toMatchObject({ left_out: 2, rows: 3 });
  });

  it('without three markets of a cycle has none', async () => {
    const record = await answered(written('two.csv', triangle(0, 1_000).slice(0, 2)));
    expect(record).toMatchObject({ cycles: { tri: 0, quad: 0 }, break_even_pct: null, best: [] });
    expect(record.conclusion).toBe(
      'At your fee of 0.1 % a leg, none of 0 cycles would have paid. No cycle had all its prices at once.',
    );
  });
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { WhatIfConfig } from '@triquad/core/contract';
import { describe, expect, it, test } from 'vitest';
import { importOne } from '../recording/import.suite.ts';
import type { RejectedRow } from '../recording/recorded-row.ts';
import { seededRandom } from '../venues/simulated/simulated-random.ts';
import { plainAnswer } from './plain.suite.ts';
import { answered, ask, dollars, expectSame, feeOf, fees_pct, folder, latencies_ms, written } from './what-if.suite.ts';
import { askWhatIf } from './what-if.ts';

const start = Date.UTC(2020, 0);
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
  let at = start + 1_000;
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

/** A triangle whose ETH is cheap in BTC: 100 USDT → 1 BTC → 10 ETH → 110 USDT. */
const triangle = (session: number, at: number): string[] => [
  `${start + at},${session},BTC-USDT,99,1,100,1`,
  `${start + at + 10},${session},ETH-BTC,0.09,50,0.1,50`,
  `${start + at + 20},${session},ETH-USDT,11,4,12,4`,
];

describe('a recording', () => {
  it('says what one cycle would have paid, when, how long and why it ended', async () => {
    const file = written('kraken-one.csv', [
      ...triangle(0, 1_000),
      '1577836801100,0,ETH-USDT,11,3,12,4',
      '1577836801150,0,ETH-USDT,9,4,12,4',
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
      break_even_pct: expect.closeTo(100 * (1 - 1.1 ** (-1 / 3)), 12),
      at: '2020-01-01T00:00:01.020Z',
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
      `${start + far},0,BTC-USDT,99,1,100,1`,
      `${start + far + 5},0,ETH-USDT,11,4,12,4`,
      ...triangle(1, 100_000),
    ];
    const record = await answered(written('gaps.csv', lines), { max_quote_age_ms: null });
    expect(record.data).toMatchObject({ sessions: 2, gaps: 1, longest_gap_ms: 61_000 });
    expect(feeOf(record, 0)).toMatchObject({ episodes: 2, longest_ms: 0, median_ms: null });
    expect(record.ended).toMatchObject({ cut: 2 });
    expect(record.assumptions.join(' ')).toContain('No episode crosses a gap');
  });

  it('ends an episode where a quote is too old, and takes quotes of any age only if asked', async () => {
    const lines = [...triangle(0, 1_000), '1577836803000,0,XRP-USDT,1,1,2,1'];
    const file = written('old.csv', lines);
    const usual = await answered(file);
    expect(usual.ended).toMatchObject({ age: 1, cut: 0 });
    expect(feeOf(usual, 0).longest_ms).toBe(1_480);
    expect((await answered(file, { max_quote_age_ms: null })).ended).toMatchObject({ age: 0, cut: 1 });
  });

  it('in columns answers as its table does, and ends an episode where a book is lost', async () => {
    const file = written('kucoin-both.csv', invented(4));
    const { path } = await importOne(file, 'kucoin', folder, () => {});
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
    const lines = [
      '1577836801000,0,BTC-EUR,99,1,100,1',
      '1577836801010,0,ETH-BTC,0.09,50,0.1,50',
      '1577836801020,0,ETH-EUR,11,4,12,4',
    ];
    const config = { start_currencies: ['EUR'], max_quote_age_ms: null };
    const without = await answered(written('euro.csv', lines), config);
    expect(feeOf(without, 0)).toMatchObject({ episodes: 1 });
    expect(feeOf(without, 0).cells[0]?.optimistic).toBe(0);
    const priced = await answered(written('euros.csv', ['1577836800900,0,EUR-USDT,1.25,1,1.26,1', ...lines]), config);
    expect(feeOf(priced, 0).cells[0]?.optimistic).toBeCloseTo(4 * 1.25, 9);
  });

  it('puts no more into a cycle than it is given', async () => {
    const record = await answered(written('little.csv', triangle(0, 1_000)), { capital: 10 });
    expect(feeOf(record, 0).cells[0]?.optimistic).toBeCloseTo(1, 9);
  });

  it('that pays nowhere says how far the best cycle was from it', async () => {
    const lines = [
      '1577836801000,0,BTC-USDT,99,1,100,1',
      '1577836801010,0,ETH-BTC,0.099,50,0.1,50',
      '1577836801020,0,ETH-USDT,9.9,4,10,4',
    ];
    const record = await answered(written('poor.csv', lines));
    expect(record.break_even_pct).toBeCloseTo(100 * (1 - 0.99 ** (-1 / 3)), 12);
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
    const day = '2020-01-02T00:00:00Z';
    expect(await message(join(folder, 'nowhere.csv'))).toMatch(/nowhere\.csv has no row that can be read$/);
    expect(await message(file, { session: 9 })).toMatch(/has no row that can be read in session 9$/);
    expect(await message(file, { from: day })).toMatch(/from 2020-01-02T00:00:00.000Z to its end$/);
    expect(await message(file, { from: day, to: day })).toBe('the end must be after the start');
    expect(await message(file, { enable_triangular: false, enable_quadrangular: false })).toMatch(/must be enabled$/);
  });

  it('names the rows that it leaves out, and reads the others', async () => {
    const rejected: RejectedRow[] = [];
    const outcome = await ask(
      written('broken.csv', [...triangle(0, 1_000), '1577836801100,0,ETH-USDT,0,4,12,4', 'x']),
      {},
      rejected,
    );
    expect(rejected.map(({ line }) => line)).toEqual([5, 6]);
    expect(outcome.ok && outcome.record.data).toMatchObject({ left_out: 2, rows: 6 });
  });

  it('without three markets of a cycle has none', async () => {
    const record = await answered(written('two.csv', triangle(0, 1_000).slice(0, 2)));
    expect(record).toMatchObject({ cycles: { tri: 0, quad: 0 }, break_even_pct: null, best: [] });
    expect(record.conclusion).toBe(
      'At your fee of 0.1 % a leg, none of 0 cycles would have paid. No cycle had all its prices at once.',
    );
  });
});

test('bars cannot be asked, unless that is wanted on purpose', async () => {
  const into = join(folder, 'of-bars');
  const columns = 'open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume';
  const header = `${columns},taker_buy_quote_volume,ignore\n`;
  const bar = (close: number): string => `${start},${close},${close},${close},${close},9,${start + 59_999},9,9,9,9,0\n`;
  mkdirSync(join(into, 'klines'), { recursive: true });
  for (const [market, close] of [
    ['BTCUSDT', 50_000],
    ['ETHBTC', 0.05],
    ['ETHUSDT', 2_600],
  ] as const)
    writeFileSync(join(into, 'klines', `${market}-1m-2020-01.csv`), header + bar(close));
  const { path } = await importOne(join(into, 'klines'), 'binance', into, () => {}, 0.02);
  const config = { recording: basename(path), fee_pct: 0 };
  const asked = (bars: boolean) =>
    askWhatIf({ path, config: { ...config, ...(bars && { bars }) }, onReject: () => {} });
  expect(await asked(false)).toMatchObject({ ok: false, field: 'recording', code: 'bars_not_quotes' });
  expect(await asked(true)).toMatchObject({
    record: { provenance: { kind: 'bars', exchange: 'binance', name: basename(path), money: 'paper' } },
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createRecordings } from '../recording/recordings.ts';
import { seededRandom } from '../venues/simulated/simulated-random.ts';
import { type config, jobOf, nothing, reportIn } from './backtest.suite.ts';
import { runBacktest } from './run-backtest.ts';

const folder = mkdtempSync(join(tmpdir(), 'triquad-nearest-'));
afterAll(() => rmSync(folder, { recursive: true }));

const noon = Date.UTC(2026, 0, 31, 12);
type Row = readonly [ms: number, symbol: string, bid: number, ask: number];
/** Over every row, so that none of them is between two looks. */
const play = async (rows: readonly Row[], change: Parameters<typeof config>[0] = {}, every_row: true | null = true) => {
  const lines = rows.map(([ms, symbol, bid, ask]) => [noon + ms, 1, symbol, bid, 10.0001, ask, 10.0001].join());
  writeFileSync(
    join(folder, 'kucoin-a.csv'),
    ['timeMs,session,symbol,bid,bidSize,ask,askSize', ...lines, ''].join('\n'),
  );
  const recordings = await createRecordings(folder, []).all();
  const job = jobOf({ exchanges: ['kucoin'], ...change }, recordings);
  return reportIn(await runBacktest({ ...job, ...(every_row && { every_row }) }, nothing));
};
const triangle = (ms: number, sold: number): readonly Row[] => [
  [ms, 'BTC-USDT', 49_999, 50_001],
  [ms, 'ETH-BTC', 0.04999, 0.05001],
  [ms, 'ETH-USDT', sold, sold + 1],
];

/** A triangle that loses both ways. */
const wide = (ms: number, ask: number): readonly Row[] => [
  ...triangle(ms, 2500).slice(0, 2),
  [ms, 'ETH-USDT', 2450, ask],
];

describe('a run without a trade', () => {
  test('names the best cycle, its moment and the fee at which it would have paid', async () => {
    const rows = [...triangle(1_000, 2500), ...triangle(2_000, 2504.5), ...triangle(3_000, 2500)];
    const { trades, explained, metrics } = await play(rows);
    expect(trades).toEqual([]);
    const gross = 2504.5 / (50_001 * 0.05001);
    const [best] = explained?.nearest ?? [];
    expect(best).toMatchObject({ type: 'TRI', exchange: 'kucoin', symbols: ['USDT', 'BTC', 'ETH', 'USDT'] });
    expect(best?.at).toBe('2026-01-31T12:00:02.000Z');
    expect(best?.gross_pct).toBeCloseTo(100 * (gross - 1), 9);
    expect(best?.break_even_pct).toBeCloseTo(100 * (1 - gross ** (-1 / 3)), 9);
    // KuCoin takes a tenth of a percent of each leg, a buyer's on top.
    expect(best?.profit_pct).toBeCloseTo(100 * ((gross * 0.999) / 1.001 / 1.001 - 1), 9);
    expect(explained?.break_even_pct).toBe(best?.break_even_pct);
    expect(explained?.conclusion).toMatch(
      /^No trade: the best cycle, USDT→BTC→ETH→USDT at kucoin, showed -0\.\d{4} % after fees at 2026-01-31 12:00:02 UTC; it pays below a fee of 0\.0\d{3} % a leg\.$/,
    );
    expect(metrics.conclusion).toBe(explained?.conclusion);
    const cheaper = await play(rows, {
      fees: { kucoin: { taker_pct: (best?.break_even_pct ?? 0) - 0.005 } },
      min_profit_threshold: 0,
      paper: { conditions: 'practice' },
    });
    expect(cheaper.trades.length).toBeGreaterThan(0);
    expect(cheaper.explained?.decisions).toContainEqual({ reason: 'executed', count: cheaper.trades.length });
  });

  test('says which decisions were against it', async () => {
    const rows = Array.from({ length: 20 }, (_, at) => triangle(1_000 * at, 2530)).flat();
    const { trades, explained } = await play(rows, { min_profit_threshold: 1 });
    expect(trades).toEqual([]);
    expect(explained?.nearest[0]?.profit_pct).toBeGreaterThan(0);
    const against = await play(rows, { limits: { assets: { BTC: { max_position: 1, max_daily_volume: 1 } } } });
    expect(against.trades).toEqual([]);
    const [reason] = against.explained?.decisions ?? [];
    expect(reason).toMatchObject({ count: expect.any(Number) });
    expect(against.explained?.conclusion).toContain(`Decisions against a trade: ${reason?.reason} ${reason?.count}`);
  });

  test('of books that are too old together, or of markets without a cycle, says that no cycle had its prices', async () => {
    const apart = triangle(1_000, 2530).map(([, ...rest], at): Row => [1_000 + 2_000 * at, ...rest]);
    const { explained } = await play(apart);
    expect(explained).toMatchObject({ nearest: [], break_even_pct: null });
    expect(explained?.conclusion).toBe('No trade: no cycle had a price on all its markets at once.');
  });

  test('of cycles that lose before fees names the best of a minute', async () => {
    const { explained } = await play([...wide(1_000, 2550), ...wide(61_500, 2540)]);
    expect(explained?.nearest[0]?.gross_pct).toBeLessThan(0);
    expect(explained?.conclusion).toMatch(/it loses \d\.\d{4} % before fees\.$/);
  });
});

test('the best cycles of random quotes are those that a plain search over all of them finds', async () => {
  const seed = 11;
  const random = seededRandom(seed);
  const fair: Record<string, number> = { 'BTC-USDT': 50_000, 'ETH-USDT': 2_500, 'ETH-BTC': 0.05, 'XRP-USDT': 0.5 };
  Object.assign(fair, { 'XRP-BTC': 0.00001, 'XRP-ETH': 0.0002 });
  const symbols = Object.keys(fair);
  const rows = Array.from({ length: 600 }, (_, at): Row => {
    const symbol = symbols[Math.floor(random.uniform() * symbols.length)] ?? 'BTC-USDT';
    const mid = (fair[symbol] ?? 1) * (1 + 0.004 * (random.uniform() - 0.5));
    return [20 * at, symbol, Number((mid * 0.9998).toPrecision(7)), Number((mid * 1.0002).toPrecision(7))];
  });
  const { explained } = await play(rows, { min_profit_threshold: 50 });
  const best = new Map<string, number>();
  const latest = new Map<string, Row>();
  for (const row of rows) {
    latest.set(row[1], row);
    const rateOf = (from: string, to: string): number => {
      const [sold, bought] = [latest.get(`${from}-${to}`), latest.get(`${to}-${from}`)];
      const used = sold ?? bought;
      if (used === undefined || row[0] - used[0] > 1_500) return 0;
      return sold ? sold[2] : 1 / used[3];
    };
    const others = ['BTC', 'ETH', 'XRP'];
    for (const a of others) {
      for (const b of others) {
        if (a === b) continue;
        note(['USDT', a, b, 'USDT'], rateOf);
        for (const c of others) if (c !== a && c !== b) note(['USDT', a, b, c, 'USDT'], rateOf);
      }
    }
  }
  function note(path: readonly string[], rateOf: (from: string, to: string) => number): void {
    let product = 1;
    for (let leg = 0; leg + 1 < path.length; leg++) product *= rateOf(path[leg] ?? '', path[leg + 1] ?? '');
    const name = path.join('→');
    if (product > (best.get(name) ?? 0)) best.set(name, product);
  }
  const found = (explained?.nearest ?? []).filter(({ symbols: [start] }) => start === 'USDT');
  expect(found.length, `seed ${seed}`).toBeGreaterThan(5);
  for (const { symbols: path, gross_pct } of found)
    expect(gross_pct, `seed ${seed}`).toBeCloseTo(100 * ((best.get(path.join('→')) ?? 0) - 1), 7);
  const [greatest] = [...best.values()].sort((a, b) => b - a);
  expect(Math.max(...found.map(({ gross_pct }) => gross_pct))).toBeCloseTo(100 * ((greatest ?? 0) - 1), 7);
});

test('in windows the best cycle is that of a look each minute, and of the end, and the report says so', async () => {
  const rows = Array.from({ length: 240 }, (_, at) => triangle(500 + 500 * at, at === 100 ? 2504.5 : 2500 + at / 100));
  const every = await play(rows.flat());
  const { explained, data } = await play(rows.flat(), {}, null);
  expect(every.explained?.nearest[0]?.at).toBe('2026-01-31T12:00:50.500Z');
  expect(explained?.nearest[0]?.at).toBe('2026-01-31T12:02:00.000Z');
  expect(data.notes).toContainEqual(expect.stringMatching(/looked at once a minute/));
  expect(every.data.notes).not.toContainEqual(expect.stringMatching(/looked at once a minute/));
});

test('a run stands beside holding, and beside the market', async () => {
  const { compared, metrics } = await play([...triangle(1_000, 2499.5), ...triangle(4_000, 2749.5)], {
    min_profit_threshold: 50,
  });
  expect(metrics.total_trades).toBe(0);
  const change = 100 * (2750 / 2500 - 1);
  expect(compared).toMatchObject({ return_pct: 0, markets: 2 });
  expect(compared?.market_change_pct).toBeCloseTo(change / 2, 9);
  expect(compared?.hold.map(({ asset }) => asset)).toEqual(['BTC', 'ETH']);
  expect(compared?.hold[0]).toMatchObject({ change_pct: 0, profit: 0 });
  expect(compared?.hold[1]?.change_pct).toBeCloseTo(change, 9);
  expect(compared?.hold[1]?.profit).toBeCloseTo(100 * change, 6);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BacktestConfig } from '@triquad/core/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { jobOf, nothing } from './backtest.suite.ts';
import { draw, type Invented, inventRecording } from './every-row.suite.ts';
import type { BacktestJob } from './job.ts';
import { runBacktest } from './run-backtest.ts';

const folder = mkdtempSync(join(tmpdir(), 'triquad-every-row-'));
afterAll(() => rmSync(folder, { recursive: true }));

const noon = Date.UTC(2026, 0, 31, 12);
const usual: Invented = {
  exchange: 'kucoin',
  from: noon + 1_000,
  rows: 4_000,
  rowsPerSecond: 60,
  coins: 6,
  drift: 0.00005,
  dislocated: 0.003,
  dislocatedPct: 2,
  void: 0.002,
  silent: 0.002,
  sessions: 0,
};
let seed = 40;

/** Runs a backtest with and without the rows that cannot matter; the report is one. */
const runBoth = async (invented: readonly Partial<Invented>[], change: Partial<BacktestConfig>) => {
  const files = [];
  for (const one of invented) {
    const of = { ...usual, ...one };
    files.push({
      exchange: of.exchange,
      kind: 'recorded' as const,
      file: await inventRecording(folder, of, seed++),
      ...extent,
    });
  }
  const exchanges = [...new Set(files.map(({ exchange }) => exchange))];
  const job = jobOf({ end_date: '2026-01-31T12:30:00Z', exchanges, ...change }, files);
  return compare(job, seed - 1);
};

const compare = async (job: BacktestJob, drawn: number) => {
  const [quick, whole] = [await runBacktest(job, nothing), await runBacktest({ ...job, every_row: true }, nothing)];
  if (quick.status !== 'completed' || whole.status !== 'completed') return expect.unreachable(JSON.stringify(quick));
  expect(quick.report, `seed ${drawn}`).toEqual(whole.report);
  expect(JSON.stringify(quick.report), `seed ${drawn}`).toBe(JSON.stringify(whole.report));
  expect(whole.rows.heard).toBe(whole.report.data.events);
  return quick;
};
const simulated = (change: Partial<BacktestConfig>) =>
  jobOf({ end_date: '2026-01-31T12:04:00Z', exchanges: ['kucoin', 'okx'], ...change });
const extent = { from: noon, to: noon + 1_700_000, rows: 1, bytes: 1 };

const free = {
  fees: { kucoin: { taker_pct: 0 }, binance: { taker_pct: 0 } },
  min_profit_threshold: 0,
  limits: {
    cooldown_after_failure_seconds: 0,
    max_concurrent_orders: 10,
    max_daily_drawdown_pct: 90,
    stop_loss_pct: 90,
  },
};

describe('a backtest that leaves out what cannot matter gives the report of one that leaves out nothing', () => {
  test('where nothing pays, and hears few rows', async () => {
    const { report, rows } = await runBoth([{ dislocated: 0, void: 0, rows: 12_000, rowsPerSecond: 2_000 }], {});
    expect(report.trades).toEqual([]);
    expect(rows.mattered).toBeLessThan(0.001 * report.data.events);
    expect(rows.heard).toBeLessThan(0.2 * report.data.events);
  });

  test('where cycles pay and are traded, with competitors, refusals and no answers', async () => {
    const { report } = await runBoth([{ dislocated: 0.01, rows: 12_000 }], {
      limits: { cooldown_after_failure_seconds: 0 },
      paper: { conditions: 'realistic', taken_pct: 20, rejected_pct: 5, timed_out_pct: 2, rate_limited_pct: 2 },
    });
    expect(report.trades.length).toBeGreaterThan(5);
  });

  test('without fees, where a cycle pays all the time', async () => {
    const { report } = await runBoth([{ rows: 2_000, dislocated: 0.02 }], {
      ...free,
      paper: { conditions: 'practice' },
    });
    expect(report.trades.length).toBeGreaterThan(5);
  });

  test('over sessions, gaps and silent markets', async () => {
    const of = { rows: 3_000, rowsPerSecond: 15, silent: 0.02, void: 0.02, dislocated: 0.01 };
    const later = { ...of, from: noon + 1_200_000 };
    const { report } = await runBoth([of, later], { min_profit_threshold: 0, fees: { kucoin: { taker_pct: 0.05 } } });
    expect(report.trades.length).toBeGreaterThan(0);
  });

  test('with a fee token, and a start in coins', async () => {
    const fees = { kucoin: { taker_pct: 0.1, token: { asset: 'C0', discount_pct: 25 } } };
    await runBoth([{ dislocatedPct: 1 }], {
      fees,
      min_profit_threshold: 0.05,
      start_currencies: ['USDT', 'BTC', 'C1'],
    });
  });

  test('of two exchanges at once', async () => {
    const { report } = await runBoth([{}, { exchange: 'binance', coins: 4 }], { ...free, min_profit_threshold: 0.2 });
    expect(report.trades.some(({ exchange }) => exchange === 'binance')).toBe(true);
  });

  // Where two last rows never stood side by side, and where only the fee token makes a cycle pay; where a bound waits for the next quote of a
  // market, where an opportunity lives through one that pays no more, where something is owed to one, and where one was read before its first sweep.
  test.each([23, 125, 1014, 1018, 1003, 1158])('under settings drawn from seed %i', async (drawn) => {
    const { invented, change, maxBookAgeMs, mostTrades } = draw(drawn, noon);
    const files = [];
    for (const [part, one] of invented.entries()) {
      const file = await inventRecording(folder, one, 100 * drawn + part);
      files.push({
        ...extent,
        kind: 'recorded' as const,
        exchange: one.exchange,
        file,
        from: one.from - 5_000,
        to: one.from + 900_000,
      });
    }
    const { engine, ...job } = jobOf({ end_date: '2026-01-31T12:40:00Z', ...change }, files);
    await compare({ ...job, most_trades: mostTrades, engine: { ...engine, max_book_age_ms: maxBookAgeMs } }, drawn);
  });

  test('of a simulated market, and hears few of its messages where little pays', async () => {
    const { report, rows } = await compare(simulated({ min_profit_threshold: 2 }), 7);
    expect(report.trades).toEqual([]);
    expect(rows.heard).toBeLessThan(0.1 * report.data.events);
  });

  test('of a simulated market in which cycles are traded', async () => {
    const { report } = await compare(simulated({}), 7);
    expect(report.trades.length).toBeGreaterThan(3);
  });

  test('of a simulated market that a thread makes ahead, to its end and ended early', async () => {
    const job = simulated({ end_date: '2026-01-31T12:14:00Z', exchanges: ['kucoin'] });
    expect((await compare(job, 7)).report.trades.length).toBeGreaterThan(3);
    expect((await compare({ ...job, most_trades: 3 }, 7)).report.trades).toHaveLength(3);
  });

  // The last one differs where what an order took is not told at the moment of the last message of any exchange.
  test.each([3, 14, 2111])('of a simulated market under settings drawn from seed %i', async (drawn) => {
    const { change, maxBookAgeMs, mostTrades } = draw(drawn, noon);
    const { engine, ...job } = simulated({ ...change, exchanges: ['kucoin', 'binance'], seed: drawn });
    await compare({ ...job, most_trades: mostTrades, engine: { ...engine, max_book_age_ms: maxBookAgeMs } }, drawn);
  });

  test('where an exchange pays its takers, and so every row matters', async () => {
    const { report, rows } = await runBoth([{ rows: 1_000 }], { fees: { kucoin: { taker_pct: -0.01 } } });
    expect(rows.heard).toBe(report.data.events);
  });
});

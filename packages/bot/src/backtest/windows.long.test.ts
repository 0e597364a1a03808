import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { EngineEvent } from '../model/event.ts';
import { jobOf, nothing } from './backtest.suite.ts';
import { jobOver, runBoth } from './both-runs.suite.ts';
import { type Drawn, draw, drawHard, type Invented, noon, usual } from './drawn-runs.suite.ts';
import type { BacktestJob } from './job.ts';
import { runBacktest } from './run-backtest.ts';

const folder = mkdtempSync(join(tmpdir(), 'triquad-windows-'));
afterAll(() => rmSync(folder, { recursive: true }));

const compare = async (job: BacktestJob, seed: number) => {
  const ran = await runBoth(job);
  expect(ran.difference, `seed ${seed}`).toBeNull();
  return ran.windows;
};

let seed = 2_040;
const both = async (invented: readonly Partial<Invented>[], change: Drawn['change']) => {
  const all = invented.map((one) => ({ ...usual, ...one }));
  const exchanges = [...new Set(all.map(({ exchange }) => exchange))];
  const drawn = { invented: all, change: { exchanges, ...change }, maxBookAgeMs: 1_500, mostTrades: 50_000 };
  return compare(await jobOver(folder, ++seed, drawn), seed);
};
const simulated = (change: Drawn['change']) =>
  jobOf({ end_date: '2026-01-31T12:04:00Z', exchanges: ['kucoin', 'okx'], ...change });
const range = (from: number, to: number): readonly number[] => Array.from({ length: to - from }, (_, at) => from + at);

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

describe('a backtest in windows does what one over every row does, event by event', () => {
  test('where cycles pay and are traded, with competitors, refusals and no answers', async () => {
    const { report } = await both([{ dislocated: 0.01, rows: 12_000 }], {
      limits: { cooldown_after_failure_seconds: 0 },
      paper: { conditions: 'realistic', taken_pct: 20, rejected_pct: 5, timed_out_pct: 2, rate_limited_pct: 2 },
    });
    expect(report.trades.length).toBeGreaterThan(5);
  });

  test('without fees, where a cycle pays all the time', async () => {
    const { report } = await both([{ rows: 2_000, dislocated: 0.02 }], { ...free, paper: { conditions: 'practice' } });
    expect(report.trades.length).toBeGreaterThan(5);
  });

  test('over sessions, gaps and silent markets', async () => {
    const of = { rows: 3_000, rowsPerSecond: 15, silent: 0.02, void: 0.02, dislocated: 0.01 };
    const later = { ...of, from: noon + 1_200_000 };
    const { report } = await both([of, later], { min_profit_threshold: 0, fees: { kucoin: { taker_pct: 0.05 } } });
    expect(report.trades.length).toBeGreaterThan(0);
  });

  test('with a fee token, and a start in coins', async () => {
    const fees = { kucoin: { taker_pct: 0.1, token: { asset: 'C0', discount_pct: 25 } } };
    await both([{ dislocatedPct: 1 }], { fees, min_profit_threshold: 0.05, start_currencies: ['USDT', 'BTC', 'C1'] });
  });

  test('of two exchanges at once', async () => {
    const { report } = await both([{}, { exchange: 'binance', coins: 4 }], { ...free, min_profit_threshold: 0.2 });
    expect(report.trades.some(({ exchange }) => exchange === 'binance')).toBe(true);
  });

  test('where the range begins in the middle of an opportunity', async () => {
    const drawn = draw(23);
    const job = await jobOver(folder, 3_023, drawn);
    const { report } = await compare(job, 23);
    const [first] = report.trades;
    if (first === undefined) return expect.unreachable('nothing was traded');
    const from = Date.parse(first.entry_time) + 1;
    expect((await compare({ ...job, from }, 23)).report.data.events).toBeLessThan(report.data.events);
  });

  test.each(range(0, 30))('under hard settings drawn from seed %i', async (one) => {
    await compare(await jobOver(folder, 10_000 + one, drawHard(one)), one);
  });
  test.each([...range(0, 30), 125, 1014, 1018, 1003, 1158])('under settings drawn from seed %i', async (one) => {
    await compare(await jobOver(folder, 20_000 + one, draw(one)), one);
  });

  test('of a simulated market in which cycles are traded', async () => {
    expect((await compare(simulated({}), 7)).report.trades.length).toBeGreaterThan(3);
  });
  test('of a simulated market, to its end and ended early', async () => {
    const job = simulated({ end_date: '2026-01-31T12:14:00Z', exchanges: ['kucoin'] });
    expect((await compare(job, 7)).report.trades.length).toBeGreaterThan(3);
    expect((await compare({ ...job, most_trades: 3 }, 7)).report.trades).toHaveLength(3);
  });
  test('of a realistic simulated market without fees', async () => {
    const fees = { kucoin: { taker_pct: 0 }, okx: { taker_pct: 0 } };
    const job = simulated({ ...free, fees, end_date: '2026-01-31T12:02:00Z' });
    const data = job.data.kind === 'simulated' ? { ...job.data, preset: 'realistic' as const } : job.data;
    await compare({ ...job, data }, 7);
  });
  test.each([3, 14, 2111])('of a simulated market under settings drawn from seed %i', async (one) => {
    const { change, maxBookAgeMs, mostTrades } = draw(one);
    const { engine, ...job } = simulated({ ...change, exchanges: ['kucoin', 'binance'], seed: one });
    await compare({ ...job, most_trades: mostTrades, engine: { ...engine, max_book_age_ms: maxBookAgeMs } }, one);
  });
});

test('a backtest that is cancelled in silence ends within a moment', async () => {
  const invented = [{ ...usual, dislocated: 0, void: 0, silent: 0, rows: 300_000, rowsPerSecond: 2_000 }];
  const drawn = { invented, change: { exchanges: ['kucoin'] }, maxBookAgeMs: 1_500, mostTrades: 50_000 };
  const job = await jobOver(folder, 4_000, drawn);
  const abort = new AbortController();
  const cancel = ({ type }: EngineEvent): void => {
    if (type === 'EquityMarked') abort.abort();
  };
  expect(await runBacktest(job, nothing, abort.signal, cancel)).toEqual({ status: 'cancelled' });
});

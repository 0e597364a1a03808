import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createRecordings } from '../recording/recordings.ts';
import { jobOf } from './backtest.suite.ts';
import { jobOver, runBoth } from './both-runs.suite.ts';
import { type Drawn, draw, drawHard, type Invented, noon, usual } from './drawn-runs.suite.ts';

const folder = mkdtempSync(join(tmpdir(), 'triquad-windows-'));
afterAll(() => rmSync(folder, { recursive: true }));

let seed = 40;
const both = async (invented: Partial<Invented>, change: Drawn['change'] = {}) => {
  const drawn = { invented: [{ ...usual, ...invented }], maxBookAgeMs: 1_500, mostTrades: 50_000 };
  const ran = await runBoth(await jobOver(folder, seed++, { ...drawn, change: { exchanges: ['kucoin'], ...change } }));
  expect(ran.difference, `seed ${seed - 1}`).toBeNull();
  return ran;
};

describe('a backtest in windows does what one over every row does, event by event', () => {
  test('where nothing pays, and its engine is given few rows', async () => {
    const { windows } = await both({ dislocated: 0, void: 0, rows: 6_000, rowsPerSecond: 2_000 });
    expect(windows.report.trades).toEqual([]);
    expect(windows.rows.given).toBeLessThan(0.5 * windows.report.data.events);
  });

  test('where a cycle is traded, and silence follows', async () => {
    const { windows } = await both({ dislocated: 0.0005 }, { paper: { conditions: 'practice' } });
    expect(windows.report.trades.length).toBeGreaterThan(0);
    expect(windows.rows.windows).toBeGreaterThan(1);
    expect(windows.rows.given).toBeLessThan(windows.report.data.events);
  });

  test('where what an execution left behind loses so much in silence that the bot halts', async () => {
    const fair = (second: number, eth: number, sold = eth): readonly string[] =>
      [
        ['BTC-USDT', 49_999, 50_001],
        ['ETH-BTC', (eth * 0.9998) / 50_000, (eth * 1.0002) / 50_000],
        ['ETH-USDT', sold - 0.5, sold + 0.5],
      ].map(([symbol, bid, ask]) =>
        [noon + 1_000 * second, 1, symbol, Number(bid).toFixed(6), 10.0001, Number(ask).toFixed(6), 10.0001].join(),
      );
    // ETH falls while it is held; after four minutes it falls on.
    const held = Array.from({ length: 860 }, (_, at) =>
      fair(12.11 + at / 2, at < 480 ? 2_430 : 2_430 - 0.7 * (at - 480)),
    );
    const rows = [...fair(10, 2_500), ...fair(11, 2_500), ...fair(12, 2_500, 2_530), ...held.flat()];
    const file = join(folder, 'kucoin-falls.csv');
    writeFileSync(file, ['timeMs,session,symbol,bid,bidSize,ask,askSize', ...rows, ''].join('\n'));
    const recordings = await createRecordings('', [{ exchange: 'kucoin', file }]).all();
    const limits = { max_daily_drawdown_pct: 0.3, stop_loss_pct: 30, max_concurrent_orders: 1 };
    const change = { exchanges: ['kucoin'], paper: { conditions: 'practice' as const } };
    const job = jobOf({ ...change, limits: { ...limits, cooldown_after_failure_seconds: 0 } }, recordings);
    const { windows, difference } = await runBoth(job);
    expect(difference).toBeNull();
    expect(windows.report.data.notes.join()).toMatch(/The bot was halted at 2026-01-31T12:04:15/);
    expect(windows.rows.given).toBeLessThan(0.5 * windows.report.data.events);
  });

  // Midnight, a fee of zero, coins at the start, and a recording that ends in the middle of a session.
  test.each([1, 7, 11, 13])('under hard settings drawn from seed %i', async (one) => {
    const { difference } = await runBoth(await jobOver(folder, one, drawHard(one)));
    expect(difference, `seed ${one}`).toBeNull();
  });

  // Where something is under way when nothing pays any more.
  test.each([3, 17])('under settings drawn from seed %i', async (one) => {
    const { difference } = await runBoth(await jobOver(folder, 500 + one, draw(one)));
    expect(difference, `seed ${one}`).toBeNull();
  });

  test('where an exchange pays its takers: then it is given every row', async () => {
    const { windows } = await both({ rows: 1_000 }, { fees: { kucoin: { taker_pct: -0.01 } } });
    expect(windows.rows).toEqual({ given: windows.report.data.events, windows: 0 });
  });

  test('of a simulated market in which nothing pays enough', async () => {
    const change = { end_date: '2026-01-31T12:00:20Z', exchanges: ['kucoin'], min_profit_threshold: 2 };
    const { windows, difference } = await runBoth(jobOf(change));
    expect(difference).toBeNull();
    expect(windows.rows.given).toBeLessThan(0.3 * windows.report.data.events);
  });
});

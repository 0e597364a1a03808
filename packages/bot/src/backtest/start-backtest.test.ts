import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { jobOf, nothing, reportIn } from './backtest.suite.ts';
import type { BacktestProgress } from './job.ts';
import { checkLookAhead } from './look-ahead.ts';
import { runBacktest } from './run-backtest.ts';
import { startBacktest } from './start-backtest.ts';

const minute = { end_date: '2026-01-31T12:01:00Z' };
const days = { end_date: '2026-02-20T12:00:00Z' };

test('on a thread of its own a backtest gives the very report that it gives here', async () => {
  const run = reportIn(await runBacktest(jobOf(minute), nothing));
  const here = { ...run, look_ahead: await checkLookAhead(jobOf(minute), run, nothing) };
  const there = await startBacktest(jobOf(minute), nothing).result;
  if (there.status !== 'completed') return expect.unreachable(JSON.stringify(there));
  expect(gunzipSync(there.report.rest).equals(Buffer.from(JSON.stringify(here).slice(1)))).toBe(true);
  expect([there.report.metrics, there.report.events]).toEqual([here.metrics, here.data.events]);
});

test('tells of its progress, and is cancelled at once in the middle', async () => {
  const told: BacktestProgress[] = [];
  const running = startBacktest(jobOf(days), (progress) => {
    told.push(progress);
    if (told.length === 2) running.cancel();
  });
  expect(await running.result).toEqual({ status: 'cancelled' });
  expect(told).toHaveLength(2);
  expect(told[1]?.events_processed).toBeGreaterThan(told[0]?.events_processed ?? 0);
  running.cancel();
});

test('is cancelled before it has begun', async () => {
  const running = startBacktest(jobOf(days), nothing);
  running.cancel();
  expect(await running.result).toEqual({ status: 'cancelled' });
});

test('a thread that breaks is a backtest that failed, with a line that says why', async () => {
  const broken = { ...jobOf(minute), data: null as never };
  expect(await startBacktest(broken, nothing).result).toEqual({
    status: 'failed',
    error: expect.stringMatching(/^the backtest broke off: /),
  });
  const emptied = {
    ...jobOf(minute),
    data: { kind: 'recorded', sources: [{ exchange: 'kucoin', files: ['/nowhere.csv'] }] },
  } as const;
  expect(await startBacktest(emptied, nothing).result).toEqual({
    status: 'failed',
    error: 'the recordings have no quotes of the range any more',
  });
});

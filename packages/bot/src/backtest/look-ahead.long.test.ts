import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeSample } from '../sample.ts';
import { jobOf, nothing, reportIn } from './backtest.suite.ts';
import type { BacktestJob, BacktestOutcome } from './job.ts';
import { checkLookAhead } from './look-ahead.ts';
import { runBacktest } from './run-backtest.ts';

/** A run that knows more than it may: of each trade up to then it was told by the end of its range. */
const lookingAhead = async (job: BacktestJob, whole: number): Promise<BacktestOutcome> => {
  const outcome = await runBacktest(job, nothing);
  if (outcome.status !== 'completed' || job.to === whole) return outcome;
  const [first, ...others] = outcome.report.trades;
  const trades = first === undefined ? [] : [{ ...first, profit: (first.profit ?? 0) - 1 }, ...others];
  return { ...outcome, report: { ...outcome.report, trades } };
};

test('a run on the first half of an invented market makes the same trades up to there', async () => {
  const job = jobOf({ end_date: '2026-01-31T12:04:00Z' });
  const report = reportIn(await runBacktest(job, nothing));
  const check = await checkLookAhead(job, report, nothing);
  expect(check.difference).toBe(null);
  expect(check.trades).toBeGreaterThan(2);
  expect(check.trades).toBeLessThan(report.trades.length);
  expect(Date.parse(check.until ?? '')).toBeLessThan(job.to);
  const ahead = await checkLookAhead(job, report, nothing, (half) => lookingAhead(half, job.to));
  expect(ahead.difference).toContain(`the trade of ${report.trades[0]?.entry_time} at ${report.trades[0]?.exchange}`);
});

test('so does one on the first half of a recording', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'triquad-look-ahead-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = await makeSample(folder);
  const [from, to] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1, 0, 2)];
  const planned = jobOf(
    {
      start_date: new Date(from).toISOString(),
      end_date: new Date(to).toISOString(),
      exchanges: ['kucoin'],
      min_profit_threshold: 0,
      fees: { kucoin: { taker_pct: 0 } },
    },
    [{ exchange: 'kucoin', kind: 'sample', file, from, to, rows: 21_000, bytes: 1_000_000 }],
  );
  const report = reportIn(await runBacktest(planned, nothing));
  expect(report.trades.length).toBeGreaterThan(1);
  expect(await checkLookAhead(planned, report, nothing)).toMatchObject({ difference: null });
});

test('without a trade nothing is run again, and nothing is proven', async () => {
  const none = { until: null, trades: 0, difference: null };
  expect(await checkLookAhead(jobOf(), { trades: [] }, nothing, () => expect.unreachable())).toEqual(none);
});

test('a second run that fails is no proof', async () => {
  const job = jobOf({ end_date: '2026-01-31T12:02:00Z' });
  const report = reportIn(await runBacktest(job, nothing));
  const failing = async (): Promise<BacktestOutcome> => ({ status: 'failed', error: 'the recording is gone' });
  expect(await checkLookAhead(job, report, nothing, failing)).toMatchObject({
    trades: 0,
    difference: 'the recording is gone',
  });
});

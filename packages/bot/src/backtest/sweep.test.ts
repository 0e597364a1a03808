import { expect, test } from 'vitest';
import { config, jobOf, reportIn } from './backtest.suite.ts';
import type { BacktestJob, ThreadOutcome } from './job.ts';
import { runBacktest } from './run-backtest.ts';
import { cellCount, cellsOf, configOf, runSweep, type SweepRange, type SweepResult } from './sweep.ts';

const base = config({ end_date: '2026-01-31T12:01:00Z', exchanges: ['binance'], market: 'practice' });
const metrics = { total_trades: 0, win_rate: null, net_profit: 0, max_drawdown_pct: null };
const completed: ThreadOutcome = {
  status: 'completed',
  report: { metrics, events: 1, rest: new Uint8Array(), page: new Uint8Array() },
};

test('a sweep has every combination once, and one of a million is refused in a sentence', () => {
  const ranges: SweepRange[] = [
    { axis: 'fee', values: [0, 0.1] },
    { axis: 'types', values: ['tri', 'both'] },
    { axis: 'latency', values: [5] },
  ];
  expect(cellsOf(ranges)).toEqual([
    { fee: 0, types: 'tri', latency: 5 },
    { fee: 0, types: 'both', latency: 5 },
    { fee: 0.1, types: 'tri', latency: 5 },
    { fee: 0.1, types: 'both', latency: 5 },
  ]);
  const thousand = Array.from({ length: 1_000 }, (_, at) => at);
  const million: SweepRange[] = [
    { axis: 'threshold', values: thousand },
    { axis: 'latency', values: thousand },
  ];
  expect(cellCount(million)).toBe(1_000_000);
  expect(() => cellsOf(million)).toThrow(
    'the sweep has 1,000,000 combinations, and 10,000 is the most: name fewer values',
  );
});

test('each combination changes what it names, and nothing else', () => {
  expect(configOf(base, {})).toEqual(base);
  const own = { ...base, paper: { taken_pct: 3, exchanges: { binance: { feed_delay: { median_ms: 1, p99_ms: 2 } } } } };
  const order_delay = { median_ms: 40, p99_ms: 40 };
  expect(configOf(own, { threshold: 0.2, capital: 500, position: 50, latency: 40, fee: 0.05, types: 'quad' })).toEqual({
    ...base,
    min_profit_threshold: 0.2,
    initial_capital: 500,
    max_position_size: 50,
    paper: { taken_pct: 3, exchanges: { binance: { feed_delay: { median_ms: 1, p99_ms: 2 }, order_delay } } },
    fees: { binance: { taker_pct: 0.05 } },
    enable_triangular: false,
    enable_quadrangular: true,
  });
});

const swept = async (
  ranges: readonly SweepRange[],
  outcomeOf: (job: BacktestJob) => Promise<ThreadOutcome>,
  workers = 2,
) => {
  const results: SweepResult[] = [];
  const told: number[] = [];
  let [running, most] = [0, 0];
  await runSweep({
    ...{ base, cells: cellsOf(ranges), recordings: [], workers },
    start: (job, onProgress) => {
      most = Math.max(most, ++running);
      onProgress({ progress: 0.5, events_processed: 1 });
      const result = outcomeOf(job).finally(() => {
        running--;
      });
      return { result, cancel: () => {} };
    },
    onResult: (result) => results.push(result),
    onProgress: (done) => told.push(done),
  });
  return { results, told, most };
};

test('as many run at once as there are workers, each result is there once, and the progress grows to the end', async () => {
  const values = [0, 0.1, 0.2, 0.3, 0.4];
  const { results, told, most } = await swept([{ axis: 'fee', values }], async () => completed, 3);
  expect(most).toBe(3);
  expect(results.map(({ cell }) => cell.fee).sort()).toEqual(values);
  expect(told.at(-1)).toBe(5);
  expect(told.some((done) => done % 1 !== 0)).toBe(true);
});

test('one that cannot be run, or breaks, is a result with its reason; the others go on', async () => {
  const { results } = await swept([{ axis: 'capital', values: [100, 200] }], async ({ config: own }) =>
    own.initial_capital === 100 ? { status: 'failed', error: 'it broke' } : completed,
  );
  expect(results).toContainEqual({ cell: { capital: 100 }, status: 'failed', error: 'it broke' });
  expect(results).toContainEqual({
    ...{ cell: { capital: 200 }, status: 'completed', metrics },
    provenance: { kind: 'practice', exchange: 'binance', name: 'practice', money: 'invented' },
  });
});

test('what is cancelled begins nothing more and leaves no result of what ran', async () => {
  const abort = new AbortController();
  const results: SweepResult[] = [];
  let begun = 0;
  await runSweep({
    ...{ base, cells: cellsOf([{ axis: 'fee', values: [1, 2, 3, 4] }]), recordings: [], workers: 1 },
    signal: abort.signal,
    start: () => {
      begun++;
      const { promise: result, resolve } = Promise.withResolvers<ThreadOutcome>();
      if (begun === 1) resolve(completed);
      else queueMicrotask(() => abort.abort());
      return { result, cancel: () => resolve({ status: 'cancelled' }) };
    },
    onResult: (result) => results.push(result),
    onProgress: () => {},
  });
  expect([begun, results.length]).toEqual([2, 1]);
});

test('a combination comes to what the same backtest comes to by itself', async () => {
  const { results } = await swept([{ axis: 'threshold', values: [0.1] }], async (job) => {
    const report = reportIn(await runBacktest(job, () => {}));
    return { ...completed, report: { ...completed.report, metrics: report.metrics } } as ThreadOutcome;
  });
  const alone = reportIn(await runBacktest(jobOf(base), () => {}));
  const [one] = results;
  expect(one?.status === 'completed' ? one.metrics : one).toEqual(alone.metrics);
});

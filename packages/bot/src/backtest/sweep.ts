import type { BacktestConfig, Provenance } from '@triquad/core/contract';
import type { BacktestProgress, PackedReport, ThreadOutcome } from './job.ts';
import { type InForce, type PlannedBacktest, planBacktest } from './plan-backtest.ts';
import type { RunningBacktest } from './start-backtest.ts';

/** What a sweep may vary. Percent, USD, milliseconds, percent of a leg; `types`: `tri`, `quad` or `both`. */
export const sweepAxes = ['threshold', 'capital', 'position', 'latency', 'fee', 'types'] as const;
export type SweepAxis = (typeof sweepAxes)[number];
export type SweepValue = number | 'tri' | 'quad' | 'both';
/** The values of one axis, each once. */
export type SweepRange = { readonly axis: SweepAxis; readonly values: readonly SweepValue[] };
/** One combination, by axis. */
export type SweepCell = Readonly<Partial<Record<SweepAxis, SweepValue>>>;

/** A sweep may have so many combinations: at a second each that is some hours of one core. */
const mostCells = 10_000;

/** How many combinations there are. */
export const cellCount = (ranges: readonly SweepRange[]): number =>
  ranges.reduce((product, { values }) => product * values.length, 1);

/** Every combination, the last axis the fastest. @throws RangeError above 10,000. */
export const cellsOf = (ranges: readonly SweepRange[]): readonly SweepCell[] => {
  const count = cellCount(ranges);
  if (count > mostCells)
    throw new RangeError(
      `the sweep has ${count.toLocaleString('en-US')} combinations, and ${mostCells.toLocaleString('en-US')} is the most: name fewer values`,
    );
  return ranges.reduce<readonly SweepCell[]>(
    (cells, { axis, values }) => cells.flatMap((cell) => values.map((value) => ({ ...cell, [axis]: value }))),
    [{}],
  );
};

/** The configuration of one combination. */
export const configOf = (base: BacktestConfig, cell: SweepCell): BacktestConfig => {
  const { threshold, capital, position, latency, fee, types } = cell;
  const fees =
    fee === undefined
      ? {}
      : { fees: Object.fromEntries(base.exchanges.map((one) => [one, { taker_pct: Number(fee) }])) };
  const order_delay = { median_ms: Number(latency), p99_ms: Number(latency) };
  const exchanges = Object.fromEntries(
    base.exchanges.map((one) => [one, { ...base.paper?.exchanges?.[one], order_delay }]),
  );
  return {
    ...base,
    ...(threshold === undefined ? {} : { min_profit_threshold: Number(threshold) }),
    ...(capital === undefined ? {} : { initial_capital: Number(capital) }),
    ...(position === undefined ? {} : { max_position_size: Number(position) }),
    ...(latency === undefined ? {} : { paper: { ...base.paper, exchanges } }),
    ...fees,
    ...(types === undefined ? {} : { enable_triangular: types !== 'quad', enable_quadrangular: types !== 'tri' }),
  };
};

/** What one combination came to. */
export type SweepResult =
  | {
      readonly cell: SweepCell;
      readonly status: 'completed';
      readonly metrics: PackedReport['metrics'];
      readonly provenance?: Provenance;
    }
  | { readonly cell: SweepCell; readonly status: 'failed'; readonly error: string };

export type SweepOptions = {
  readonly base: BacktestConfig;
  readonly cells: readonly SweepCell[];
  readonly recordings: Parameters<typeof planBacktest>[2];
  readonly inForce?: InForce;
  /** How many run at once, from 1. */
  readonly workers: number;
  readonly start: (
    job: Extract<PlannedBacktest, { ok: true }>['job'],
    onProgress: (progress: BacktestProgress) => void,
  ) => RunningBacktest;
  onResult(result: SweepResult): void;
  /** Combinations done and in part, of all of them. */
  onProgress(done: number): void;
  readonly signal?: AbortSignal;
};

/** Runs every combination, each on a thread of its own. Resolves when all are over, or soon after it was cancelled. */
export const runSweep = async ({
  base,
  cells,
  recordings,
  inForce,
  workers,
  start,
  onResult,
  onProgress,
  signal,
}: SweepOptions): Promise<void> => {
  const shares = new Map<SweepCell, number>();
  let [next, over] = [0, 0];
  const tell = (): void => onProgress(over + [...shares.values()].reduce((sum, share) => sum + share, 0));

  const run = async (cell: SweepCell): Promise<ThreadOutcome & { readonly provenance?: Provenance }> => {
    const planned = planBacktest('sweep', configOf(base, cell), recordings, inForce);
    if (!planned.ok) return { status: 'failed', error: `${planned.field}: ${planned.detail}` };
    const running = start({ ...planned.job, brief: true }, ({ progress }) => {
      shares.set(cell, progress);
      tell();
    });
    signal?.addEventListener('abort', running.cancel, { once: true });
    const outcome = await running.result;
    signal?.removeEventListener('abort', running.cancel);
    return { ...outcome, provenance: planned.job.provenance };
  };
  const work = async (): Promise<void> => {
    for (let cell = cells[next++]; cell !== undefined && !signal?.aborted; cell = cells[next++]) {
      const outcome = await run(cell);
      shares.delete(cell);
      if (outcome.status === 'cancelled') return;
      over++;
      onResult(
        outcome.status === 'completed'
          ? {
              ...{ cell, status: 'completed', metrics: outcome.report.metrics },
              ...(outcome.provenance && { provenance: outcome.provenance }),
            }
          : { cell, status: 'failed', error: outcome.error },
      );
      tell();
    }
  };
  await Promise.all(Array.from({ length: Math.min(workers, cells.length) }, work));
};

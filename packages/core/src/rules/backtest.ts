import type { Backtest, Report } from '../contract/backtest.ts';

/** Status of a backtest, mapped from the words of any bot. */
export type BacktestStage = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';

const words: Readonly<Record<string, BacktestStage>> = {
  queued: 'queued',
  pending: 'queued',
  waiting: 'queued',
  running: 'running',
  started: 'running',
  in_progress: 'running',
  processing: 'running',
  failed: 'failed',
  error: 'failed',
  cancelled: 'cancelled',
  canceled: 'cancelled',
};

/** An unknown status counts as completed: the call for the report then shows if there is one. */
export const backtestStage = (status: string): BacktestStage => words[status.toLowerCase()] ?? 'completed';

/** True if the backtest is queued or running. */
export const isUnderWay = (status: string): boolean => ['queued', 'running'].includes(backtestStage(status));

/** Polling interval for progress in milliseconds: without the live channel, and beside it in case a frame is lost. */
export const backtestPolls = { alone_ms: 1_000, beside_channel_ms: 15_000 } as const;

/** Joins an update: an ended backtest never runs again, even by an older answer; omitted fields keep their value. */
export const joined = (known: Backtest | null, update: Backtest): Backtest => {
  if (known === null) return update;
  const isOlder = !isUnderWay(known.status) && isUnderWay(update.status);
  return {
    ...(isOlder ? known : update),
    config: update.config ?? known.config,
    created_at: update.created_at ?? known.created_at,
    metrics: update.metrics ?? known.metrics,
  };
};

/** A backtest with a report is over, even if the bot does not state it. */
export const reported = (known: Backtest, { metrics }: Report): Backtest => ({
  ...known,
  status: isUnderWay(known.status) ? 'completed' : known.status,
  metrics: known.metrics ?? metrics,
});

/** Backtest of a run's answer. With an id alone, its end is not known yet. */
export const started = (answer: Backtest): Backtest =>
  answer.progress === null && answer.finished_at === null && backtestStage(answer.status) === 'completed'
    ? { ...answer, status: 'running' }
    : answer;

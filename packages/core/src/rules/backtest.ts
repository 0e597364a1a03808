/** How a backtest stands, whatever word its bot has for it. */
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

/** A word that nobody knows is taken for a completed one: whether there is a report, the bot will say. */
export const backtestStage = (status: string): BacktestStage => words[status.toLowerCase()] ?? 'completed';

/** Whether it is still under way. */
export const isUnderWay = (status: string): boolean => ['queued', 'running'].includes(backtestStage(status));

/** Milliseconds between two questions how far a backtest is: without the live channel, and with it, should a frame be lost. */
export const backtestPolls = { alone_ms: 1_000, beside_channel_ms: 15_000 } as const;

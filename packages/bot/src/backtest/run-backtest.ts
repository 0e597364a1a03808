import type { BacktestJob, BacktestOutcome, BacktestProgress } from './job.ts';

/** Plays the job in this thread, which has time for little else meanwhile. Never rejects but for a bug. */
export const runBacktest = async (
  _job: BacktestJob,
  _onProgress: (progress: BacktestProgress) => void,
  _signal?: AbortSignal,
): Promise<BacktestOutcome> => ({ status: 'failed', error: 'backtests are being built' });

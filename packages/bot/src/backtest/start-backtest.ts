import { Worker } from 'node:worker_threads';
import type { BacktestJob, BacktestProgress, ThreadOutcome } from './job.ts';

/** A backtest that runs on a thread of its own. */
export type RunningBacktest = {
  /** Never rejects. */
  readonly result: Promise<ThreadOutcome>;
  /** Ends it at once, wherever it is: the result is then `cancelled`. Without effect once it has ended. */
  cancel(): void;
};

/** What the thread says. */
export type WorkerMessage =
  | { readonly type: 'progress'; readonly progress: BacktestProgress }
  | { readonly type: 'outcome'; readonly outcome: ThreadOutcome };

// The sources are run as they are; a build puts the thread's program beside the file that this has become a part of.
const fromSource = import.meta.url.endsWith('.ts');
const program = new URL(fromSource ? './worker.ts' : './backtest-worker.js', import.meta.url);

/** Beyond this the thread ends, and nothing else is harmed. */
const mostHeapMb = 2048;

/**
 * Runs the job on another thread and tells of its progress a few times a second. What goes wrong there, up to running out of memory,
 * is a `failed` outcome. The thread alone does not keep the process alive.
 */
export const startBacktest = (job: BacktestJob, onProgress: (progress: BacktestProgress) => void): RunningBacktest => {
  const worker = new Worker(program, {
    workerData: job,
    execArgv: fromSource ? ['--conditions=triquad-source'] : [],
    resourceLimits: { maxOldGenerationSizeMb: mostHeapMb },
  });
  worker.unref();
  let end = (_outcome: ThreadOutcome): void => {};
  const result = new Promise<ThreadOutcome>((resolve) => {
    end = resolve;
  });
  let ended = false;
  const finish = (outcome: ThreadOutcome): void => {
    if (ended) return;
    ended = true;
    end(outcome);
    void worker.terminate();
  };
  worker.on('message', (message: WorkerMessage) => {
    if (ended) return;
    if (message.type === 'progress') onProgress(message.progress);
    else finish(message.outcome);
  });
  worker.on('error', (error) => finish({ status: 'failed', error: failure(error) }));
  worker.on('exit', (code) =>
    finish({ status: 'failed', error: `the backtest ended without a report, with code ${code}` }),
  );
  return { result, cancel: () => finish({ status: 'cancelled' }) };
};

const failure = (error: unknown): string => {
  const { code, message } =
    error instanceof Error ? (error as NodeJS.ErrnoException) : { code: '', message: String(error) };
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return `the backtest needed more than ${mostHeapMb} MB: choose a shorter range`;
  return `the backtest broke off: ${message}`;
};

import { parentPort, workerData } from 'node:worker_threads';
import type { BacktestJob } from './job.ts';
import { runBacktest } from './run-backtest.ts';
import type { WorkerMessage } from './start-backtest.ts';

const say = (message: WorkerMessage): void => parentPort?.postMessage(message);

const outcome = await runBacktest(workerData as BacktestJob, (progress) => say({ type: 'progress', progress }));
say({ type: 'outcome', outcome });

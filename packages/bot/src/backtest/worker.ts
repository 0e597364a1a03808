import { parentPort, workerData } from 'node:worker_threads';
import type { BacktestJob } from './job.ts';
import { packReport } from './pack-report.ts';
import { runBacktest } from './run-backtest.ts';
import type { WorkerMessage } from './start-backtest.ts';

const say = (message: WorkerMessage): void => parentPort?.postMessage(message);

const job = workerData as BacktestJob;
const outcome = await runBacktest(job, (progress) => say({ type: 'progress', progress }));
const packed =
  outcome.status === 'completed' ? { status: outcome.status, report: packReport(job, outcome.report) } : outcome;
say({ type: 'outcome', outcome: packed });

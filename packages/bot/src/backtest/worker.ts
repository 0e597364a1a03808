import { parentPort, workerData } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import type { BacktestJob, BacktestProgress, BacktestReport, PackedReport } from './job.ts';
import { checkLookAhead } from './look-ahead.ts';
import { letOthersGoFirst } from './priority.ts';
import { runBacktest } from './run-backtest.ts';
import type { WorkerMessage } from './start-backtest.ts';
import { whatIfOf } from './what-if-of.ts';

/** Writes a report down. It may be as large as a hundred megabytes: not for a thread that has better things to do. */
const packReport = async ({ id, config, brief }: BacktestJob, report: BacktestReport): Promise<PackedReport> => {
  const { metrics, data } = report;
  if (brief) return { metrics, events: data.events, rest: new Uint8Array(), page: new Uint8Array() };
  // It draws charts, and takes longer to load than all that a run needs.
  const { reportPage } = await import('../report/page.ts');
  const rest = gzipSync(JSON.stringify(report).slice(1));
  return { metrics, events: data.events, rest, page: gzipSync(reportPage({ id, config }, report)) };
};

const say = (message: WorkerMessage): void => parentPort?.postMessage(message);

letOthersGoFirst();
const job = workerData as BacktestJob;
/** A second run checks the first: the first has so much of the progress. */
const firstShare = job.brief ? 1 : 2 / 3;
let events_processed = 0;
const outcome = await runBacktest(job, (progress) => {
  events_processed = progress.events_processed;
  say({ type: 'progress', progress: { ...progress, progress: firstShare * progress.progress } });
});
const sayChecked = ({ progress }: BacktestProgress): void =>
  say({ type: 'progress', progress: { progress: firstShare + (1 - firstShare) * progress, events_processed } });

/** What a report has besides the run itself. */
const explained = async (report: BacktestReport): Promise<BacktestReport> =>
  job.brief
    ? report
    : { ...report, look_ahead: await checkLookAhead(job, report, sayChecked), ...(await whatIfOf(job)) };
const packed =
  outcome.status === 'completed'
    ? { status: outcome.status, report: await packReport(job, await explained(outcome.report)) }
    : outcome;
say({ type: 'outcome', outcome: packed });

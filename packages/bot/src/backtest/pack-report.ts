import { gzipSync } from 'node:zlib';
import { reportPage } from '../report/page.ts';
import type { BacktestJob, BacktestReport, PackedReport } from './job.ts';

/** Writes a report down. It may be as large as a hundred megabytes: not for a thread that has better things to do. */
export const packReport = ({ id, config }: BacktestJob, report: BacktestReport): PackedReport => ({
  metrics: report.metrics,
  events: report.data.events,
  rest: gzipSync(JSON.stringify(report).slice(1)),
  page: gzipSync(reportPage({ id, config }, report)),
});

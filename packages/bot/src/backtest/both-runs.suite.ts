import type { EngineEvent } from '../model/event.ts';
import { jobOf } from './backtest.suite.ts';
import { type Drawn, inventRecording } from './drawn-runs.suite.ts';
import type { BacktestJob, BacktestReport, RowsGiven } from './job.ts';
import { nearestNote } from './nearest.ts';
import { runBacktest } from './run-backtest.ts';

/** Record of a run: each event of its engine as JSON, without the lines of its log. */
type Run = {
  readonly events: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
  readonly report: BacktestReport;
  readonly rows: RowsGiven;
};

const playedBy = async (job: BacktestJob): Promise<Run> => {
  const events: string[] = [];
  const counts = new Map<string, number>();
  const listen = (event: EngineEvent): void => {
    if (event.type === 'LogWritten') return;
    events.push(JSON.stringify(event));
    counts.set(event.type, (counts.get(event.type) ?? 0) + 1);
  };
  const outcome = await runBacktest(job, () => {}, undefined, listen);
  if (outcome.status !== 'completed') throw new Error(JSON.stringify(outcome));
  return { events, counts, report: outcome.report, rows: outcome.rows };
};

/** All but what differs between windows and every row: the nearest cycles, which are looked at once a minute in silence, and the note of it. */
const withoutNearest = ({ explained, metrics, data, ...report }: BacktestReport): string => {
  const notes = data.notes.filter((note) => note !== nearestNote);
  const same = { ...report, data: { ...data, notes }, metrics: { ...metrics, conclusion: '' } };
  return JSON.stringify({ ...same, decisions: explained?.decisions });
};

/** The first place at which two lists differ, with what stands there; null where they are equal. */
const firstDifference = (whole: readonly string[], windows: readonly string[]): string | null => {
  for (let place = 0; place < Math.max(whole.length, windows.length); place++)
    if (whole[place] !== windows[place])
      return `event ${place} is ${whole[place] ?? 'missing'} over every row, and ${windows[place] ?? 'missing'} in windows`;
  return null;
};

/** Runs a job over every row and in windows; what differs between them, null where nothing does. */
export const runBoth = async (job: BacktestJob) => {
  const whole = await playedBy({ ...job, every_row: true });
  const windows = await playedBy(job);
  const inReport =
    withoutNearest(whole.report) === withoutNearest(windows.report) ? null : 'the reports differ, and no event does';
  return { whole, windows, difference: firstDifference(whole.events, windows.events) ?? inReport };
};

/** The job of drawn settings over drawn recordings, which are written to the folder. */
export const jobOver = async (folder: string, seed: number, drawn: Drawn): Promise<BacktestJob> => {
  const { invented, change, maxBookAgeMs, mostTrades } = drawn;
  const recordings = [];
  for (const [part, one] of invented.entries()) {
    const file = await inventRecording(folder, one, 100 * seed + part);
    const extent = { from: one.from - 5_000, to: one.from + 900_000, rows: 1, bytes: 1 };
    recordings.push({ ...extent, exchange: one.exchange, kind: 'recorded' as const, file });
  }
  const { engine, ...job } = jobOf({ end_date: '2026-01-31T12:40:00Z', ...change }, recordings);
  return { ...job, most_trades: mostTrades, engine: { ...engine, max_book_age_ms: maxBookAgeMs } };
};

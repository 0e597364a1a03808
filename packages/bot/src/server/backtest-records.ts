import { setImmediate } from 'node:timers/promises';
import type { BacktestRecord } from '@triquad/core/contract';
import type { BacktestShelf, ReportFile } from './backtest-shelf.ts';

/** How many that are over are kept with their reports: those that ended first go first, but never the last. */
const MOST_KEPT = 200;
const MOST_REPORT_BYTES = 64 * 1024 * 1024;
const TELL_EVERY_MS = 500;
/** Some milliseconds. */
const WRITTEN_AT_ONCE = 256 * 1024;

/** All backtests, in memory and on the shelf. What cannot be written now (a full disk) is written with what comes next. */
export interface BacktestRecords {
  /** Oldest first. */
  all(): readonly BacktestRecord[];
  get(id: string): BacktestRecord | null;
  /** Keeps a new one. @throws what SQLite says, and then there is none. */
  add(record: BacktestRecord): void;
  /** Keeps a change of state, and lets old ones go. */
  put(record: BacktestRecord): void;
  /** Keeps what is over with its report; false, and it has none, when that cannot be written or is given up. */
  putWithReport(record: BacktestRecord, report: Report, isGivenUp: () => boolean): Promise<boolean>;
  /** Remembers how far one is; told of twice a second at most. */
  progress(record: BacktestRecord): void;
  /** Gzipped; null while there is none. */
  report(id: string, file: ReportFile): Buffer | null;
  /** @throws what SQLite says, and then it is still there. */
  remove(id: string): void;
  /** Told of each change of state, and of progress. */
  onChange(listener: (record: BacktestRecord) => void): () => void;
}

/** Its files, gzipped. */
export type Report = Readonly<Record<ReportFile, Uint8Array>>;

export interface BacktestRecordsOptions {
  readonly shelf: BacktestShelf;
  readonly now: () => number;
  /** Told of what could not be written. */
  readonly onFault: (error: unknown) => void;
}

/** Backtests of earlier versions did not state their source. */
const unstated = { provenance: null } as const;

export function createBacktestRecords({ shelf, now, onFault }: BacktestRecordsOptions): BacktestRecords {
  const records = new Map(shelf.all().map((record) => [record.id, { ...unstated, ...record }]));
  const sizes = new Map(shelf.sizes());
  const unwritten = new Map<string, BacktestRecord>();
  const listeners = new Set<(record: BacktestRecord) => void>();
  let toldAt = Number.NEGATIVE_INFINITY;

  const attempt = (write: () => void): boolean => {
    try {
      write();
      return true;
    } catch (error) {
      onFault(error);
      return false;
    }
  };
  const tell = (record: BacktestRecord) => {
    records.set(record.id, record);
    toldAt = now();
    for (const listener of listeners) listener(record);
  };
  const remove = (ids: readonly string[]) => {
    shelf.remove(ids);
    for (const id of ids) for (const known of [records, sizes, unwritten]) known.delete(id);
  };
  const prune = () => {
    let bytes = 0;
    const gone = [...records.values()]
      .filter(isOver)
      .toReversed()
      .sort(lastEndedFirst)
      .filter(({ id }, age) => {
        bytes += sizes.get(id) ?? 0;
        return age >= MOST_KEPT || (age > 0 && bytes > MOST_REPORT_BYTES);
      });
    if (gone.length > 0) attempt(() => remove(gone.map(({ id }) => id)));
  };

  return {
    all: () => [...records.values()],
    get: (id) => records.get(id) ?? null,
    add(record) {
      shelf.put(record);
      tell(record);
    },
    put(record) {
      unwritten.set(record.id, record);
      if (attempt(() => unwritten.forEach(shelf.put))) unwritten.clear();
      tell(record);
      prune();
    },
    async putWithReport(record, report, isGivenUp) {
      for (const [file, bytes] of Object.entries(report) as [ReportFile, Uint8Array][]) {
        for (let from = 0; from < bytes.length; from += WRITTEN_AT_ONCE) {
          const part = bytes.subarray(from, from + WRITTEN_AT_ONCE);
          if (isGivenUp() || !attempt(() => shelf.append(record.id, file, part))) return false;
          await setImmediate();
        }
      }
      if (isGivenUp() || !attempt(() => shelf.put(record))) return false;
      sizes.set(record.id, report.json.length + report.html.length);
      tell(record);
      prune();
      return true;
    },
    progress(record) {
      if (now() - toldAt >= TELL_EVERY_MS) tell(record);
      else records.set(record.id, record);
    },
    report: (id, file) => (records.get(id)?.status === 'completed' ? shelf.report(id, file) : null),
    remove: (id) => remove([id]),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const lastEndedFirst = (a: BacktestRecord, b: BacktestRecord): number =>
  (b.finished_at ?? '').localeCompare(a.finished_at ?? '');

export const isOver = ({ status }: BacktestRecord): boolean => status !== 'queued' && status !== 'running';

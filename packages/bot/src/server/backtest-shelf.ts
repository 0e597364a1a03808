import type { DatabaseSync } from 'node:sqlite';
import type { BacktestRecord } from '@triquad/core/contract';
import { inTransaction } from './access-database.ts';

/** Where backtests and their reports lie. What it does is on disk when it returns, or it throws what SQLite says. */
export interface BacktestShelf {
  /** Oldest first. */
  all(): BacktestRecord[];
  put(record: BacktestRecord): void;
  /** The record and its report (gzipped JSON), both or neither. */
  putWithReport(record: BacktestRecord, zipped: Buffer): void;
  report(id: string): Buffer | null;
  /** How many bytes each report takes, by the id of its backtest. */
  sizes(): ReadonlyMap<string, number>;
  remove(ids: readonly string[]): void;
}

/** The tables `backtest` and `backtest_report` of the server's database. */
export function createBacktestShelf(database: DatabaseSync): BacktestShelf {
  // Ids grow with time.
  const selectAll = database.prepare('SELECT record FROM backtest ORDER BY id');
  const putRecord = database.prepare('INSERT OR REPLACE INTO backtest VALUES (?, ?)');
  const putReport = database.prepare('INSERT OR REPLACE INTO backtest_report VALUES (?, ?)');
  const selectReport = database.prepare('SELECT zipped FROM backtest_report WHERE id = ?');
  const selectSizes = database.prepare('SELECT id, length(zipped) AS bytes FROM backtest_report');
  const removeRecord = database.prepare('DELETE FROM backtest WHERE id = ?');
  const removeReport = database.prepare('DELETE FROM backtest_report WHERE id = ?');
  const put = (record: BacktestRecord) => void putRecord.run(record.id, JSON.stringify(record));
  return {
    all: () => selectAll.all().map(({ record }) => JSON.parse(String(record)) as BacktestRecord),
    put,
    putWithReport: (record, zipped) =>
      inTransaction(database, () => {
        put(record);
        putReport.run(record.id, zipped);
      }),
    report(id) {
      const { zipped } = selectReport.get(id) ?? {};
      return zipped === undefined ? null : Buffer.from(zipped as Uint8Array);
    },
    sizes: () => new Map(selectSizes.all().map(({ id, bytes }) => [String(id), Number(bytes)])),
    remove: (ids) =>
      inTransaction(database, () => {
        for (const id of ids) {
          removeReport.run(id);
          removeRecord.run(id);
        }
      }),
  };
}

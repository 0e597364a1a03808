import type { DatabaseSync } from 'node:sqlite';
import type { BacktestRecord } from '@triquad/core/contract';
import { inTransaction } from './access-database.ts';

export type ReportFile = 'json' | 'html';

/** Where backtests and their reports lie. What it does is in the file when it returns, or it throws what SQLite says. */
export interface BacktestShelf {
  /** Oldest first. */
  all(): BacktestRecord[];
  put(record: BacktestRecord): void;
  /** Adds to a file of the report: a little at a time, because the caller's thread trades meanwhile. */
  append(id: string, file: ReportFile, part: Uint8Array): void;
  /** Null when it has none. */
  report(id: string, file: ReportFile): Buffer | null;
  /** How many bytes each report takes, by the id of its backtest. */
  sizes(): ReadonlyMap<string, number>;
  remove(ids: readonly string[]): void;
}

/** The tables `backtest` and `backtest_report` of the server's database; reports that a crash has left half written go. */
export function createBacktestShelf(database: DatabaseSync): BacktestShelf {
  database.exec(
    "DELETE FROM backtest_report WHERE id NOT IN (SELECT id FROM backtest WHERE record ->> 'status' = 'completed')",
  );
  // Ids grow with time.
  const selectAll = database.prepare('SELECT record FROM backtest ORDER BY id');
  const putRecord = database.prepare('INSERT OR REPLACE INTO backtest VALUES (?, ?)');
  const putPart = database.prepare('INSERT INTO backtest_report (id, file, part) VALUES (?, ?, ?)');
  const selectParts = database.prepare('SELECT part FROM backtest_report WHERE id = ? AND file = ? ORDER BY seq');
  const selectSizes = database.prepare('SELECT id, sum(length(part)) AS bytes FROM backtest_report GROUP BY id');
  const removeRecord = database.prepare('DELETE FROM backtest WHERE id = ?');
  const removeReport = database.prepare('DELETE FROM backtest_report WHERE id = ?');
  return {
    all: () => selectAll.all().map(({ record }) => JSON.parse(String(record)) as BacktestRecord),
    put: (record) => void putRecord.run(record.id, JSON.stringify(record)),
    append(id, file, part) {
      // The record that follows takes it to the disk.
      database.exec('PRAGMA synchronous = NORMAL');
      try {
        putPart.run(id, file, part);
      } finally {
        database.exec('PRAGMA synchronous = FULL');
      }
    },
    report(id, file) {
      const parts = selectParts.all(id, file).map(({ part }) => part as Uint8Array);
      return parts.length === 0 ? null : Buffer.concat(parts);
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

import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { StoreFault } from '../journal/event-store.ts';
import { openDatabase, type Schema } from '../journal/schema.ts';
import { CannotStart } from './cannot-start.ts';

/**
 * `server.sqlite`; marked by the letters `trqs`. The tables of its first version are made by the files that use them, later ones
 * by a step, as is what changes one that is there already. Files of before 0.2 bear no mark.
 */
export const serverSchema: Schema = {
  applicationId: 0x74727173,
  unmarked: 'config',
  migrations: [
    '',
    `CREATE TABLE backtest (id TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT;
     CREATE TABLE backtest_report (seq INTEGER PRIMARY KEY, id TEXT NOT NULL, file TEXT NOT NULL, part BLOB NOT NULL) STRICT;
     CREATE INDEX backtest_report_id ON backtest_report (id, file, seq);`,
    'CREATE TABLE told (channel TEXT PRIMARY KEY, id TEXT NOT NULL, at INTEGER NOT NULL) STRICT;',
  ],
};

/**
 * `<dataDir>/server.sqlite`: configurations, the answers kept for idempotency keys, what was watched, backtests. It is held exclusively as long
 * as the bot runs, which is also what keeps a second bot out of the data directory, a killed one leaving no trace.
 */
export function openServerDatabase(dataDir: string): DatabaseSync {
  const path = join(dataDir, 'server.sqlite');
  try {
    const database = openDatabase(path, serverSchema);
    // A key that a power cut takes would let its order be sent twice; what is worked out from the journal asks for less.
    database.exec('PRAGMA synchronous = FULL');
    return database;
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error;
    const message = error.kind === 'locked' ? `another bot is using the data directory ${dataDir}` : error.message;
    throw new CannotStart(message, 1);
  }
}

/** Writes what a power cut may take: a kill of the process takes nothing, and nobody waits for the disk. */
export function unhurried<T>(database: DatabaseSync, work: () => T): T {
  database.exec('PRAGMA synchronous = NORMAL');
  try {
    return work();
  } finally {
    database.exec('PRAGMA synchronous = FULL');
  }
}

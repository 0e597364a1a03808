import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreFault } from '../journal/event-store.ts';
import { openDatabase, type Schema } from '../journal/schema.ts';
import { CannotStart } from '../model/cannot-start.ts';
import { holdDirectory } from './hold.ts';

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

/** How long a write waits for the thread that writes the log into the file. */
const PATIENCE_MS = 2_000;

/** Goes together with the hold on its data directory. */
class ServerDatabase extends DatabaseSync {
  readonly #hold: Disposable;

  constructor(file: string, hold: Disposable) {
    super(file, { timeout: PATIENCE_MS });
    this.#hold = hold;
  }

  override close(): void {
    super.close();
    this.#hold[Symbol.dispose]();
  }

  override [Symbol.dispose](): void {
    if (this.isOpen) this.close();
  }
}

/**
 * `<dataDir>/server.sqlite`: configurations, the answers kept for idempotency keys, what was watched, backtests. With it the data directory is
 * held as long as the bot runs, which keeps a second bot out of it, a killed one leaving no trace. Every commit waits for the disk
 * until `openDisk` takes that over.
 */
export function openServerDatabase(dataDir: string): DatabaseSync {
  const path = join(dataDir, 'server.sqlite');
  try {
    const hold = holdDirectory(dataDir);
    try {
      const database = openDatabase(path, serverSchema, (file) => new ServerDatabase(file, hold));
      database.exec('PRAGMA synchronous = FULL');
      return database;
    } catch (error) {
      hold[Symbol.dispose]();
      throw error;
    }
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error;
    const message = error.kind === 'locked' ? `another bot is using the data directory ${dataDir}` : error.message;
    throw new CannotStart(message, 1);
  }
}

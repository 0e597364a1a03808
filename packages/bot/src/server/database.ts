import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CannotStart } from './cannot-start.ts';

const SQLITE_BUSY = 5;

/**
 * `<dataDir>/server.sqlite`: sessions, configurations, the answers kept for idempotency keys, the audit trail. It is held exclusively as
 * long as the bot runs, which is also what keeps a second bot out of the data directory, a killed one leaving no trace.
 */
export function openServerDatabase(dataDir: string): DatabaseSync {
  try {
    const path = join(dataDir, 'server.sqlite');
    const database = new DatabaseSync(path, { timeout: 0 });
    chmodSync(path, 0o600);
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    database.exec('BEGIN IMMEDIATE; COMMIT');
    return database;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      throw new CannotStart(`another bot is using the data directory ${dataDir}`, 1);
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new CannotStart(`${join(dataDir, 'server.sqlite')} cannot be opened (${reason})`, 1);
  }
}

import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isReadable } from '../directory/inventory.ts';
import { StoreFault } from '../journal/event-store.ts';
import { guarded } from '../journal/schema.ts';

const LOCK = 'bot.lock';

/**
 * Holds the data directory for this process, until it is closed or the process ends in whatever way: an open transaction of SQLite on
 * an empty file, which writes nothing. @throws StoreFault `locked` while another process holds it.
 */
export function holdDirectory(dataDir: string): Disposable {
  const file = join(dataDir, LOCK);
  return guarded(file, () => {
    create(file);
    const lock = new DatabaseSync(file, { timeout: 0 });
    try {
      // In memory, so that a killed process leaves nothing to roll back.
      lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
      return lock;
    } catch (error) {
      lock.close();
      throw error;
    }
  });
}

/** Not opened when it is there: closing it again would free the lock of a hold in this process. */
function create(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'ax', 0o600));
}

/** True while a process holds the directory. */
export function isHeld(dataDir: string): boolean {
  const file = join(dataDir, LOCK);
  if (!isReadable(dataDir, LOCK)) return false;
  try {
    guarded(file, () => {
      using lock = new DatabaseSync(file, { readOnly: true, timeout: 0 });
      lock.prepare('SELECT count(*) FROM sqlite_schema').get();
    });
    return false;
  } catch (error) {
    return error instanceof StoreFault && error.kind === 'locked';
  }
}

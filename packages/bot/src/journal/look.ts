import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { guarded } from './schema.ts';

/**
 * Opens a database to look at it, leaving nothing beside it. One that is in use is waited for `patienceMs`.
 * @throws StoreFault
 */
export function openToLook(file: string, patienceMs = 0): DatabaseSync {
  const url = pathToFileURL(file);
  // Without a log beside it no process writes it, and SQLite need not make one to find that out.
  if (!existsSync(`${file}-wal`)) url.search = '?immutable=1';
  return guarded(file, () => {
    const database = new DatabaseSync(url, { readOnly: true, timeout: patienceMs });
    try {
      // The first look is what finds a file locked or damaged.
      database.prepare('SELECT count(*) FROM sqlite_schema').get();
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openToLook } from '../journal/look.ts';
import { accessFaults } from '../server/access-chain.ts';
import { CHAINED } from '../server/access-database.ts';
import { type Check, fail, ok } from './check.ts';

/** Whether users and the audit log are as the bot wrote them. Nothing is told of a file that there is not, or that a start has yet to chain. */
export function checkAccess(dataDir: string): readonly Check[] {
  const file = join(dataDir, 'access.sqlite');
  if (!existsSync(file)) return [];
  const name = 'users and audit log';
  try {
    using database = openToLook(file);
    const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
    if (version < CHAINED) return [];
    const faults = accessFaults(database);
    if (faults.length > 0)
      return [fail(name, faults.join('; '), 'compare with a backup: somebody changed access.sqlite')];
    const { rows } = database.prepare('SELECT count(*) AS rows FROM audit').get() ?? {};
    return [ok(name, `${rows} entries, each by its hash`)];
  } catch (error) {
    return [
      fail(name, `${file} cannot be read: ${error instanceof Error ? error.message : error}`, 'restore a backup'),
    ];
  }
}

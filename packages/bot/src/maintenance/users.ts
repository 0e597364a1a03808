import { userInfo } from 'node:os';
import { realClock } from '../model/clock.ts';
import { openAccessDatabase } from '../server/access-database.ts';
import { createAudit } from '../server/audit.ts';
import { openDataDirectory } from '../server/data-directory.ts';
import { createUsers, notedBy, type Users } from '../server/users.ts';
import { refuseHalfRestored, usable } from './obstacles.ts';

/** The users of a data directory, whether its bot runs or not; what changes takes effect in a running bot within a moment. */
export interface OpenUsers extends Users, Disposable {}

/**
 * Opens the users of a data directory and makes it where there is none; `hash` is how new passwords are kept. @throws CannotStart with a
 * line for the operator.
 */
export function openUsers(
  dataDir: string,
  actor: string = osUser(),
  hash?: Parameters<typeof createUsers>[3],
): OpenUsers {
  refuseHalfRestored(dataDir);
  openDataDirectory(dataDir);
  usable(dataDir, 'user');
  const database = openAccessDatabase(dataDir);
  // A user who was locked out stays out, though the machine loses power.
  database.exec('PRAGMA synchronous = FULL');
  const users = createUsers(database, notedBy(createAudit(database), `shell:${actor}`), realClock.now, hash);
  return { ...users, [Symbol.dispose]: () => database.close() };
}

function osUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'user');
  }
}

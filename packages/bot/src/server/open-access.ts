import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type Access, createAccess } from './access.ts';
import { type AccessHeads, accessFaults, createHeads } from './access-chain.ts';
import { openAccessDatabase, takeOverTrail } from './access-database.ts';
import { type Audit, closeCutOff, createAudit } from './audit.ts';
import type { OnDisk } from './disk.ts';
import { createUsers, type Users } from './users.ts';

/** Everything in the bot waits as long for a change of another process. */
const PATIENCE_MS = 250;

/** Users, sessions and audit log of a running bot. */
export interface OpenAccess {
  readonly access: Access;
  readonly audit: Audit;
  readonly users: Users;
  /** What somebody else changed in `access.sqlite` before the start; a sentence each. */
  readonly accessFaults: readonly string[];
  /** Where the chains of `access.sqlite` end now. */
  readonly accessHeads: () => AccessHeads;
  readonly accessDatabase: OnDisk;
  readonly close: () => void;
}

interface AccessOptions {
  readonly adminToken: string;
  readonly redact: (line: string) => string;
  readonly now: () => number;
  /** Left out, the usual one. */
  readonly idleMs?: number | undefined;
  /** Left out, the usual hash of passwords. */
  readonly hash?: ((password: string) => Promise<string>) | undefined;
}

/** `server` is the bot's own database, which held the audit log of versions before 0.2. @throws CannotStart */
export function openAccess(
  dataDir: string,
  server: DatabaseSync,
  { adminToken, redact, now, idleMs, hash }: AccessOptions,
): OpenAccess {
  const database = openAccessDatabase(dataDir, PATIENCE_MS);
  takeOverTrail(server, database);
  const faults = accessFaults(database);
  closeCutOff(database);
  return {
    access: createAccess(database, adminToken, now, idleMs),
    audit: createAudit(database, redact),
    // The trail of the calls tells of what they change.
    users: createUsers(database, () => {}, now, hash),
    accessFaults: faults,
    accessHeads: createHeads(database),
    accessDatabase: { file: join(dataDir, 'access.sqlite'), database },
    close: () => database.close(),
  };
}

import { existsSync } from 'node:fs';
import { StoreFault } from '../journal/event-store.ts';
import { openToLook } from '../journal/look.ts';
import { guarded } from '../journal/schema.ts';
import { adminToken } from '../server/admin-token.ts';
import { identityKey } from '../server/identity.ts';
import { secretFault } from '../server/secret-file.ts';
import { keyFileFault } from '../vault/lock.ts';
import { type Check, fail, ok } from './check.ts';

/** Checks the files of secrets; `server`: the database with the vault, or a copy of it, left out where there is none. */
export function checkSecrets(dataDir: string, server: string): readonly Check[] {
  const tokens = [
    { name: 'admin token', fault: secretFault(dataDir, adminToken) },
    { name: 'identity', fault: secretFault(dataDir, identityKey) },
  ].flatMap(({ name, fault }) => (fault === null ? [] : [fail(name, fault, 'no start would take it')]));
  if (!existsSync(server)) return tokens;
  try {
    using database = openToLook(server);
    const fault = guarded(server, () => keyFileFault(database, dataDir));
    const advice = 'without it the bot runs with neither exchange keys nor alerts';
    return [...tokens, fault === null ? ok('vault', 'its key opens it') : fail('vault', fault, advice)];
  } catch (error) {
    // A database that cannot be read is a finding of its own.
    if (error instanceof StoreFault) return tokens;
    throw error;
  }
}

import { join } from 'node:path';
import { lookAt } from '../directory/inventory.ts';
import { openToLook } from '../journal/look.ts';
import { guarded } from '../journal/schema.ts';
import type { FoundWitness } from '../journal/witness.ts';
import { CannotStart } from '../model/cannot-start.ts';
import { adminToken } from '../server/admin-token.ts';
import { identityKey } from '../server/identity.ts';
import { secretFault } from '../server/secret-file.ts';
import { keyFileFault } from '../vault/lock.ts';
import { examineLife } from './examine-life.ts';
import { verifyJournal } from './restore.ts';

export interface Verified {
  /** Where the copy lies. */
  readonly folder: string;
  /** True for a copy that must hold the administrator's token and the key of the vault. */
  readonly keys: boolean;
  /** The witness of the data directory as it was before the copy was made. */
  readonly witness: FoundWitness;
  /** True where a bot held the journal: the bot vouches for its copy, which may be further on than the witness was. */
  readonly runs: boolean;
}

/**
 * Judges whether a start would take what a backup restores; the number of its facts. @throws CannotStart where it would not, or would go on
 * without the secrets of its vault
 */
export function verifyBackup({ folder, keys, witness, runs }: Verified): number {
  const directory = lookAt(folder, 'reader');
  const missing =
    directory.state === 'there'
      ? directory.found.filter(
          ({ item, state }) => item.isNeeded && item.backup === 'database' && state.state === 'absent',
        )
      : [];
  const faults = missing.map(({ item }) => `${item.name} is missing`);
  if (faults.length === 0) {
    const verdict = examineLife(folder, witness);
    const losses = verdict.go === 'refuse' ? verdict.losses : [];
    faults.push(...losses.filter(({ code }) => !(runs && code.startsWith('witness'))).map(({ said }) => said));
    if (keys) faults.push(...keyFaults(folder));
  }
  if (faults.length > 0)
    throw new CannotStart(`no backup was made, because no start would take it: ${faults.join('; ')}`, 1);
  return verifyJournal(folder);
}

function keyFaults(folder: string): readonly string[] {
  const server = join(folder, 'server.sqlite');
  using database = openToLook(server);
  const vault = guarded(server, () => keyFileFault(database, folder));
  const faults = [secretFault(folder, adminToken), secretFault(folder, identityKey)];
  return [vault === null ? null : `the vault cannot be opened: ${vault}`, ...faults].filter((fault) => fault !== null);
}

import { join } from 'node:path';
import { publicKeyOf } from '../directory/identity.ts';
import { CannotStart } from '../model/cannot-start.ts';
import { adminToken } from '../server/admin-token.ts';
import { openServerDatabase } from '../server/database.ts';
import { holdDirectory } from '../server/hold.ts';
import { identityKey } from '../server/identity.ts';
import { readSecret, replaceSecret } from '../server/secret-file.ts';
import { rotateKey } from '../vault/vault.ts';
import { type Usable, usable } from './obstacles.ts';
import { isInUse } from './restore.ts';

/** Makes a new administrator's token for a directory that no bot uses; sessions stay. @throws CannotStart, StoreFault */
export function rotateToken(dataDir: string): void {
  refuseUnlessFree(dataDir, adminToken.name);
  using _held = holdDirectory(dataDir);
  replaceSecret(dataDir, adminToken);
}

/** Makes a new key by which the bot of a directory that no bot uses proves itself; its public key. @throws CannotStart */
export function rotateIdentity(dataDir: string): string {
  refuseUnlessFree(dataDir, identityKey.name);
  using _held = holdDirectory(dataDir);
  replaceSecret(dataDir, identityKey);
  return publicKeyOf(readSecret(dataDir, identityKey));
}

/** Seals the vault of a directory that no bot uses with a new key; the number of its records. @throws CannotStart, StoreFault */
export async function rotateVaultKey(dataDir: string): Promise<number> {
  refuseUnlessFree(dataDir, 'vault.key');
  using database = openServerDatabase(dataDir);
  return await rotateKey(database, dataDir);
}

/** A link is what somebody else has mounted, who has to rotate it. @throws CannotStart */
function refuseUnlessFree(dataDir: string, name: string): void {
  const directory = usable(dataDir, 'user');
  if (!directory.hasBot) throw new CannotStart(`${dataDir} holds no bot's data; say where it is with --data-dir`, 1);
  if (isInUse(dataDir)) throw new CannotStart(`a bot is using ${dataDir}; stop it first`, 1);
  if (isLink(directory, name))
    throw new CannotStart(`${join(dataDir, name)} is a link: replace the file it leads to`, 1);
}

const isLink = ({ found }: Usable, name: string): boolean =>
  found.some(({ item, state }) => item.name === name && state.state === 'there' && state.isLink);

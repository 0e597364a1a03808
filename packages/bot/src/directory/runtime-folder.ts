import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** A short name for a data directory, the same in every process. */
export const shortName = (dataDir: string): string => createHash('sha256').update(dataDir).digest('hex').slice(0, 16);

/**
 * The folder for what need not outlive the machine: that of the service or the session where there is one, else in the temporary folder.
 * Nothing is made.
 */
export function runtimeFolder(): string {
  const { RUNTIME_DIRECTORY: ofService, XDG_RUNTIME_DIR: ofSession } = process.env;
  return join(ofService?.split(':')[0] || ofSession || tmpdir(), `triquad-${userInfo().uid}`);
}

/** Makes a folder for this user alone. @throws Error for one that is another user's or that others may enter */
export function takeFolder(folder: string): void {
  if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined) chmodSync(folder, 0o700);
  const { uid, mode } = lstatSync(folder);
  if (uid !== userInfo().uid || (mode & 0o077) !== 0)
    throw new Error(`${folder} is another user's, or others may enter it`);
}

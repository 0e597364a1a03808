import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { KEY_BYTES } from './seal.ts';

/** The data key, or why it cannot be had, in one line for the operator. */
export type KeyFound = { readonly ok: true; readonly key: Buffer } | { readonly ok: false; readonly reason: string };

/** `<dataDir>/vault.key`. */
export const keyFilePath = (dataDir: string): string => join(dataDir, 'vault.key');

/** Makes the key file (0600) with a new key, whole or not at all; one that is there is kept and read. */
export function makeKeyFile(dataDir: string): KeyFound {
  const path = keyFilePath(dataDir);
  if (existsSync(path)) return readKeyFile(dataDir);
  try {
    // Whatever stands there, a link to elsewhere perhaps, is not written through.
    rmSync(`${path}.new`, { force: true });
    const file = openSync(`${path}.new`, 'wx', 0o600);
    writeSync(file, `${randomBytes(KEY_BYTES).toString('base64url')}\n`);
    fsyncSync(file);
    closeSync(file);
    renameSync(`${path}.new`, path);
    keepName(dataDir);
  } catch (error) {
    return { ok: false, reason: `${path} cannot be written (${codeOf(error)})` };
  }
  return readKeyFile(dataDir);
}

// What is sealed with a key must not outlive the key's name in its directory when the power fails.
function keepName(directory: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(directory, 'r');
  fsyncSync(folder);
  closeSync(folder);
}

export function readKeyFile(dataDir: string): KeyFound {
  const path = keyFilePath(dataDir);
  try {
    if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
      return { ok: false, reason: `${path} can be read by others; run: chmod 600 ${path}` };
    }
    const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url');
    if (key.length === KEY_BYTES) return { ok: true, key };
    return { ok: false, reason: `${path} does not hold a key; put the right file back` };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { ok: false, reason: `${path} is missing; put the file back` };
    return { ok: false, reason: `${path} cannot be read (${codeOf(error)})` };
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown');

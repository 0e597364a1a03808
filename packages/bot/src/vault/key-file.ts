import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder, writeWhole } from '../directory/whole-file.ts';
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
    writeWhole(path, `${randomBytes(KEY_BYTES).toString('base64url')}\n`);
  } catch (error) {
    return { ok: false, reason: `${path} cannot be written (${codeOf(error)})` };
  }
  return readKeyFile(dataDir);
}

/** A key that takes the place of the key file as soon as the vault is sealed with it. */
const nextPath = (dataDir: string): string => `${keyFilePath(dataDir)}.next`;

/** Makes a new key beside the key file. @throws the error of the file system */
export function makeNextKey(dataDir: string): Buffer {
  const key = randomBytes(KEY_BYTES);
  writeWhole(nextPath(dataDir), `${key.toString('base64url')}\n`);
  return key;
}

/** The key of a rotation whose process ended before the key file was replaced; null where there is none that can be read. */
export function readNextKey(dataDir: string): Buffer | null {
  const found = existsSync(nextPath(dataDir)) ? readKey(nextPath(dataDir)) : null;
  return found?.ok ? found.key : null;
}

/** Puts the next key in the place of the key file. */
export function useNextKey(dataDir: string): void {
  renameSync(nextPath(dataDir), keyFilePath(dataDir));
  syncFolder(dataDir);
}

export const readKeyFile = (dataDir: string): KeyFound => readKey(keyFilePath(dataDir));

function readKey(path: string): KeyFound {
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

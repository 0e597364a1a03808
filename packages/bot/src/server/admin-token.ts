import { randomBytes } from 'node:crypto';
import { lstatSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../directory/whole-file.ts';
import { CannotStart } from '../model/cannot-start.ts';

const TOKEN_BYTES = 32;
const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/;

/** An opaque 256-bit secret in base64url. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Reads `<dataDir>/admin.token`, or makes it (0600) on the first start. */
export function readAdminToken(dataDir: string): string {
  const path = join(dataDir, 'admin.token');
  const created = create(path);
  if (created !== null) return created;
  return readToken(path);
}

/** Why the token of a data directory cannot be used, in one line; null where it can, or where there is none yet. */
export function tokenFault(dataDir: string): string | null {
  const path = join(dataDir, 'admin.token');
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return null;
  try {
    readToken(path);
    return null;
  } catch (error) {
    if (error instanceof CannotStart) return error.message;
    throw error;
  }
}

/** Puts a new token in the place of the one of before, which opens nothing from the next start on. */
export const replaceAdminToken = (dataDir: string): void => writeWhole(join(dataDir, 'admin.token'), `${newToken()}\n`);

function readToken(path: string): string {
  const token = readGuarded(path);
  if (TOKEN_FORM.test(token)) return token;
  throw new CannotStart(`${path} does not hold a token; remove it to have a new one made`, 1);
}

function readGuarded(path: string): string {
  try {
    if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
      throw new CannotStart(`${path} can be read by others; run: chmod 600 ${path}`, 1);
    }
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (error instanceof CannotStart) throw error;
    throw new CannotStart(`${path} cannot be read (${codeOf(error)})`, 1);
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown');

/** Born whole: a first start that is cut off leaves no half of a token. Null when there is a file already. */
function create(path: string): string | null {
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return null;
    const token = newToken();
    writeWhole(path, `${token}\n`);
    return token;
  } catch {
    throw new CannotStart(`${path} cannot be written`, 1);
  }
}

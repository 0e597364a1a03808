import { lstatSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../directory/whole-file.ts';
import { CannotStart } from '../model/cannot-start.ts';

/** A secret that a start makes where there is none, in a file (0600) of the data directory. */
export interface SecretFile<T> {
  readonly name: string;
  /** With its article, as in "a token". */
  readonly what: string;
  make(): string;
  /** Null for a text that is none. */
  parse(text: string): T | null;
}

/** Reads the secret of a data directory, or makes it on the first start. @throws CannotStart */
export function readSecret<T>(dataDir: string, file: SecretFile<T>): T {
  create(join(dataDir, file.name), file);
  return read(join(dataDir, file.name), file);
}

/** Why the secret of a data directory cannot be used, in one line; null where it can, or where there is none yet. */
export function secretFault(dataDir: string, file: SecretFile<unknown>): string | null {
  const path = join(dataDir, file.name);
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return null;
  try {
    read(path, file);
    return null;
  } catch (error) {
    if (error instanceof CannotStart) return error.message;
    throw error;
  }
}

/** Puts a new secret in the place of the one of before. */
export const replaceSecret = (dataDir: string, { name, make }: SecretFile<unknown>): void =>
  writeWhole(join(dataDir, name), make());

function read<T>(path: string, { parse, what }: SecretFile<T>): T {
  const secret = parse(readGuarded(path));
  if (secret !== null) return secret;
  throw new CannotStart(`${path} does not hold ${what}; remove it to have a new one made`, 1);
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

/** Born whole: a first start that is cut off leaves no half of a secret. */
function create(path: string, { make }: SecretFile<unknown>): void {
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) writeWhole(path, make());
  } catch {
    throw new CannotStart(`${path} cannot be written`, 1);
  }
}

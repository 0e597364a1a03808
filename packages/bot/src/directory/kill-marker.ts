import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runtimeFolder, shortName, takeFolder } from './runtime-folder.ts';

const markerPath = (dataDir: string): string => join(runtimeFolder(), `${shortName(dataDir)}.kill`);

/** Notes a kill outside a data directory that cannot be written; false where that fails too. */
export function markKill(dataDir: string, reason: string): boolean {
  try {
    takeFolder(runtimeFolder());
    rmSync(markerPath(dataDir), { force: true });
    writeFileSync(markerPath(dataDir), reason, { mode: 0o600, flag: 'wx', flush: true });
    return true;
  } catch {
    return false;
  }
}

/** The reason of a kill that is noted there; null where there is none. A note that cannot be read counts as one. */
export function markedKill(dataDir: string): string | null {
  try {
    return readFileSync(markerPath(dataDir), 'utf8') || 'a kill without a reason';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return code === 'ENOENT' || code === 'ENOTDIR' ? null : `the note of a kill cannot be read (${code})`;
  }
}

/** Removes the note, once the data directory has the kill. */
export const unmarkKill = (dataDir: string): void => rmSync(markerPath(dataDir), { force: true });

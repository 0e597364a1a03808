import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Stage of a file or folder that a process makes beside its place, and renames into it once it is whole: `<place>.<stage>-<pid>`. */
export type Stage = 'making' | 'restoring' | 'unpacking';

const unfinished = /\.(making|restoring|unpacking)-(\d+)$/;

export const isUnfinished = (name: string): boolean => unfinished.test(name);

export const unfinishedPath = (place: string, stage: Stage): string => `${place}.${stage}-${process.pid}`;

/** Paths of one stage beside a place, or of that place alone; empty where the folder cannot be read. */
function unfinishedBeside(place: string, stage: Stage, ofPlace = false): readonly string[] {
  const folder = dirname(place);
  let names: readonly string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  const isMeant = (name: string): boolean =>
    unfinished.exec(name)?.[1] === stage && (!ofPlace || name.replace(unfinished, '') === basename(place));
  return names.filter(isMeant).map((name) => join(folder, name));
}

/** Removes what processes that were killed have left of one stage; also what this process itself would make. */
export function removeUnfinished(place: string, stage: Stage, ofPlace = false): void {
  for (const path of unfinishedBeside(place, stage, ofPlace))
    if (isOver(Number(unfinished.exec(path)?.[2]))) rmSync(path, { recursive: true, force: true });
}

/**
 * Path of a restore that was ended between putting the data directory of before aside and putting the new one in its place; null where a data
 * directory is there. A start would begin a new life then.
 */
export const halfRestored = (dataDir: string): string | null =>
  existsSync(dataDir) ? null : (unfinishedBeside(dataDir, 'restoring', true)[0] ?? null);

function isOver(pid: number): boolean {
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

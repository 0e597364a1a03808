import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import type { SweepResult } from '@triquad/bot';
import { CommandFailure, exitCode } from './exit-code.ts';

/** The results of a sweep in a file: its terms in the first line, then a line for each combination. */
export interface SweepFile {
  /** Results of earlier runs, by the text of the combination. */
  readonly done: ReadonlyMap<string, SweepResult>;
  add(result: SweepResult): void;
  close(): void;
}

/** Names a combination. */
export const keyOf = (cell: SweepResult['cell']): string => JSON.stringify(cell);

/** Opens the file of a sweep, new or to go on with. @throws CommandFailure where it is of another sweep, in use, or cannot be written. */
export function openSweepFile(path: string, terms: string): SweepFile {
  const lock = `${path}.lock`;
  tried(path, () => take(path, lock));
  try {
    const done = tried(path, () => (existsSync(path) ? resumed(path, terms) : begun(path, terms)));
    return {
      done,
      add: (result) => tried(path, () => appendFileSync(path, `${JSON.stringify(result)}\n`)),
      close: () => rmSync(lock, { force: true }),
    };
  } catch (error) {
    rmSync(lock, { force: true });
    throw error;
  }
}

function begun(path: string, terms: string): ReadonlyMap<string, SweepResult> {
  writeFileSync(path, `${terms}\n`);
  return new Map();
}

/** A line that was cut off is left out; its combination runs again, and so does one that failed. */
function resumed(path: string, terms: string): ReadonlyMap<string, SweepResult> {
  const text = readFileSync(path, 'utf8');
  const [first, ...lines] = text.split('\n');
  if (first !== terms)
    throw new CommandFailure(`${path} has the results of another sweep: name another file`, exitCode.refused);
  const results = lines.flatMap((line) => parsed(line));
  if (!text.endsWith('\n') || results.length < lines.length - 1) {
    const draft = `${path}.part`;
    writeFileSync(draft, [terms, ...results.map((one) => JSON.stringify(one)), ''].join('\n'));
    renameSync(draft, path);
  }
  return new Map(results.flatMap((one) => (one.status === 'completed' ? [[keyOf(one.cell), one]] : [])));
}

function parsed(line: string): readonly SweepResult[] {
  try {
    const one = JSON.parse(line) as SweepResult;
    return typeof one.cell === 'object' && typeof one.status === 'string' ? [one] : [];
  } catch {
    return [];
  }
}

/** One sweep writes a file at a time; a lock that a killed one left is taken over. */
function take(path: string, lock: string): void {
  const owner = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
  if (owner > 0 && isAlive(owner))
    throw new CommandFailure(`${path} is being written by another sweep (process ${owner})`, exitCode.refused);
  rmSync(lock, { force: true });
  const file = openSync(lock, 'wx');
  writeSync(file, String(process.pid));
  closeSync(file);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Reports an error of the disk in one line. */
function tried<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandFailure(`${path} cannot be written: ${reason}`, exitCode.refused);
  }
}

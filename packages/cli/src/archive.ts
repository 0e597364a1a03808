import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { removeUnfinished, syncFile, unfinishedPath } from '@triquad/bot/directory';
import { CommandFailure, exitCode } from './exit-code.ts';

export const isArchive = (path: string): boolean => /\.(tar\.gz|tgz)$/.test(path);

/** Packs a folder into a new file that its owner alone can read. */
export function pack(folder: string, file: string): void {
  const draft = unfinishedPath(`${file}.packed`, 'making');
  closeSync(openSync(draft, 'wx', 0o600));
  try {
    tar('-czf', draft, '-C', folder, '.');
    syncFile(draft);
    if (existsSync(file)) throw new CommandFailure(`${file} exists already; give another name`, exitCode.usage);
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Unpacks a file into a new folder (0700) beside `place`, which lasts as long as `use`. */
export async function unpacked<T>(file: string, place: string, use: (folder: string) => Promise<T>): Promise<T> {
  mkdirSync(dirname(place), { recursive: true });
  removeUnfinished(place, 'unpacking', true);
  const folder = unfinishedPath(place, 'unpacking');
  mkdirSync(folder, { mode: 0o700 });
  try {
    tar('-xzf', file, '-C', folder);
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// Linux, macOS and Windows come with tar.
function tar(...args: string[]): void {
  // Looked up on demand: it takes Node ten milliseconds to load, and most commands do not use it.
  const { execFileSync } = process.getBuiltinModule('node:child_process');
  try {
    execFileSync('tar', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    const said =
      error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n')[0] : String(error);
    throw new CommandFailure(`tar failed: ${said}`, exitCode.refused);
  }
}

import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { syncFile } from '@triquad/bot/directory';
import { CommandFailure, exitCode } from './exit-code.ts';

export const isArchive = (path: string): boolean => /\.(tar\.gz|tgz)$/.test(path);

/** Packs a folder into a new file that its owner alone can read. */
export function pack(folder: string, file: string): void {
  closeSync(openSync(file, 'wx', 0o600));
  try {
    tar('-czf', file, '-C', folder, '.');
    syncFile(file);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

/** Unpacks a file into a new folder (0700) in `place`, which lasts as long as `use`. */
export async function unpacked<T>(file: string, place: string, use: (folder: string) => Promise<T>): Promise<T> {
  mkdirSync(place, { recursive: true });
  const folder = mkdtempSync(join(place, '.triquad-restore-'));
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

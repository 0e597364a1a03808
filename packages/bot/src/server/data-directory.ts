import { accessSync, chmodSync, constants, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../directory/whole-file.ts';
import { CannotStart } from '../model/cannot-start.ts';

/** Makes the data directory (owner only) and proves that it can be written. */
export function openDataDirectory(path: string): void {
  try {
    const created = mkdirSync(path, { recursive: true, mode: 0o700 });
    if (created !== undefined) chmodSync(path, 0o700);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new CannotStart(`the data directory ${path} cannot be written (${reason})`, 1);
  }
}

/** Leaves `<dataDir>/server.json` for the shell commands of this machine: `{url, door, pid}` of the bot that runs. */
export function writeServerFile(dataDir: string, url: string, door: string | null): void {
  writeWhole(join(dataDir, 'server.json'), `${JSON.stringify({ url, door, pid: process.pid })}\n`);
}

export function removeServerFile(dataDir: string): void {
  rmSync(join(dataDir, 'server.json'), { force: true });
}

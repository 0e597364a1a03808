import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { CommandFailure, exitCode } from './exit-code.ts';

/** Puts a text into an open file. */
type Write = (file: number, text: string) => void;

/**
 * Writes a file so that it is there as a whole or not at all: what was there before stays until then. What is no file, as a pipe, is
 * written to as it is. @throws CommandFailure with one line where the disk is full or refuses.
 */
export function writeWhole(path: string, text: string, write: Write = writeFileSync): void {
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
  const draft = isFile ? `${path}.part` : path;
  let isMade = false;
  try {
    const file = openSync(draft, 'w');
    isMade = isFile;
    try {
      write(file, text);
      if (isFile) fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (isFile) renameSync(draft, path);
  } catch (error) {
    if (isMade) rmSync(draft, { force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandFailure(`${path} cannot be written: ${reason}`, exitCode.refused);
  }
}

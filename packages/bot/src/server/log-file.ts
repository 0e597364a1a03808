import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from '../model/cannot-start.ts';

const MAX_BYTES = 8 * 1024 * 1024;
const KEPT_FILES = 5;

export interface LogFile {
  write(line: string): void;
  close(): void;
}

/** `<dataDir>/logs/triquad.log`. */
export const logPath = (dataDir: string): string => join(dataDir, 'logs', 'triquad.log');

/** The log file, one JSON entry a line; at 8 MiB it becomes `triquad.1.log` and so on, five in all. @throws CannotStart */
export function openLogFile(dataDir: string): LogFile {
  const directory = join(dataDir, 'logs');
  const path = logPath(dataDir);
  // Null between two files: a number that is closed may be another file's by now, the journal's perhaps.
  let file: number | null = null;
  let bytes = 0;
  const open = (): number => {
    file = openSync(path, 'a', 0o600);
    bytes = fstatSync(file).size;
    return file;
  };
  const close = () => {
    const closing = file;
    file = null;
    if (closing !== null) closeSync(closing);
  };
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    open();
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new CannotStart(`${path} cannot be written (${reason})`, 1);
  }
  let failed = false;
  return {
    write(line) {
      try {
        const current = file ?? open();
        bytes += writeSync(current, line);
        failed = false;
        if (bytes < MAX_BYTES) return;
        close();
        rotate(directory);
      } catch (error) {
        if (!failed)
          process.stderr.write(
            `the log file cannot be written: ${error instanceof Error ? error.message : String(error)}\n`,
          );
        failed = true;
      }
    },
    close,
  };
}

const fileName = (age: number): string => (age === 0 ? 'triquad.log' : `triquad.${age}.log`);

function rotate(directory: string): void {
  for (let age = KEPT_FILES - 2; age >= 0; age -= 1) {
    const path = join(directory, fileName(age));
    if (existsSync(path)) renameSync(path, join(directory, fileName(age + 1)));
  }
}

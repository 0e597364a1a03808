import { closeSync, existsSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from './cannot-start.ts';

const MAX_BYTES = 8 * 1024 * 1024;
const KEPT_FILES = 5;

export interface LogFile {
  write(line: string): void;
  close(): void;
}

/** `<dataDir>/logs/triquad.log`, one JSON entry a line; at 8 MiB it becomes `triquad.1.log` and so on, five in all. @throws CannotStart */
export function openLogFile(dataDir: string): LogFile {
  const directory = join(dataDir, 'logs');
  const path = join(directory, 'triquad.log');
  const open = () => openSync(path, 'a', 0o600);
  let file: number;
  let bytes: number;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    file = open();
    bytes = statSync(path).size;
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new CannotStart(`${path} cannot be written (${reason})`, 1);
  }
  let failed = false;
  return {
    write(line) {
      try {
        bytes += writeSync(file, line);
        failed = false;
        if (bytes < MAX_BYTES) return;
        closeSync(file);
        rotate(directory);
        file = open();
        bytes = 0;
      } catch (error) {
        if (!failed) process.stderr.write(`the log file cannot be written: ${String(error)}\n`);
        failed = true;
      }
    },
    close() {
      closeSync(file);
    },
  };
}

const fileName = (age: number): string => (age === 0 ? 'triquad.log' : `triquad.${age}.log`);

function rotate(directory: string): void {
  for (let age = KEPT_FILES - 2; age >= 0; age -= 1) {
    const path = join(directory, fileName(age));
    if (existsSync(path)) renameSync(path, join(directory, fileName(age + 1)));
  }
}

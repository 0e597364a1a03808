import { accessSync, chmodSync, constants, mkdirSync } from 'node:fs';
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

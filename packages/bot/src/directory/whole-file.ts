import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Replaces a file (0600): after a crash or a power cut it holds these bytes or is as before. A link of that name, or of the draft's, is
 * replaced and not written through.
 */
export function writeWhole(file: string, bytes: Uint8Array | string): void {
  const draft = `${file}.new`;
  rmSync(draft, { force: true });
  const descriptor = openSync(draft, 'wx', 0o600);
  try {
    const content = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
    for (let written = 0; written < content.length; ) written += writeSync(descriptor, content, written);
    fchmodSync(descriptor, 0o600);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(draft, file);
  syncFolder(dirname(file));
}

/** Until then a file that was made or renamed in it may be gone after a power cut. */
export function syncFolder(folder: string): void {
  // Windows neither opens folders nor needs it.
  if (process.platform === 'win32') return;
  syncFile(folder);
}

/** Waits until what was written to a file is on the disk. */
export function syncFile(file: string): void {
  const descriptor = openSync(file, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

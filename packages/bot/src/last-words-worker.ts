import { write } from 'node:fs';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { workerData } from 'node:worker_threads';

/** The last lines of a process that ends. `written` becomes 1 when all of them are on the disk, or cannot be. */
export type LastWords = {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** For the standard error. */
  readonly line: string;
  readonly written: Int32Array<SharedArrayBuffer>;
};

const { files, line, written } = workerData as LastWords;
const standardError = 2;

const append = async ({ path, text }: LastWords['files'][number]): Promise<void> => {
  await using file = await open(path, 'a', 0o600);
  await file.appendFile(text);
  await file.sync();
};

// Each by itself: one of them may be on a disk that hangs, or have no reader.
await Promise.allSettled([...files.map(append), promisify(write)(standardError, line)]);
Atomics.store(written, 0, 1);
Atomics.notify(written, 0);

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Where a file of the recorded market data is, or null where the data is absent: it lives beside the repository and is
 * not part of it. A test passes the answer to `test.skipIf(file === null)`.
 */
export function recordedData(path: string): string | null {
  const file = join(repository, '..', 'shared', 'data', path);
  if (existsSync(file)) return file;
  console.warn(`skipped: recorded market data ${path} is not beside the repository`);
  return null;
}

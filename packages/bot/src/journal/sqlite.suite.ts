import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { StoreFault } from './event-store.ts';

export const fact = (at: number) => ({ type: 'FundsDeposited', at, note: 'x'.repeat(500) });

/** Where a journal may be opened, in a directory of its own that is removed after the test. */
export const journalPath = (): string => {
  const directory = mkdtempSync(join(tmpdir(), 'triquad-journal-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return join(directory, 'journal.sqlite');
};

/** What the work on that file says went wrong; null when nothing did. */
export const faultFrom = (file: string, work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (error instanceof StoreFault) return { kind: error.kind, message: error.message.replace(file, 'FILE') };
    throw error;
  }
  return null;
};

/** Past the store. */
export const withDatabase = (file: string, work: (database: DatabaseSync) => void): void => {
  const database = new DatabaseSync(file);
  work(database);
  database.close();
};

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { repository } from './recorded-data.ts';

/** Of a data directory, read from its tables without any code of the product. */
export type Sums = {
  /** Of the journal: how many facts, and the hash of the last. */
  readonly facts: number;
  readonly head: string;
  /** `exchange asset` → what the account holds. */
  readonly holdings: Readonly<Record<string, string>>;
  /** Execution → how it ended, and its profit in its first currency. */
  readonly executions: Readonly<Record<string, { readonly status: string; readonly profit: string }>>;
  readonly open_orders: readonly string[];
  readonly users: readonly { readonly name: string; readonly role: string }[];
  /** The saved configurations, the active one with `is_active`. */
  readonly configs: readonly (Readonly<Record<string, unknown>> & { readonly is_active: boolean })[];
  readonly audit: readonly Readonly<Record<string, unknown>>[];
};

/** Rows of a database in that folder; numbers, text and nulls. */
export const rowsOf = (dataDir: string, name: string, query: string): readonly Readonly<Record<string, unknown>>[] => {
  const database = new DatabaseSync(join(dataDir, name));
  try {
    return database
      .prepare(query)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    database.close();
  }
};

const folder = join(repository, 'tests', 'fixtures', 'data-317b2df');

/** Where the sums of the old data directory are kept. */
export const oldSumsFile = join(folder, 'sums.json');
export const oldSums = (): Sums => JSON.parse(readFileSync(oldSumsFile, 'utf8')) as Sums;

/** Makes a data directory as the version 317b2df left it when it was killed in the middle of an execution. */
export const unpackOldData = (dataDir: string): string => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.gz'))) {
    writeFileSync(join(dataDir, name.slice(0, -'.gz'.length)), gunzipSync(readFileSync(join(folder, name))), {
      mode: 0o600,
    });
  }
  return dataDir;
};

/** The password of the user `ada` of that directory. */
export const oldPassword = 'correct-horse-battery-staple-1';

import { chmodSync, closeSync, openSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { StoreFault, type StoreFaultKind } from './event-store.ts';

/** What a database of ours is known by, and how it grew; a step once released is never changed. */
export type Schema = {
  /** The `application_id` in the file's header. */
  readonly applicationId: number;
  /** Each step leads from the version of its index to the next. */
  readonly migrations: readonly string[];
  /** A table that a file of ours has which was written before files were marked; null where there are none. */
  readonly unmarked: string | null;
};

const ringTable = (name: string) =>
  `CREATE TABLE ${name} (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, data TEXT NOT NULL) STRICT;`;

/** `journal.sqlite`; marked by the letters `triq`. */
export const journalSchema: Schema = {
  applicationId: 0x74726971,
  unmarked: null,
  migrations: [
    `CREATE TABLE journal (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, type TEXT NOT NULL, payload TEXT NOT NULL, hash TEXT NOT NULL) STRICT;
     CREATE TRIGGER journal_is_append_only BEFORE UPDATE ON journal BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
     CREATE TRIGGER journal_keeps_all BEFORE DELETE ON journal BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
     CREATE TABLE snapshot (name TEXT PRIMARY KEY, seq INTEGER NOT NULL, state TEXT NOT NULL) STRICT;
     ${ringTable('decisions')} ${ringTable('opportunities')} ${ringTable('logs')}`,
    // A snapshot is a cache: the next start rebuilds it, with what proves that it belongs to this journal.
    `DROP TABLE snapshot;
     CREATE TABLE snapshot (name TEXT PRIMARY KEY, seq INTEGER NOT NULL, head TEXT NOT NULL, digest TEXT NOT NULL, state TEXT NOT NULL) STRICT;`,
    // `n`: number of the commit that holds the fact, null before there was a witness. `identity`: what the witness knows the journal by.
    `ALTER TABLE journal ADD COLUMN n INTEGER;
     CREATE TABLE identity (one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL) STRICT;`,
    // The blocks of facts that lie in files beside the database, each up to the fact `last` with the hash `head`: only these may go.
    `CREATE TABLE sealed (last INTEGER PRIMARY KEY, head TEXT NOT NULL, file TEXT NOT NULL, place INTEGER NOT NULL, bytes INTEGER NOT NULL) STRICT;
     DROP TRIGGER journal_keeps_all;
     CREATE TRIGGER journal_keeps_all BEFORE DELETE ON journal WHEN OLD.seq > (SELECT coalesce(max(last), 0) FROM sealed)
       BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;`,
  ],
};

/**
 * Opens the file for its user alone and brings its schema up to date; for this process alone too, unless `share` opens it so that
 * other connections may.
 * @throws StoreFault, having changed nothing.
 */
export function openDatabase<T extends DatabaseSync = DatabaseSync>(
  file: string,
  schema: Schema = journalSchema,
  share: ((file: string) => T) | null = null,
): DatabaseSync | T {
  createForOwner(file);
  const database = guarded(file, () => (share === null ? new DatabaseSync(file, { timeout: 0 }) : share(file)));
  try {
    guarded(file, () => {
      if (share === null) database.exec('PRAGMA locking_mode = EXCLUSIVE');
      const version = versionOf(database, file, schema);
      chmodSync(file, 0o600);
      database.exec('PRAGMA journal_mode = WAL');
      migrate(database, version, schema);
    });
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

/** SQLite gives the files beside a database the mode of the database. */
function createForOwner(file: string): void {
  try {
    closeSync(openSync(file, 'ax', 0o600));
  } catch {
    // It is there already, or cannot be made: SQLite says which.
  }
}

/** The version of a database's schema, 0 of an empty one. @throws StoreFault when it is another program's, or a newer version's. */
export function versionOf(database: DatabaseSync, file: string, schema: Schema = journalSchema): number {
  const read = (pragma: string) => Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0] ?? 0);
  const version = read('user_version');
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all()
    .map(({ name }) => name);
  const id = read('application_id');
  const isOurs = id === schema.applicationId || (id === 0 && tables.includes(schema.unmarked ?? ''));
  if (tables.length > 0 && !isOurs) {
    throw new StoreFault('foreign-file', `${file} is a database of something else; it was left as it is`);
  }
  if (version > schema.migrations.length) {
    const known = `schema ${version}, this version knows up to ${schema.migrations.length}`;
    throw new StoreFault('newer-schema', `${file} was written by a newer version (${known}); it was left as it is`);
  }
  return version;
}

function migrate(database: DatabaseSync, version: number, { applicationId, migrations }: Schema): void {
  database.exec('PRAGMA synchronous = FULL; BEGIN IMMEDIATE');
  for (const step of migrations.slice(version)) database.exec(step);
  database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${migrations.length}; COMMIT`);
}

/**
 * Copies an open database into a new file (0600), a few pages at a time so that its user can go on. While that user is in a transaction
 * no copy can begin: it waits for the end of it, 10 s at most. @throws StoreFault
 */
export async function copyDatabase(database: DatabaseSync, file: string): Promise<void> {
  createForOwner(file);
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      await backup(database, file, { rate: copiedAtOnce });
      return;
    } catch (error) {
      if (!isInTransaction(error)) throw faultOf(error, file) ?? error;
      if (performance.now() > until)
        throw new StoreFault('locked', `${file} cannot be written: what it copies is in use`);
    }
    await setTimeout(pauseMs);
  }
}

const patienceMs = 10_000;
const pauseMs = 5;

/** Node's thread pool takes the first step between two statements of a transaction: "not an error", by its result code. */
const isInTransaction = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && [0, 5, 6].includes(Number(error.errcode) & 0xff);

/** Pages of 4 KiB: about a millisecond. */
const copiedAtOnce = 256;

/** Runs what touches the file and turns what SQLite says into a `StoreFault`. */
export function guarded<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw faultOf(error, file) ?? error;
  }
}

/**
 * Primary result codes of SQLite (https://www.sqlite.org/rescode.html); the extended ones share their low byte. Of a short read not the
 * disk is the cause, but a file that ends before the page: it was cut.
 */
const meanings: Readonly<Record<number, readonly [StoreFaultKind, string]>> = {
  5: ['locked', 'is in use by another process'],
  6: ['locked', 'is in use by another process'],
  8: ['read-only', 'cannot be written: it is read-only'],
  10: ['unreachable', 'cannot be read or written: the disk reports an error'],
  11: ['corrupt', 'is damaged; it was left as it is'],
  13: ['disk-full', 'cannot be written: the disk is full'],
  14: ['unreachable', 'cannot be opened'],
  26: ['corrupt', 'is no database or is damaged; it was left as it is'],
  522: ['corrupt', 'is damaged; it was left as it is'],
  // The index of the log cannot grow.
  4874: ['disk-full', 'cannot be written: the disk is full'],
};

/** The fault behind an error of SQLite, null when the error is of another kind. */
export function faultOf(error: unknown, file: string): StoreFault | null {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
  const meaning = meanings[code] ?? meanings[code & 0xff];
  return meaning ? new StoreFault(meaning[0], `${file} ${meaning[1]}`) : null;
}

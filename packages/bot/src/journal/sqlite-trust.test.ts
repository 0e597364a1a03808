import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { faultOf, journalSchema, openDatabase } from './schema.ts';
import { fact, faultFrom, journalPath, withDatabase } from './sqlite.suite.ts';
import { openStoreHere } from './sqlite.ts';

let file = '';
beforeEach(() => {
  file = journalPath();
});

describe('tampering', () => {
  beforeEach(() => {
    const store = openStoreHere(file);
    store.append([fact(1), fact(2), fact(3)]);
    store.close();
  });
  const verdict = () => {
    const store = openStoreHere(file);
    const result = store.verify();
    store.close();
    return result;
  };

  test('is refused by the tables themselves', () => {
    withDatabase(file, (database) => {
      expect(() => database.exec('DELETE FROM journal')).toThrow('append-only');
      expect(() => database.exec("UPDATE journal SET payload = '{}'")).toThrow('append-only');
    });
  });

  test('with a payload is found', () => {
    withDatabase(file, (database) => {
      database.exec("DROP TRIGGER journal_is_append_only; UPDATE journal SET payload = '{}' WHERE seq = 2");
    });
    expect(verdict()).toEqual({ ok: false, seq: 2, reason: 'fact 2 is not what was written' });
  });

  test('with the order is found', () => {
    withDatabase(file, (database) => {
      database.exec('DROP TRIGGER journal_keeps_all; DELETE FROM journal WHERE seq = 2');
    });
    expect(verdict()).toEqual({ ok: false, seq: 2, reason: 'fact 2 is missing' });
  });
});

describe('a file that cannot serve', () => {
  test('of a newer version is left as it is', () => {
    openStoreHere(file).close();
    withDatabase(file, (database) => database.exec('PRAGMA user_version = 99'));
    const bytes = readFileSync(file);
    expect(faultFrom(file, () => openStoreHere(file))).toEqual({
      kind: 'newer-schema',
      message: `FILE was written by a newer version (schema 99, this version knows up to ${journalSchema.migrations.length}); it was left as it is`,
    });
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  test('of another program is left as it is', () => {
    withDatabase(file, (database) => database.exec('CREATE TABLE notes (text TEXT)'));
    const bytes = readFileSync(file);
    expect(faultFrom(file, () => openStoreHere(file))?.kind).toBe('foreign-file');
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  test('that is no database is left as it is', () => {
    const bytes = Buffer.from('timeMs,symbol,bid,ask\n'.repeat(100));
    writeFileSync(file, bytes);
    expect(faultFrom(file, () => openStoreHere(file))).toEqual({
      kind: 'corrupt',
      message: 'FILE is no database or is damaged; it was left as it is',
    });
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  test('whose pages are damaged is told when they are read', () => {
    const store = openStoreHere(file);
    store.append(Array.from({ length: 200 }, (_, index) => fact(index)));
    store.close();
    const bytes = readFileSync(file);
    bytes.fill(0x7f, 16_384);
    writeFileSync(file, bytes);
    expect(
      faultFrom(file, () => {
        const damaged = openStoreHere(file);
        try {
          return damaged.verify();
        } finally {
          damaged.close();
        }
      })?.kind,
    ).toBe('corrupt');
  });

  test('is in use by another process', () => {
    const store = openStoreHere(file);
    expect(faultFrom(file, () => openStoreHere(file))).toEqual({
      kind: 'locked',
      message: 'FILE is in use by another process',
    });
    store.close();
  });

  test('lies in a directory that does not exist', () => {
    file = join(dirname(file), 'nowhere', 'journal.sqlite');
    expect(faultFrom(file, () => openStoreHere(file))).toEqual({
      kind: 'unreachable',
      message: 'FILE cannot be opened',
    });
    expect(existsSync(dirname(file))).toBe(false);
  });

  test.each([
    [8, 'read-only'],
    [10 | (3 << 8), 'unreachable'],
    [10 | (2 << 8), 'corrupt'],
    [13, 'disk-full'],
    [5 | (1 << 8), 'locked'],
  ])('SQLite result %i is %s', (errcode, kind) => {
    expect(faultOf(Object.assign(new Error(), { errcode }), file)?.kind).toBe(kind);
  });

  test('an error that is not of SQLite is not disguised', () => {
    expect(faultOf(new TypeError('bug'), file)).toBeNull();
  });
});

describe('an earlier version', () => {
  // Each file is what that version left: never change one of these.
  const written: Readonly<Record<number, string>> = {
    1: `CREATE TABLE journal (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, type TEXT NOT NULL, payload TEXT NOT NULL, hash TEXT NOT NULL) STRICT;
        CREATE TRIGGER journal_is_append_only BEFORE UPDATE ON journal BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
        CREATE TRIGGER journal_keeps_all BEFORE DELETE ON journal BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
        CREATE TABLE snapshot (name TEXT PRIMARY KEY, seq INTEGER NOT NULL, state TEXT NOT NULL) STRICT;
        CREATE TABLE decisions (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, data TEXT NOT NULL) STRICT;
        CREATE TABLE opportunities (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, data TEXT NOT NULL) STRICT;
        CREATE TABLE logs (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, data TEXT NOT NULL) STRICT;
        INSERT INTO journal VALUES (1, 7, 'FundsDeposited', '{"at":7,"type":"FundsDeposited"}', 'e5d7df4290ddb869904adfaf76ba39f749c41f057f565850608e4e8b42714bb8');
        INSERT INTO snapshot VALUES ('engine', 1, '{}');
        INSERT INTO logs (id, at, data) VALUES ('l', 3, '"line"');
        PRAGMA application_id = 1953655153; PRAGMA user_version = 1; PRAGMA journal_mode = WAL;`,
    2: `CREATE TABLE journal (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, type TEXT NOT NULL, payload TEXT NOT NULL, hash TEXT NOT NULL) STRICT;
        CREATE TRIGGER journal_is_append_only BEFORE UPDATE ON journal BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
        CREATE TRIGGER journal_keeps_all BEFORE DELETE ON journal BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
        CREATE TABLE decisions (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, data TEXT NOT NULL) STRICT;
        CREATE TABLE opportunities (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, data TEXT NOT NULL) STRICT;
        CREATE TABLE logs (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, data TEXT NOT NULL) STRICT;
        CREATE TABLE snapshot (name TEXT PRIMARY KEY, seq INTEGER NOT NULL, head TEXT NOT NULL, digest TEXT NOT NULL, state TEXT NOT NULL) STRICT;
        INSERT INTO journal VALUES (1, 7, 'FundsDeposited', '{"at":7,"type":"FundsDeposited"}', 'e5d7df4290ddb869904adfaf76ba39f749c41f057f565850608e4e8b42714bb8');
        INSERT INTO snapshot VALUES ('engine', 1, 'e5d7df4290ddb869904adfaf76ba39f749c41f057f565850608e4e8b42714bb8', 'of another state', '{}');
        INSERT INTO logs (id, at, data) VALUES ('l', 3, '"line"');
        PRAGMA application_id = 1953655153; PRAGMA user_version = 2; PRAGMA journal_mode = WAL;`,
    3: `CREATE TABLE journal (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, type TEXT NOT NULL, payload TEXT NOT NULL, hash TEXT NOT NULL, n INTEGER) STRICT;
        CREATE TRIGGER journal_is_append_only BEFORE UPDATE ON journal BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
        CREATE TRIGGER journal_keeps_all BEFORE DELETE ON journal BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
        CREATE TABLE decisions (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, data TEXT NOT NULL) STRICT;
        CREATE TABLE opportunities (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, data TEXT NOT NULL) STRICT;
        CREATE TABLE logs (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, data TEXT NOT NULL) STRICT;
        CREATE TABLE snapshot (name TEXT PRIMARY KEY, seq INTEGER NOT NULL, head TEXT NOT NULL, digest TEXT NOT NULL, state TEXT NOT NULL) STRICT;
        CREATE TABLE identity (one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL) STRICT;
        INSERT INTO journal VALUES (1, 7, 'FundsDeposited', '{"at":7,"type":"FundsDeposited"}', 'e5d7df4290ddb869904adfaf76ba39f749c41f057f565850608e4e8b42714bb8', 1);
        INSERT INTO identity VALUES (1, 'abababababababababababababababab');
        INSERT INTO snapshot VALUES ('engine', 1, 'e5d7df4290ddb869904adfaf76ba39f749c41f057f565850608e4e8b42714bb8', 'of another state', '{}');
        INSERT INTO logs (id, at, data) VALUES ('l', 3, '"line"');
        PRAGMA application_id = 1953655153; PRAGMA user_version = 3; PRAGMA journal_mode = WAL;`,
  };

  test('has its file here, for every version before this one', () => {
    const before = Array.from({ length: journalSchema.migrations.length - 1 }, (_, index) => String(index + 1));
    expect(Object.keys(written)).toEqual(before);
  });

  test.each(Object.entries(written))('%s is brought up to date and keeps its facts', (_, sql) => {
    withDatabase(file, (database) => database.exec(sql));
    const store = openStoreHere(file);
    expect([...store.read()].map(({ seq, fact }) => [seq, fact])).toEqual([[1, { at: 7, type: 'FundsDeposited' }]]);
    expect(store.verify()).toMatchObject({ ok: true, facts: 1 });
    expect(store.loadSnapshot('engine')).toBeNull();
    store.saveSnapshot('engine', { seq: 1, state: { a: 1 } });
    expect(store.loadSnapshot('engine')).toEqual({ seq: 1, state: { a: 1 } });
    expect(store.recall('logs').map(({ data }) => data)).toEqual(['line']);
    store.close();
    withDatabase(file, (database) => {
      expect(database.prepare('PRAGMA user_version').get()?.user_version).toBe(journalSchema.migrations.length);
    });
  });

  test('that cannot be brought up to date is left as it is', () => {
    withDatabase(file, (database) => database.exec(written[1] ?? ''));
    const broken = {
      ...journalSchema,
      migrations: [...journalSchema.migrations, 'CREATE TABLE x (y) ; SELECT 1 FROM nowhere'],
    };
    expect(() => openDatabase(file, broken)).toThrow('nowhere');
    withDatabase(file, (database) => {
      expect(database.prepare('PRAGMA user_version').get()?.user_version).toBe(1);
      expect(database.prepare('SELECT count(*) AS facts FROM journal').get()?.facts).toBe(1);
    });
  });
});

describe('a snapshot that cannot be trusted is none', () => {
  const taken = () => {
    const store = openStoreHere(file);
    store.append([fact(1), fact(2)]);
    store.saveSnapshot('engine', { seq: 2, state: { whole: true } });
    store.close();
  };
  test.each([
    ['changed', `UPDATE snapshot SET state = '{"whole":false}'`],
    ['torn', `UPDATE snapshot SET state = '{"whole'`],
    ['of another journal', `UPDATE snapshot SET head = '${'0'.repeat(64)}'`],
    ['of later facts', 'UPDATE snapshot SET seq = 3'],
  ])('%s', (_, sql) => {
    taken();
    withDatabase(file, (database) => database.exec(sql));
    const store = openStoreHere(file);
    expect(store.loadSnapshot('engine')).toBeNull();
    store.close();
  });
});

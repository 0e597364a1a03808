import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Deposit, Ledger } from '../portfolio/ledger.ts';
import { type Fact, flushWithinMs, StoreFault } from './event-store.ts';
import { faultOf, journalSchema, openDatabase } from './schema.ts';
import { openSqliteStore, sqliteStoreOn } from './sqlite.ts';

const fact = (at: number) => ({ type: 'FundsDeposited', at, note: 'x'.repeat(500) });

let directory = '';
let file = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'triquad-journal-'));
  file = join(directory, 'journal.sqlite');
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(directory, { recursive: true, force: true });
});

const faultFrom = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (error instanceof StoreFault) return { kind: error.kind, message: error.message.replace(file, 'FILE') };
    throw error;
  }
  return null;
};

const withDatabase = (work: (database: DatabaseSync) => void) => {
  const database = new DatabaseSync(file);
  work(database);
  database.close();
};

describe('the file', () => {
  test('holds the chain, snapshots and rings over a restart', () => {
    const first = openSqliteStore(file);
    first.append([fact(1), fact(2)], { durable: false });
    first.saveSnapshot('ledger', { seq: 2, state: ['a'] });
    first.remember('logs', [{ id: 'l', at: 3, data: 'line' }]);
    first.close();
    const second = openSqliteStore(file);
    const [third] = second.append([fact(3)], { durable: true });
    expect(third?.seq).toBe(3);
    expect([...second.read()].map(({ fact }) => fact)).toEqual([fact(1), fact(2), fact(3)]);
    expect(second.verify().ok).toBe(true);
    expect(second.loadSnapshot('ledger')).toEqual({ seq: 2, state: ['a'] });
    expect(second.recall('logs').map(({ id, data }) => [id, data])).toEqual([['l', 'line']]);
    second.close();
  });

  test('reads over the size of a page without losing a fact', () => {
    const store = openSqliteStore(file);
    store.append(
      Array.from({ length: 2_500 }, (_, index) => fact(index)),
      { durable: true },
    );
    expect([...store.read(2)].map(({ seq }) => seq)).toEqual(Array.from({ length: 2_499 }, (_, index) => index + 2));
    store.close();
  });

  test('commits facts that are not durable together, at the latest after the group time', () => {
    vi.useFakeTimers();
    const store = openSqliteStore(file);
    store.append([fact(1)], { durable: false });
    store.append([fact(2)], { durable: false });
    const wal = () => readFileSync(`${file}-wal`).length;
    const before = wal();
    vi.advanceTimersByTime(flushWithinMs - 1);
    expect(wal()).toBe(before);
    vi.advanceTimersByTime(1);
    expect(wal()).toBeGreaterThan(before);
    store.close();
  });
});

test('the log is written without its secrets', () => {
  const store = openSqliteStore(file, { clean: (json) => json.replaceAll('hunter2', '***') });
  store.remember('logs', [{ id: 'l', at: 1, data: { message: 'signed in with hunter2' } }]);
  store.append([fact(1)], { durable: true });
  store.close();
  expect(readFileSync(file).includes('hunter2')).toBe(false);
  withDatabase((database) => {
    expect(database.prepare('SELECT data FROM logs').get()?.data).toBe('{"message":"signed in with ***"}');
  });
});

describe('a full disk', () => {
  const fullAfterOpening = () => {
    const database = openDatabase(file);
    const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count);
    const faults: string[] = [];
    const store = sqliteStoreOn(database, file);
    store.onFault((fault) => faults.push(fault.kind));
    const allow = (more: number) => database.exec(`PRAGMA max_page_count = ${pages + more}`);
    allow(0);
    return { store, allow, faults };
  };
  const tooMuch = Array.from({ length: 40 }, (_, index) => fact(index));

  test('refuses what must be durable, keeps nothing of it and serves again when there is room', () => {
    const { store, allow } = fullAfterOpening();
    expect(faultFrom(() => store.append(tooMuch, { durable: true }))).toEqual({
      kind: 'disk-full',
      message: 'FILE cannot be written: the disk is full',
    });
    expect(store.lastSeq()).toBe(0);
    allow(100);
    store.append([fact(7)], { durable: true });
    expect([...store.read()].map(({ seq, fact }) => [seq, fact])).toEqual([[1, fact(7)]]);
    expect(store.verify().ok).toBe(true);
    store.close();
  });

  test('is told when waiting facts meet it; they go first once there is room', () => {
    vi.useFakeTimers();
    const { store, allow, faults } = fullAfterOpening();
    store.append(tooMuch, { durable: false });
    vi.advanceTimersByTime(flushWithinMs);
    expect(faults).toEqual(['disk-full']);
    expect(faultFrom(() => store.append([fact(99)], { durable: false }))?.kind).toBe('disk-full');
    allow(100);
    store.append([fact(99)], { durable: true });
    expect([...store.read()].map(({ fact }) => fact)).toEqual([...tooMuch, fact(99)]);
    expect(store.verify().ok).toBe(true);
    store.close();
  });
});

describe('SIGKILL', () => {
  const module = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  const child = `
    import { openSqliteStore } from ${module('./sqlite.ts')};
    import { Ledger } from ${module('../portfolio/ledger.ts')};
    const store = openSqliteStore(process.argv[1]);
    const ledger = new Ledger();
    for (const { seq, fact } of store.read()) if (fact.type === 'FundsDeposited') ledger.post(seq, fact);
    for (;;) {
      const at = store.lastSeq();
      const deposit = { type: 'FundsDeposited', at, mode: 'paper', exchange: 'okx', asset: 'BTC', amount: '0.' + (at + 1) };
      store.append([{ type: 'BotStarted', at }], { durable: false });
      for (const { seq, fact } of store.append([deposit, deposit], { durable: true })) ledger.post(seq, fact);
      process.stdout.write(JSON.stringify(ledger.snapshot()) + '\\n');
    }`;

  test('leaves the books as they were acknowledged, and tears no append apart', async () => {
    for (const afterAcknowledged of [1, 40, 200]) {
      const running = spawn(process.execPath, [
        '--input-type=module',
        '--conditions=triquad-source',
        '-e',
        child,
        file,
      ]);
      const exited = once(running, 'exit');
      let acknowledged = new Ledger().snapshot();
      let count = 0;
      for await (const line of createInterface(running.stdout)) {
        acknowledged = JSON.parse(line);
        count += 1;
        if (count === afterAcknowledged) running.kill('SIGKILL');
      }
      expect(await exited).toEqual([null, 'SIGKILL']);
      const store = openSqliteStore<Deposit & Fact>(file);
      const facts = [...store.read()];
      const ledger = new Ledger();
      for (const { seq, fact } of facts) {
        if (seq <= acknowledged.seq && fact.type === 'FundsDeposited') ledger.post(seq, fact);
      }
      expect(ledger.snapshot()).toEqual(acknowledged);
      expect(facts.length % 3).toBe(0);
      expect(store.verify()).toEqual({ ok: true, facts: facts.length, head: facts.at(-1)?.hash });
      store.close();
    }
  });
});

describe('tampering', () => {
  beforeEach(() => {
    const store = openSqliteStore(file);
    store.append([fact(1), fact(2), fact(3)], { durable: true });
    store.close();
  });
  const verdict = () => {
    const store = openSqliteStore(file);
    const result = store.verify();
    store.close();
    return result;
  };

  test('is refused by the tables themselves', () => {
    withDatabase((database) => {
      expect(() => database.exec('DELETE FROM journal')).toThrow('append-only');
      expect(() => database.exec("UPDATE journal SET payload = '{}'")).toThrow('append-only');
    });
  });

  test('with a payload is found', () => {
    withDatabase((database) => {
      database.exec("DROP TRIGGER journal_is_append_only; UPDATE journal SET payload = '{}' WHERE seq = 2");
    });
    expect(verdict()).toEqual({ ok: false, seq: 2, reason: 'fact 2 is not what was written' });
  });

  test('with the order is found', () => {
    withDatabase((database) => {
      database.exec('DROP TRIGGER journal_keeps_all; DELETE FROM journal WHERE seq = 2');
    });
    expect(verdict()).toEqual({ ok: false, seq: 2, reason: 'fact 2 is missing' });
  });
});

describe('a file that cannot serve', () => {
  test('of a newer version is left as it is', () => {
    openSqliteStore(file).close();
    withDatabase((database) => database.exec('PRAGMA user_version = 99'));
    const bytes = readFileSync(file);
    expect(faultFrom(() => openSqliteStore(file))).toEqual({
      kind: 'newer-schema',
      message: `FILE was written by a newer version (schema 99, this version knows up to ${journalSchema.migrations.length}); it was left as it is`,
    });
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  test('of another program is left as it is', () => {
    withDatabase((database) => database.exec('CREATE TABLE notes (text TEXT)'));
    const bytes = readFileSync(file);
    expect(faultFrom(() => openSqliteStore(file))?.kind).toBe('foreign-file');
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  test('that is no database is left as it is', () => {
    const bytes = Buffer.from('timeMs,symbol,bid,ask\n'.repeat(100));
    writeFileSync(file, bytes);
    expect(faultFrom(() => openSqliteStore(file))).toEqual({
      kind: 'corrupt',
      message: 'FILE is no database or is damaged; it was left as it is',
    });
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  test('whose pages are damaged is told when they are read', () => {
    const store = openSqliteStore(file);
    store.append(
      Array.from({ length: 200 }, (_, index) => fact(index)),
      { durable: true },
    );
    store.close();
    const bytes = readFileSync(file);
    bytes.fill(0x7f, 16_384);
    writeFileSync(file, bytes);
    expect(
      faultFrom(() => {
        const damaged = openSqliteStore(file);
        try {
          return damaged.verify();
        } finally {
          damaged.close();
        }
      })?.kind,
    ).toBe('corrupt');
  });

  test('is in use by another process', () => {
    const store = openSqliteStore(file);
    expect(faultFrom(() => openSqliteStore(file))).toEqual({
      kind: 'locked',
      message: 'FILE is in use by another process',
    });
    store.close();
  });

  test('lies in a directory that does not exist', () => {
    file = join(directory, 'nowhere', 'journal.sqlite');
    expect(faultFrom(() => openSqliteStore(file))).toEqual({ kind: 'unreachable', message: 'FILE cannot be opened' });
    expect(existsSync(join(directory, 'nowhere'))).toBe(false);
  });

  test.each([
    [8, 'read-only'],
    [10 | (3 << 8), 'unreachable'],
    [13, 'disk-full'],
    [5 | (1 << 8), 'locked'],
  ])('SQLite result %i is %s', (errcode, kind) => {
    expect(faultOf(Object.assign(new Error(), { errcode }), file)?.kind).toBe(kind);
  });

  test('an error that is not of SQLite is not disguised', () => {
    expect(faultOf(new TypeError('bug'), file)).toBeNull();
  });
});

describe('a copy while facts are appended', () => {
  test('is a whole journal of its owner alone', async () => {
    const store = openSqliteStore(file);
    store.append(
      Array.from({ length: 3_000 }, (_, index) => fact(index)),
      { durable: true },
    );
    const copy = join(directory, 'copy.sqlite');
    const copying = store.copyTo(copy);
    for (let more = 0; more < 20; more += 1) {
      store.append([fact(more)], { durable: true });
      await new Promise((resolve) => setImmediate(resolve));
    }
    await copying;
    store.close();
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    const copied = openSqliteStore(copy);
    const verdict = copied.verify();
    copied.close();
    expect(verdict).toMatchObject({ ok: true });
    expect(verdict.ok && verdict.facts).toBeGreaterThanOrEqual(3_000);
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
  };

  test('has its file here, for every version before this one', () => {
    const before = Array.from({ length: journalSchema.migrations.length - 1 }, (_, index) => String(index + 1));
    expect(Object.keys(written)).toEqual(before);
  });

  test.each(Object.entries(written))('%s is brought up to date and keeps its facts', (_, sql) => {
    withDatabase((database) => database.exec(sql));
    const store = openSqliteStore(file);
    expect([...store.read()].map(({ seq, fact }) => [seq, fact])).toEqual([[1, { at: 7, type: 'FundsDeposited' }]]);
    expect(store.verify()).toMatchObject({ ok: true, facts: 1 });
    expect(store.loadSnapshot('engine')).toBeNull();
    store.saveSnapshot('engine', { seq: 1, state: { a: 1 } });
    expect(store.loadSnapshot('engine')).toEqual({ seq: 1, state: { a: 1 } });
    expect(store.recall('logs').map(({ data }) => data)).toEqual(['line']);
    store.close();
    withDatabase((database) => {
      expect(database.prepare('PRAGMA user_version').get()?.user_version).toBe(journalSchema.migrations.length);
    });
  });

  test('that cannot be brought up to date is left as it is', () => {
    withDatabase((database) => database.exec(written[1] ?? ''));
    const broken = {
      ...journalSchema,
      migrations: [...journalSchema.migrations, 'CREATE TABLE x (y) ; SELECT 1 FROM nowhere'],
    };
    expect(() => openDatabase(file, broken)).toThrow('nowhere');
    withDatabase((database) => {
      expect(database.prepare('PRAGMA user_version').get()?.user_version).toBe(1);
      expect(database.prepare('SELECT count(*) AS facts FROM journal').get()?.facts).toBe(1);
    });
  });
});

describe('a snapshot that cannot be trusted is none', () => {
  const taken = () => {
    const store = openSqliteStore(file);
    store.append([fact(1), fact(2)], { durable: true });
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
    withDatabase((database) => database.exec(sql));
    const store = openSqliteStore(file);
    expect(store.loadSnapshot('engine')).toBeNull();
    store.close();
  });
});

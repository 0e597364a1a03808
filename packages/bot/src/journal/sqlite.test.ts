import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Deposit, Ledger } from '../portfolio/ledger.ts';
import { type Fact, flushWithinMs } from './event-store.ts';
import { openDatabase } from './schema.ts';
import { fact, faultFrom, journalPath, withDatabase } from './sqlite.suite.ts';
import { openSqliteStore, openStoreHere, sqliteStoreOn } from './sqlite.ts';

let file = '';
beforeEach(() => {
  file = journalPath();
});
afterEach(() => void vi.useRealTimers());

describe('the file', () => {
  test('holds the chain, snapshots and rings over a restart', () => {
    const first = openStoreHere(file);
    first.append([fact(1), fact(2)]);
    first.saveSnapshot('ledger', { seq: 2, state: ['a'] });
    first.remember('logs', [{ id: 'l', at: 3, data: 'line' }]);
    first.close();
    const second = openStoreHere(file);
    const [third] = second.append([fact(3)]);
    expect(third?.seq).toBe(3);
    expect([...second.read()].map(({ fact }) => fact)).toEqual([fact(1), fact(2), fact(3)]);
    expect(second.verify().ok).toBe(true);
    expect(second.loadSnapshot('ledger')).toEqual({ seq: 2, state: ['a'] });
    expect(second.recall('logs').map(({ id, data }) => [id, data])).toEqual([['l', 'line']]);
    second.close();
  });

  test('reads over the size of a page without losing a fact', () => {
    const store = openStoreHere(file);
    store.append(Array.from({ length: 2_500 }, (_, index) => fact(index)));
    expect([...store.read(2)].map(({ seq }) => seq)).toEqual(Array.from({ length: 2_499 }, (_, index) => index + 2));
    store.close();
  });

  test('reads on over what is appended meanwhile', () => {
    const store = openStoreHere(file);
    const batch = (from: number, count: number) => Array.from({ length: count }, (_, index) => fact(from + index));
    store.append(batch(0, 1_500));
    const seen: number[] = [];
    for (const { seq } of store.read()) {
      seen.push(seq);
      if (seq === 500) store.append(batch(1_500, 1_000));
    }
    expect(seen).toEqual(Array.from({ length: 2_500 }, (_, index) => index + 1));
    store.close();
  });

  test('commits all facts of a turn together, and says so', async () => {
    const store = openStoreHere(file);
    const acknowledged: number[] = [];
    store.onCommitted((seq) => acknowledged.push(seq));
    store.append([fact(1)]);
    store.append([fact(2), fact(3)]);
    expect([store.committed(), store.lastSeq()]).toEqual([0, 3]);
    await vi.waitFor(() => expect(acknowledged).toEqual([3]), { timeout: 60_000 });
    expect(store.committed()).toBe(3);
    store.close();
  });

  test('commits records of a ring at the latest after the group time', () => {
    vi.useFakeTimers();
    const store = openStoreHere(file);
    store.remember('logs', [{ id: 'a', at: 1, data: 'x'.repeat(500) }]);
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
  const store = openStoreHere(file, { clean: (json) => json.replaceAll('hunter2', '***') });
  store.remember('logs', [{ id: 'l', at: 1, data: { message: 'signed in with hunter2' } }]);
  store.append([fact(1)]);
  store.close();
  expect(readFileSync(file).includes('hunter2')).toBe(false);
  withDatabase(file, (database) => {
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

  test('ends the journal for good: nothing more is taken, also when there is room again', async () => {
    const { store, allow, faults } = fullAfterOpening();
    store.append(tooMuch);
    await vi.waitFor(() => expect(faults).toEqual(['disk-full']), { timeout: 60_000 });
    expect(store.committed()).toBe(0);
    allow(100);
    expect(faultFrom(file, () => store.append([fact(7)]))).toEqual({
      kind: 'disk-full',
      message: 'FILE cannot be written: the disk is full',
    });
    // The stop reports it once more: what it held is unknown.
    await expect(store.close()).rejects.toThrow('the disk is full');
    const again = openStoreHere(file);
    expect([...again.read()]).toEqual([]);
    again.close();
  });
});

test('a commit of facts asks SQLite for the sync that a power cut needs', async () => {
  const database = openDatabase(file);
  const store = sqliteStoreOn(database, file);
  const synchronous = () => database.prepare('PRAGMA synchronous').get()?.synchronous;
  store.remember('logs', [{ id: 'a', at: 1, data: 'line' }]);
  store.append([fact(1)]);
  await vi.waitFor(() => expect(store.committed()).toBe(1), { timeout: 60_000 });
  // 2 is FULL: https://www.sqlite.org/pragma.html#pragma_synchronous
  expect(synchronous()).toBe(2);
  await store.close();
});

describe('SIGKILL', () => {
  const module = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  const child = `
    import { openSqliteStore } from ${module('./sqlite.ts')};
    import { Ledger } from ${module('../portfolio/ledger.ts')};
    const store = openSqliteStore(process.argv[1]);
    const ledger = new Ledger();
    for (const { seq, fact } of store.read()) if (fact.type === 'FundsDeposited') ledger.post(seq, fact);
    const published = () => process.stdout.write(JSON.stringify(ledger.snapshot()) + '\\n');
    const taken = [];
    const turn = () => {
      const at = store.lastSeq();
      const deposit = { type: 'FundsDeposited', at, mode: 'paper', exchange: 'okx', asset: 'BTC', amount: '0.' + (at + 1) };
      store.append([{ type: 'BotStarted', at }]);
      taken.push(...store.append([deposit, deposit]));
    };
    store.onCommitted((committed) => {
      while (taken[0]?.seq <= committed) {
        const { seq, fact } = taken.shift();
        ledger.post(seq, fact);
      }
      published();
      setImmediate(turn);
    });
    turn();
    setInterval(() => {}, 1_000);`;

  test('leaves the books as they were acknowledged, and tears no append apart', async () => {
    for (const afterAcknowledged of [1, 40]) {
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
      const store = openStoreHere<Deposit & Fact>(file);
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

describe('a copy while facts are appended', () => {
  test('is a whole journal of its owner alone', async () => {
    const store = openSqliteStore(file);
    store.append(Array.from({ length: 3_000 }, (_, index) => fact(index)));
    const copy = join(dirname(file), 'copy.sqlite');
    const copying = store.copyTo(copy);
    for (let more = 0; more < 20; more += 1) {
      store.append([fact(more)]);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await copying;
    await store.close();
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    const copied = openStoreHere(copy);
    const verdict = copied.verify();
    copied.close();
    expect(verdict).toMatchObject({ ok: true });
    expect(verdict.ok && verdict.facts).toBeGreaterThanOrEqual(3_000);
  });
});

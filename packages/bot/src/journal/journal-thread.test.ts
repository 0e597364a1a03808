import { writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ringCapacity } from './event-store.ts';
import type { JournalFile } from './journal-file.ts';
import { createOwner, type FromJournal } from './journal-port.ts';
import { startJournalThread } from './journal-thread.ts';
import { fact, journalPath } from './sqlite.suite.ts';
import { openSqliteStore, openStoreHere } from './sqlite.ts';

let file = '';
beforeEach(() => {
  file = journalPath();
});
const soon = { timeout: 60_000 };

describe("the journal's thread", () => {
  test('writes what was appended, says when it is on the disk, and answers questions in order', async () => {
    const store = openSqliteStore(file);
    const acknowledged: number[] = [];
    store.onCommitted((seq) => acknowledged.push(seq));
    const appended = [...store.append([fact(1)]), ...store.append([fact(2), fact(3)])];
    expect(store.committed()).toBe(0);
    expect(await store.facts(1, 10)).toEqual(appended);
    expect(await store.facts(2, 1)).toEqual([appended[1]]);
    expect([acknowledged.at(-1), store.committed(), store.head()]).toEqual([3, 3, appended[2]?.hash]);
    store.remember('logs', [{ id: 'l', at: 4, data: 'line' }]);
    expect((await store.records('logs')).map(({ data }) => data)).toEqual(['line']);
    expect(() => [...store.read()]).toThrow('has a thread of its own');
    store.saveSnapshot('engine', { seq: 3, state: { whole: true } });
    await store.close();
    const again = openStoreHere(file);
    expect([...again.read()]).toEqual(appended);
    expect([again.verify().ok, again.loadSnapshot('engine')]).toEqual([true, { seq: 3, state: { whole: true } }]);
    await again.close();
  });

  test('keeps the loop free: a turn that appends is over before its facts are on the disk', async () => {
    const store = openSqliteStore(file);
    store.append([fact(1)]);
    await vi.waitFor(() => expect(store.committed()).toBe(1), soon);
    store.append(Array.from({ length: 5_000 }, (_, at) => fact(at)));
    await Promise.resolve();
    expect(store.committed()).toBe(1);
    await vi.waitFor(() => expect(store.committed()).toBe(5_001), soon);
    await store.close();
  });

  test('a close writes what waits, and a second close is the same', async () => {
    const store = openSqliteStore(file);
    store.append([fact(1), fact(2)]);
    await Promise.all([store.close(), store.close()]);
    const again = openStoreHere(file);
    expect(again.lastSeq()).toBe(2);
    await again.close();
  });

  test('that cannot open its file is a fault, and neither a question nor the close waits for it', async () => {
    const store = openSqliteStore(file);
    const faults: string[] = [];
    store.onFault(({ message }) => faults.push(message));
    store.append([fact(1)]);
    // The file is handed over as the turn ends, and damaged before the thread has begun.
    await Promise.resolve();
    writeFileSync(file, 'no database');
    await vi.waitFor(() => expect(faults).not.toEqual([]), soon);
    await expect(store.facts(1, 10)).rejects.toThrow();
    await expect(store.close()).rejects.toThrow();
  });

  test('refuses a journal that is not the one that was read', async () => {
    const other = openStoreHere(file);
    other.append([fact(1)]);
    await other.close();
    const said: FromJournal[] = [];
    const end = { n: 1, seq: 7, head: 'x' };
    startJournalThread({ file, capacity: ringCapacity, end, witnessedIn: null })((message) => said.push(message));
    await vi.waitFor(() => expect(said.length).toBeGreaterThan(0), soon);
    expect(said[0]).toMatchObject({
      type: 'fault',
      fault: { kind: 'corrupt', message: expect.stringContaining('by another process') },
    });
  });
});

describe('the owner of the file', () => {
  /** A file whose commits are noted, and that fails when it is told to; messages are read when `read` is called. */
  const owner = () => {
    const commits: number[][] = [];
    const said: FromJournal[] = [];
    const asked: (() => void)[] = [];
    const disk = { fails: false };
    let seq = 0;
    const file = {
      end: () => ({ seq, head: `h${seq}` }),
      commit: (rows: readonly { readonly seq: number }[]) => {
        if (disk.fails) throw new Error('EIO');
        commits.push(rows.map((row) => row.seq));
        seq = rows.at(-1)?.seq ?? seq;
      },
      page: () => [],
    } as unknown as JournalFile;
    const { take } = createOwner(file, { say: (message) => said.push(message), whenRead: (task) => asked.push(task) });
    const read = () => asked.splice(0).forEach((task) => void task());
    const append = (...seqs: number[]) =>
      take({
        type: 'commit',
        rows: seqs.map((one) => ({ seq: one, at: 0, type: 'T', payload: '{}', hash: '' })),
        records: [],
      });
    return { commits, said, disk, take, read, append };
  };

  test('writes all that has arrived in one commit, and what arrives later in the next', () => {
    const { append, read, commits, said } = owner();
    append(1);
    append(2, 3);
    read();
    append(4);
    read();
    expect(commits).toEqual([[1, 2, 3], [4]]);
    expect(said).toEqual([
      { type: 'committed', seq: 3 },
      { type: 'committed', seq: 4 },
    ]);
  });

  test('answers a question after the facts that were there before it', async () => {
    const { append, read, take, said } = owner();
    append(1);
    take({ type: 'ask', id: 9, question: { kind: 'facts', from: 1, limit: 1 } });
    append(2);
    read();
    await vi.waitFor(() => expect(said).toContainEqual({ type: 'answer', id: 9, value: [] }), soon);
    expect(said.filter(({ type }) => type === 'committed')).toEqual([
      { type: 'committed', seq: 1 },
      { type: 'committed', seq: 2 },
    ]);
  });

  test('stops for good at the first commit that fails, also when the disk is well again', () => {
    const { append, read, commits, said, disk } = owner();
    append(1);
    disk.fails = true;
    read();
    disk.fails = false;
    append(2);
    read();
    expect(commits).toEqual([]);
    expect(said).toEqual([{ type: 'fault', fault: { kind: 'unreachable', message: 'EIO' } }]);
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EventStore, Ring } from './event-store.ts';
import { createMemoryStore } from './memory.ts';
import { openStoreHere } from './sqlite.ts';

const capacity: Readonly<Record<Ring, number>> = { decisions: 3, opportunities: 3, logs: 3 };
const deposit = (at: number, amount = '10') => ({ type: 'FundsDeposited', at, amount });

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'triquad-journal-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe.each([
  ['memory', () => createMemoryStore({ capacity })],
  ['sqlite', () => openStoreHere(join(directory, 'journal.sqlite'), { capacity })],
] as const)('an event store in %s', (_name, open) => {
  let store: EventStore;
  beforeEach(() => {
    store = open();
  });
  afterEach(() => store.close());

  test('gives back what was appended, in order', () => {
    store.append([deposit(1), deposit(2)]);
    store.append([deposit(3)]);
    store.append([deposit(4)]);
    expect([...store.read()].map(({ seq, fact }) => [seq, fact])).toEqual([
      [1, deposit(1)],
      [2, deposit(2)],
      [3, deposit(3)],
      [4, deposit(4)],
    ]);
    expect([...store.read(3)].map(({ seq }) => seq)).toEqual([3, 4]);
    expect(store.lastSeq()).toBe(4);
  });

  test('returns the places that reading shows', () => {
    const appended = [...store.append([deposit(1)]), ...store.append([deposit(2)])];
    expect([...store.read()]).toEqual(appended);
  });

  test('is empty at first', () => {
    expect([...store.read()]).toEqual([]);
    expect(store.lastSeq()).toBe(0);
    expect(store.loadSnapshot('ledger')).toBeNull();
    expect(store.recall('logs')).toEqual([]);
    expect(store.verify()).toEqual({ ok: true, facts: 0, head: '0'.repeat(64) });
  });

  test('chains the facts the same way everywhere', () => {
    store.append([{ at: 1, amount: '10', type: 'FundsDeposited' } as never]);
    const [first] = store.append([deposit(2)]);
    const head = 'b0b938839804b5f9c59e00f6bbb178ac638651936127755ce62cf2b067cd9947';
    expect(first?.hash).toBe(head);
    expect(store.verify()).toEqual({ ok: true, facts: 2, head });
  });

  test('refuses a number that JSON cannot hold and keeps nothing of that append', () => {
    expect(() => store.append([deposit(1), deposit(Number.NaN)])).toThrow('cannot be journalled');
    expect([...store.read()]).toEqual([]);
  });

  test('keeps the newest snapshot of each name', () => {
    store.saveSnapshot('ledger', { seq: 0, state: { USDT: '1' } });
    store.append([deposit(1)]);
    store.saveSnapshot('ledger', { seq: 1, state: { USDT: '2' } });
    expect(store.loadSnapshot('ledger')).toEqual({ seq: 1, state: { USDT: '2' } });
    expect(store.loadSnapshot('other')).toBeNull();
  });

  test('notices that facts a snapshot has seen are gone', () => {
    store.append([deposit(1)]);
    store.saveSnapshot('ledger', { seq: 3, state: {} });
    expect(store.verify()).toEqual({ ok: false, seq: 2, reason: 'facts 2 to 3 are missing' });
  });

  test('a ring forgets its oldest, replaces by id in place and pages backwards', () => {
    const record = (id: string, at: number) => ({ id, at, data: { at } });
    store.remember('decisions', [record('a', 1), record('b', 2), record('c', 3)]);
    store.remember('decisions', [record('b', 4), record('d', 5)]);
    store.remember('logs', [record('x', 6)]);
    const recalled = store.recall('decisions');
    expect(recalled.map(({ id, at, data }) => [id, at, data])).toEqual([
      ['d', 5, { at: 5 }],
      ['c', 3, { at: 3 }],
      ['b', 4, { at: 4 }],
    ]);
    expect(store.recall('decisions', { limit: 1 }).map(({ id }) => id)).toEqual(['d']);
    expect(store.recall('decisions', { limit: 1, before: recalled[0]?.seq ?? 0 }).map(({ id }) => id)).toEqual(['c']);
    expect(store.recall('logs').map(({ id }) => id)).toEqual(['x']);
  });
});

import { expect, test } from 'vitest';
import type { Handlers } from './handler.ts';
import { onceKept } from './kept-reads.ts';

/** A journal of which the last fact is not on the disk yet. */
const given = (patienceMs = 10_000) => {
  const journal = { committed: 1, answers: [] as ((kept: boolean) => void)[] };
  const handlers = {
    'orders.list': () => 'orders',
    'opportunities.list': () => 'opportunities',
  } as unknown as Handlers;
  const waiting = onceKept(
    handlers,
    {
      committed: () => journal.committed,
      lastSeq: () => 2,
      kept: () => new Promise((resolve) => journal.answers.push(resolve)),
    },
    patienceMs,
  );
  const ask = (name: 'orders.list' | 'opportunities.list') => (waiting[name] as () => unknown)();
  const commit = () => {
    journal.committed = 2;
    journal.answers[0]?.(true);
  };
  return { ask, commit, fail: () => journal.answers[0]?.(false) };
};
const isSettled = async (asked: unknown) =>
  (await Promise.race([
    Promise.resolve(asked).then(() => true),
    new Promise((resolve) => setImmediate(resolve, false)),
  ])) === true;

test('orders are told once they are on the disk, opportunities at once', async () => {
  const { ask, commit } = given();
  expect(ask('opportunities.list')).toBe('opportunities');
  const orders = ask('orders.list');
  expect(await isSettled(orders)).toBe(false);
  commit();
  expect(await orders).toBe('orders');
});

test('while the disk takes nothing they are refused; a journal that has failed refuses nothing', async () => {
  expect(await given(1).ask('orders.list')).toMatchObject({
    status: 503,
    code: 'journal_behind',
    retryAfterSeconds: 1,
  });
  const { ask, fail } = given();
  const orders = ask('orders.list');
  fail();
  expect(await orders).toBe('orders');
});

import { expect, test } from 'vitest';
import type { Prepare } from '../kernel/recorder.ts';
import { createVirtualClock } from '../model/clock.ts';
import type { EngineEvent } from '../model/event.ts';
import type { Handlers } from './handler.ts';
import { onceKept } from './kept-reads.ts';
import { notFound } from './problem.ts';

/** A journal of which the last fact came some time ago and is not on the disk yet. */
const given = ({ patienceMs = 10_000, agoMs = 0 } = {}) => {
  const clock = createVirtualClock(0);
  const journal = { committed: 1, answers: [] as ((kept: boolean) => void)[], delivered: () => {} };
  const handlers = {
    'orders.list': () => ({ data: `up to ${journal.committed}` }),
    'orders.get': () => notFound('order', 'x'),
    bootstrap: () => ({ answers: `up to ${journal.committed}` }),
    'opportunities.list': () => ({ data: 'opportunities' }),
  } as unknown as Handlers;
  const waiting = onceKept(
    handlers,
    {
      committed: () => journal.committed,
      lastSeq: () => 2,
      kept: () => new Promise((resolve) => journal.answers.push(resolve)),
      watch: (prepare: Prepare) => {
        journal.delivered = prepare({} as EngineEvent) ?? journal.delivered;
        return () => {};
      },
    },
    clock.monotonic,
    patienceMs,
  );
  clock.sleep(agoMs);
  const ask = (name: 'orders.list' | 'orders.get' | 'opportunities.list' | 'bootstrap') =>
    (waiting[name] as () => unknown)();
  const commit = () => {
    journal.committed = 2;
    journal.delivered();
    for (const answer of journal.answers) answer(true);
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
  expect(await ask('opportunities.list')).toEqual({ data: 'opportunities' });
  const [orders, all] = [ask('orders.list'), ask('bootstrap')];
  expect([await isSettled(orders), await isSettled(all)]).toEqual([false, false]);
  commit();
  expect([await orders, await all]).toEqual([{ data: 'up to 2' }, { answers: 'up to 2' }]);
});

test('when the disk takes too long they are told as of the last commit, with how long the rest has been waiting', async () => {
  const { ask, commit } = given({ patienceMs: 1, agoMs: 1_700 });
  expect(await ask('orders.list')).toEqual({ data: 'up to 1', journal: { behind_ms: 1_700 } });
  expect(await ask('orders.get')).toMatchObject({ status: 404 });
  commit();
  expect(await ask('orders.list')).toEqual({ data: 'up to 2' });
});

test('reads do not wait for a failed journal', async () => {
  const { ask, fail } = given({ agoMs: 300 });
  const orders = ask('orders.list');
  fail();
  expect(await orders).toEqual({ data: 'up to 1', journal: { behind_ms: 300 } });
});

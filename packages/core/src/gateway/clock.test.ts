import { expect, test } from 'vitest';
import { createFakeClock } from '../testing/index.ts';
import { atMostEvery } from './clock.ts';

test('the first task runs at once, the next after its time, and one after a rest at once again', async () => {
  const clock = createFakeClock();
  const from = clock.now();
  const ran: number[] = [];
  const schedule = atMostEvery(clock, 100);
  const run = () => schedule(() => ran.push(clock.now() - from));
  run();
  await clock.advance(30);
  run();
  expect(ran).toEqual([0]);
  await clock.advance(1_000);
  run();
  expect(ran).toEqual([0, 100, 1_030]);
});

test('a task that waits can be cancelled', async () => {
  const clock = createFakeClock();
  const schedule = atMostEvery(clock, 100);
  schedule(() => {});
  const cancel = schedule(() => expect.unreachable());
  if (typeof cancel === 'function') cancel();
  expect(clock.waiting).toBe(0);
});

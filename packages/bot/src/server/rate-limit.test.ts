import { expect, test } from 'vitest';
import { createVirtualClock } from '../model/clock.ts';
import { createRateLimit } from './rate-limit.ts';

test('a bucket is emptied at once and filled again in time, each caller’s by itself', () => {
  const clock = createVirtualClock(0);
  const limit = createRateLimit(3, 2, clock.monotonic);
  const take = (caller = 'a', cost = 1) => limit.take(caller, cost);
  expect([take(), take(), take(), take(), take('b')]).toEqual([null, null, null, 1, null]);
  clock.sleep(500);
  expect([take(), take()]).toEqual([null, 1]);
  clock.sleep(1_000);
  expect([take('a', 3), take('a', 2)]).toEqual([1, null]);
  clock.sleep(60_000);
  expect([take('a', 3), take()]).toEqual([null, 1]);
});

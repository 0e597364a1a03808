import { expect, test } from 'vitest';
import { seededRandom } from '../venues/simulated/simulated-random.ts';
import { createTimers } from './timers.ts';

test('a thousand tasks fall due by time, then by the order in which they were added, less those taken back', () => {
  const random = seededRandom(1);
  const timers = createTimers();
  const wanted: { readonly at: number; readonly order: number }[] = [];
  const fell: { readonly at: number; readonly order: number }[] = [];
  for (let order = 0; order < 1000; order++) {
    const at = Math.floor(random.uniform() * 100);
    const takeBack = timers.add(at, () => fell.push({ at, order }));
    if (random.uniform() < 0.3) takeBack();
    else wanted.push({ at, order });
  }
  expect(timers.next()).toBe(Math.min(...wanted.map(({ at }) => at)));
  for (const until of [10, 10, 60, 1000]) {
    for (let due = timers.takeNext(until); due; due = timers.takeNext(until)) due.task();
    expect(timers.next()).toBeGreaterThan(until);
  }
  expect(fell).toEqual(wanted.sort((a, b) => a.at - b.at || a.order - b.order));
});

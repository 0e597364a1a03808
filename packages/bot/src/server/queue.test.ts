import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Refusal } from './problem.ts';
import { createQueue } from './queue.ts';

const refusal = new Refusal(429, 'full', 'Too many.');

test('so many at once, so many wait in their turn, and the others are refused at once', async () => {
  const queue = createQueue({ atOnce: 2, waiting: 2, refusal });
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = (name: number) => () => {
    begun.push(name);
    return new Promise<number>((resolve) => ends.push(() => resolve(name)));
  };
  const [one, two, three, four] = [1, 2, 3, 4].map((name) => queue.run(work(name)));
  expect([begun, queue.isFull(), await queue.run(work(5))]).toEqual([[1, 2], true, refusal]);
  ends[1]?.();
  expect(await two).toBe(2);
  await setImmediate();
  expect([begun, queue.isFull()]).toEqual([[1, 2, 3], false]);
  ends[0]?.();
  ends[2]?.();
  await setImmediate();
  ends[3]?.();
  expect(await Promise.all([one, three, four])).toEqual([1, 3, 4]);
  expect(begun).toEqual([1, 2, 3, 4]);
});

test('work that fails lets the next one in', async () => {
  const queue = createQueue({ atOnce: 1, waiting: 1, refusal });
  const failing = queue.run(() => Promise.reject(new Error('no')));
  const next = queue.run(async () => 'yes');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

import { expect, test } from 'vitest';
import { createLifetimes } from './lifetimes.ts';

test('counts an episode whose end was not seen for as long as it was watched', () => {
  const lives = createLifetimes();
  for (const ms of [10, 20, 20, 40]) lives.add(ms, true);
  for (const ms of [20, 30]) lives.add(ms, false);
  // Of six one ends at 10; of the five left two end at 20; of the one that is watched after 30 one ends at 40.
  const shares = [5 / 6, (5 / 6) * (3 / 5), 0].map((share) => expect.closeTo(share, 12));
  expect(lives.survival([9, 10, 25, 30, 40, 1_000])).toEqual([1, shares[0], shares[1], shares[1], 0, 0]);
  expect(lives.median()).toBe(20);
});

test('says nothing of times for which none was watched', () => {
  const lives = createLifetimes();
  lives.add(10, true);
  for (const ms of [50, 60]) lives.add(ms, false);
  expect(lives.survival([20, 60, 61])).toEqual([expect.closeTo(2 / 3, 12), expect.closeTo(2 / 3, 12), null]);
  expect(lives.median()).toBeNull();
});

test('keeps hours to four digits', () => {
  const lives = createLifetimes();
  lives.add(12_345_678, true);
  expect(lives.median()).toBe(12_350_000);
});

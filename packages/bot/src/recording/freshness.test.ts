import { expect, it } from 'vitest';
import { createFreshness } from './freshness.ts';

it('drops the markets that were not quoted lately, oldest first', () => {
  const freshness = createFreshness(4);
  const dropped = (before: number): number[] => {
    const markets: number[] = [];
    freshness.dropBefore(before, (market) => markets.push(market));
    return markets;
  };
  for (const [market, time] of [
    [2, 10],
    [0, 20],
    [3, 30],
    [2, 40],
  ] as const)
    freshness.touch(market, time);
  expect([dropped(20), dropped(31), dropped(31)]).toEqual([[], [0, 3], []]);
  freshness.touch(0, 50);
  expect([dropped(Infinity), dropped(Infinity)]).toEqual([[2, 0], []]);
});

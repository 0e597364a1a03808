import { expect, test } from 'vitest';
import { fullAt, type LimitUse } from './limits.ts';

const hours = (count: number): number => Date.parse('2026-11-21T00:00:00Z') + count * 3_600_000;
const bought = (used: number | null, limit = 100): Pick<LimitUse, 'name' | 'used' | 'limit'> => ({
  ...{ name: 'daily_volume', used, limit },
});

test('a limit of the day is full when the pace of the day so far has used it up', () => {
  expect(fullAt(bought(60), hours(12))).toBe(hours(20));
  expect(fullAt(bought(100), hours(12))).toBe(hours(12));
  expect(fullAt(bought(130), hours(12))).toBe(hours(12));
});

test('at a pace that lasts until midnight it is not full today', () => {
  expect(fullAt(bought(50), hours(12))).toBe(Number.POSITIVE_INFINITY);
  expect(fullAt(bought(51), hours(12))).toBeLessThan(hours(24));
});

test('without a pace nothing is said: nothing used, no price, the first minutes of a day, or a limit of another kind', () => {
  expect([fullAt(bought(0), hours(12)), fullAt(bought(null), hours(12)), fullAt(bought(90), hours(0.1))]).toEqual([
    null,
    null,
    null,
  ]);
  expect(fullAt({ ...bought(60), name: 'position' }, hours(12))).toBeNull();
});

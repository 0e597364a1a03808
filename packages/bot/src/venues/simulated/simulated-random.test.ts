import { expect, test } from 'vitest';
import { seededRandom } from './simulated-random.ts';

const take = (seed: number, count: number, kind: 'uniform' | 'normal') => {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => random[kind]());
};
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

test('the same seed gives the same numbers, another seed others, large seeds included', () => {
  for (const seed of [0, 1, 2 ** 32, 2 ** 32 + 1, 2 ** 52]) {
    expect(take(seed, 50, 'uniform')).toEqual(take(seed, 50, 'uniform'));
    expect(take(seed, 50, 'uniform')).not.toEqual(take(seed + 1, 50, 'uniform'));
  }
  expect(take(1, 50, 'uniform')).not.toEqual(take(2 ** 32 + 1, 50, 'uniform'));
});

test('uniform numbers fill [0, 1) evenly', () => {
  const tenths = new Array<number>(10).fill(0);
  for (const value of take(3, 100_000, 'uniform'))
    tenths[Math.floor(value * 10)] = (tenths[Math.floor(value * 10)] ?? 0) + 1;
  expect(tenths.length).toBe(10);
  for (const count of tenths) expect(Math.abs(count - 10_000)).toBeLessThan(500);
});

test('normal numbers have mean 0, variance 1 and a bound', () => {
  const values = take(4, 100_000, 'normal');
  expect(mean(values)).toBeCloseTo(0, 1);
  expect(mean(values.map((value) => value ** 2))).toBeCloseTo(1, 1);
  expect(Math.max(...values.map(Math.abs))).toBeLessThanOrEqual(3.5);
});

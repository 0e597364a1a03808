import { expect, test } from 'vitest';
import { pathOf } from './Sparkline.tsx';

test('the least value is at the bottom, the most at the top, and an unknown one leaves a gap', () => {
  expect(pathOf([0, 10, 5])).toBe('M2 22L48 2L94 12');
  expect(pathOf([0, null, 10, 5, null])).toBe('M2 22h0M48 2L71 12');
});

test('equal values are a line in the middle, and of one value nothing is drawn', () => {
  expect(pathOf([3, 3])).toBe('M2 12L94 12');
  expect(pathOf([3, null])).toBeNull();
  expect(pathOf([])).toBeNull();
});

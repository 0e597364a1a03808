import { expect, test } from 'vitest';
import { minProfitOf } from './use-filters.ts';

test('the minimum profit is a number above 0, or no filter', () => {
  expect(['0.5', '1', '0,5', '0', '', '-1', 'abc'].map(minProfitOf)).toEqual([0.5, 1, 0.5, null, null, null, null]);
});

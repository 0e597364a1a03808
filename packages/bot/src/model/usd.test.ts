import { expect, test } from 'vitest';
import { usd } from './usd.ts';

test('the sign stands before the dollar, and nothing is not negative', () => {
  expect([5.333, -5.333, 0, -0.004, -0.006, 1_234.5].map(usd)).toEqual([
    '$5.33',
    '-$5.33',
    '$0.00',
    '$0.00',
    '-$0.01',
    '$1234.50',
  ]);
});

import { expect, test } from 'vitest';
import { createSequence } from './sequence.ts';

test('a missed frame is a gap, but on channels whose newest frame says all', () => {
  const sequence = createSequence();
  expect([1, 2, 4, 4].map((seq) => sequence.see('orders', seq))).toEqual(['next', 'next', 'gap', 'seen']);
  expect([1, 2, 40, 3].map((seq) => sequence.see('balances', seq))).toEqual(['next', 'next', 'next', 'seen']);
});

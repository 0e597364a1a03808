import { expect, test } from 'vitest';
import { nearest, suggestion } from './nearest.ts';

test.each([
  ['statu', 'status'],
  ['stat', 'status'],
  ['strat', 'start'],
  ['rest', 'reset'],
  ['cancl', 'cancel'],
  ['STOP', 'stop'],
  ['bogus', null],
  ['x', null],
])('%s stands for %s', (typed, word) => {
  expect(nearest(typed, ['status', 'start', 'stop', 'reset', 'cancel'])).toBe(word);
});

test('the suggestion is added to a message', () => {
  expect([suggestion('tst', ['test']), suggestion('tst', [])]).toEqual([' (Did you mean test?)', '']);
});

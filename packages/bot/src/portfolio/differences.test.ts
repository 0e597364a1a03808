import { expect, test } from 'vitest';
import { type Disagreement, explain } from './differences.ts';

/** 1 BTC at 50,000 booked, nothing traded since the two agreed. */
const one = (change: Partial<Disagreement>): Disagreement => ({
  asset: 'BTC',
  booked: '1',
  found: '1',
  fills: 0,
  pending_fees: '0',
  price: 50_000,
  ...change,
});
const explained = (change: Partial<Disagreement>, left = 1) => explain(one(change), left);

test('two units of the last decimal for each fill, or one cent, are rounding', () => {
  const coin = { price: null, fills: 3 };
  expect(explained({ ...coin, found: '1.00000006' })).toBe('rounding');
  expect(explained({ ...coin, found: '0.99999994' })).toBe('rounding');
  expect(explained({ ...coin, found: '1.00000007' })).toBe('unexplained');
  // An exchange that shows more decimals counts in them.
  expect(explained({ ...coin, found: '1.0000000001' })).toBe('rounding');
  expect(explained({ ...coin, found: '1.0000000007' })).toBe('unexplained');
  expect(explained({ price: 1, found: '1.01' })).toBe('rounding');
  expect(explained({ price: 1, found: '0.99' })).toBe('rounding');
  expect(explained({ price: 1, found: '1.010001' })).toBe('deposit');
});

test('no more than what is left of the dollar a day is rounding', () => {
  expect(explained({ price: 1, found: '1.01' }, 0.01)).toBe('rounding');
  expect(explained({ price: 1, found: '1.01' }, 0.009)).toBe('deposit');
  expect(explained({ price: 50_000, fills: 5_000, found: '1.00002' }, 1)).toBe('rounding');
  expect(explained({ price: 50_000, fills: 5_000, found: '1.00002001' }, 1)).toBe('unexplained');
});

test('what is missing is a late fee up to twice the usual fees that are pending', () => {
  const traded = { fills: 1, pending_fees: '0.0005' };
  expect(explained({ ...traded, found: '0.9995' })).toBe('late_fee');
  expect(explained({ ...traded, found: '0.999' })).toBe('late_fee');
  expect(explained({ ...traded, found: '0.9989' })).toBe('unexplained');
  expect(explained({ ...traded, found: '1.0005' })).toBe('unexplained');
  expect(explained({ ...traded, pending_fees: '0', found: '0.9995' })).toBe('unexplained');
});

test('of an asset that nothing traded it is a deposit or a withdrawal', () => {
  expect(explained({ booked: '0', found: '5' })).toBe('deposit');
  expect(explained({ found: '0.4' })).toBe('withdrawal');
  expect(explained({ found: '0.4', fills: 1 })).toBe('unexplained');
});

test('below one dollar it is dust; without a price nobody knows', () => {
  const traded = { fills: 1, found: '1.00001' };
  expect(explained({ ...traded, price: 99_999 })).toBe('dust');
  expect(explained({ ...traded, price: 100_000 })).toBe('unexplained');
  expect(explained({ ...traded, price: null })).toBe('unexplained');
});

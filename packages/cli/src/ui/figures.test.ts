import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gain, quantity, usd, written } from './figures.ts';

test('a price below 1e-8 keeps its digits as far as the column has room, and is never 0', () => {
  expect([15, 12, 8, 6, 4].map(quantity(1.6005e-9))).toEqual([
    '0.0000000016005',
    '0.0000000016',
    '1.601e-9',
    '1.6e-9',
    '2e-9',
  ]);
  expect(written(quantity(-1.6005e-9))).toBe('−0.0000000016005');
});

const of = (usd: number) => ({ usd, source: null });

test('money that is not 0 is never shown as 0', () => {
  expect([
    gain(of(0.1 + 0.2 - 0.3))(9),
    gain(of(0.004))(9),
    gain(of(-0.004))(9),
    usd(of(0.004))(9),
    usd(of(0))(9),
  ]).toEqual(['0.00', '+<0.01', '−<0.01', '<$0.01', '$0.00']);
});

test('200 drawn amounts in columns of 6 to 30 are never 0, and fit', () => {
  const value = fc
    .tuple(fc.integer({ min: 1, max: 99_999_999 }), fc.integer({ min: -18, max: 4 }))
    .map(([digits, exponent]) => Number(`${digits}e${exponent}`));
  fc.assert(
    fc.property(value, fc.integer({ min: 6, max: 30 }), (one, width) => {
      const text = quantity(one)(width);
      expect(text.length).toBeLessThanOrEqual(width);
      expect(text).toMatch(/[1-9]/);
    }),
    { numRuns: 200 },
  );
});

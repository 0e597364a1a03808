import fc from 'fast-check';
import { expect, test } from 'vitest';
import { figureOf } from './figure.ts';
import { amount, dollars, exactNumber, money, percent } from './number.ts';

/** Prices from 1e-18 to 1e12, of as many digits as an exchange lists. */
const price = fc
  .record({
    digits: fc.integer({ min: 1, max: 999_999_999 }),
    exponent: fc.integer({ min: -18, max: 3 }),
    sign: fc.constantFrom('', '-'),
  })
  .map(({ digits, exponent, sign }) => Number(`${sign}${digits}e${exponent}`))
  .filter((value) => Math.abs(value) >= 1e-18);

/** A text of decimals as a whole number of 1e-60, exactly. */
const scaled = (text: string): bigint => {
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text.replaceAll(',', '')) ?? [];
  expect(whole, text).not.toBe('');
  return BigInt(sign + whole + decimals.padEnd(60, '0'));
};
const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0;
const distance = (one: bigint, other: bigint): bigint => (one < other ? other - one : one - other);

test('200 drawn prices are read back to within half a unit of their last digit, and none as 0', () => {
  fc.assert(
    fc.property(price, (value) => {
      const text = amount(value);
      expect(Number(text.replaceAll(',', ''))).not.toBe(0);
      // Dropped trailing zeros leave the value exact.
      const shown = text.replace(/^-?[0.,]*/, '').replace(/[.,]/g, '').length;
      const unit = 10n ** BigInt(60 - decimalsOf(text));
      const off = distance(scaled(text), scaled(exactNumber(value)));
      expect(off * 2n).toBeLessThanOrEqual(unit);
      if (shown < 7) expect(off).toBeLessThanOrEqual(distance(scaled(exactNumber(value)), 0n) / 10_000_000n);
    }),
    { numRuns: 200, examples: [[1.6e-9], [1.6005e-9], [1e-18], [1e12], [0.99999999999], [123_456_789.12345679]] },
  );
});

test('200 drawn numbers have every digit in data: they are read back as they were, without an exponent', () => {
  fc.assert(
    fc.property(fc.oneof(price, fc.double({ noNaN: true, noDefaultInfinity: true })), (value) => {
      const text = exactNumber(value);
      expect(text).toMatch(/^-?\d+(\.\d+)?$/);
      expect(Number(text)).toBe(value + 0);
    }),
    { numRuns: 200, examples: [[1.6e-9], [5e-324], [1.7976931348623157e308], [8.653839943250304], [-1.5e-7], [1e21]] },
  );
});

test('a price below 1e-8 is shown by its digits', () => {
  expect([1.6e-9, 1.6005e-9, -1.6005e-9, 1.23456789e-12, 1e-18, 0.012345678912].map(amount)).toEqual([
    '0.0000000016',
    '0.0000000016005',
    '-0.0000000016005',
    '0.0000000000012345679',
    '0.000000000000000001',
    '0.012345679',
  ]);
  expect([0, -0, 0.99999999999, 9e12, 1_234.567891234].map(amount)).toEqual([
    '0',
    '0',
    '1',
    '9,000,000,000,000',
    '1,234.56789123',
  ]);
});

test('money that is not 0 is never shown as 0, but for what binary fractions leave', () => {
  expect([0.1 + 0.2 - 0.3, -1e-13].map((usd) => money(figureOf(null, usd), { sign: true }))).toEqual([
    '$0.00',
    '$0.00',
  ]);
  expect([0.004, -0.004, 0.005, 1e-8, 0].map((usd) => money(figureOf(null, usd)))).toEqual([
    '<$0.01',
    '-<$0.01',
    '$0.01',
    '<$0.01',
    '$0.00',
  ]);
  expect([dollars(0.004, { sign: true }), dollars(-0.4, { digits: 0 })]).toEqual(['+<$0.01', '-<$1']);
});

test('a percentage that is not 0 is never shown as 0 either', () => {
  expect([0.004, -0.004, 0.005, 0, 1e-13].map((value) => percent(value))).toEqual([
    '<0.01%',
    '-<0.01%',
    '0.01%',
    '0.00%',
    '0.00%',
  ]);
  expect([percent(0.0004, { digits: 3, sign: true }), percent(0.4, { digits: 0 })]).toEqual(['+<0.001%', '<1%']);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatIn } from './format.ts';

const [english, spanish] = [formatIn('en'), formatIn('es')];

test('a price below 1e-8 is shown by its digits, money that is not 0 is never shown as 0', () => {
  expect([1.6005e-9, -1.6e-9, 1e-18, 0, 1_000.5].map(english.amount)).toEqual([
    '0.0000000016005',
    '−0.0000000016',
    '0.000000000000000001',
    '0',
    '1,000.5',
  ]);
  expect(spanish.amount(1.6005e-9)).toBe('0,0000000016005');
  expect([
    english.dollars(0.004),
    english.dollars(-0.004),
    english.dollars(0.004, { sign: true }),
    english.dollars(0),
  ]).toEqual(['<$0.01', '−<$0.01', '+<$0.01', '$0.00']);
  expect(spanish.dollars(0.004).replace(/\s/, ' ')).toBe('<0,01 $');
});

test('200 drawn prices are read back to eight digits, and none as 0', () => {
  const price = fc
    .tuple(fc.integer({ min: 1, max: 999_999_999 }), fc.integer({ min: -18, max: 3 }))
    .map(([digits, exponent]) => Number(`${digits}e${exponent}`));
  fc.assert(
    fc.property(price, (value) => {
      const read = Number(english.amount(value).replaceAll(',', ''));
      expect(Math.abs(read - value)).toBeLessThanOrEqual(value * 0.5e-7);
      expect(read).toBeGreaterThan(0);
    }),
    { numRuns: 200 },
  );
});

test('a percentage that is not 0 is never shown as 0, in either language', () => {
  expect([0.004, -0.004, 0.0004, 0].map((value) => english.percent(value))).toEqual([
    '<0.01%',
    '−<0.01%',
    '<0.01%',
    '0.00%',
  ]);
  expect(spanish.percent(0.0004, { digits: 3, sign: true }).replace(/\s/, ' ')).toBe('+<0,001 %');
});

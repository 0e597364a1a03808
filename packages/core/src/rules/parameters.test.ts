import { expect, test } from 'vitest';
import { isMask, maskedOf, maskOf, WHOLE_MASK } from './mask.ts';
import { readNumber } from './number-text.ts';
import { assetNamed, type ParameterField, readParameter } from './parameters.ts';

test('a mask shows the first 8 and last 4 characters of a long key, and nothing of a short one', () => {
  expect(['', 'a'.repeat(19), 'abcdefgh-middle-wxyz'].map(maskOf)).toEqual([
    '',
    WHOLE_MASK,
    `abcdefgh${WHOLE_MASK}wxyz`,
  ]);
  expect([isMask(WHOLE_MASK), isMask('abc')]).toEqual([true, false]);
});

test('what a bot has masked in its own way stays as it is', () => {
  expect(['abc***xyz', 'abcd…….', maskOf('abcdefgh-middle-wxyz'), 'plain'].map(maskedOf)).toEqual([
    'abc***xyz',
    'abcd…….',
    `abcdefgh${WHOLE_MASK}wxyz`,
    WHOLE_MASK,
  ]);
});

test('decimals come after a point or a comma; what may mean thousands is refused', () => {
  const read = (text: string) => {
    const result = readNumber(text, true);
    return result.ok ? result.value : result.why;
  };
  expect([' 10000 ', '0.5', '0,5', '0,125', '12,50', '1500.00'].map(read)).toEqual([
    10_000, 0.5, 0.5, 0.125, 12.5, 1_500,
  ]);
  expect(['1.500', '1,500', '10.000', '1.500,00', '-1', '1e3', 'ten', ''].map(read)).toEqual([
    'thousands',
    'thousands',
    'thousands',
    'not-a-number',
    'not-a-number',
    'not-a-number',
    'not-a-number',
    'empty',
  ]);
  expect(readNumber('1.125', false)).toEqual({ ok: true, value: 1.125 });
});

test.each<[ParameterField, string, number | string]>([
  ['total_capital', '0', 'positive'],
  ['total_capital', '10000', 10_000],
  ['min_profit_threshold', '0', 0],
  ['min_profit_threshold', '100.1', 'range'],
  ['max_concurrent_orders', '2.5', 'whole'],
  ['max_concurrent_orders', '0', 'range'],
  ['max_concurrent_orders', '101', 'range'],
  ['cooldown_after_failure_seconds', '86401', 'range'],
  ['stop_loss_pct', '', 'empty'],
])('%s: %s', (field, text, expected) => {
  const read = readParameter(field, text);
  expect(read.ok ? read.value : read.why).toBe(expected);
});

test('an asset is upper-case letters and digits', () => {
  expect([' sol ', '1INCH', 'BTC/USDT', ''].map(assetNamed)).toEqual(['SOL', '1INCH', null, null]);
});

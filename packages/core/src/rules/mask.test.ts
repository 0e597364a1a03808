import { expect, test } from 'vitest';
import { isMask, maskedOf, maskOf, WHOLE_MASK } from './mask.ts';

test('a mask shows the first 8 and last 4 characters of a long key, and nothing of a short one', () => {
  expect(['', 'a'.repeat(19), 'abcdefgh-middle-wxyz'].map(maskOf)).toEqual([
    '',
    WHOLE_MASK,
    `abcdefgh${WHOLE_MASK}wxyz`,
  ]);
  expect([isMask(WHOLE_MASK), isMask('abc')]).toEqual([true, false]);
});

test('a key that the bot has already masked is kept', () => {
  expect(['abc***xyz', 'abcd…….', maskOf('abcdefgh-middle-wxyz'), 'plain'].map(maskedOf)).toEqual([
    'abc***xyz',
    'abcd…….',
    `abcdefgh${WHOLE_MASK}wxyz`,
    WHOLE_MASK,
  ]);
});

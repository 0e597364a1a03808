import { expect, test } from 'vitest';
import { exchangeName } from './primitives.ts';

test('an exchange is a venue or an account of it', () => {
  const isName = (name: string): boolean => exchangeName.safeParse(name).success;
  expect(['kucoin', 'kucoin:second', 'okx:2'].map(isName)).toEqual([true, true, true]);
  expect(['kucoin:', ':second', 'kucoin:a:b', 'kucoin second', 'Kucoin'].filter(isName)).toEqual([]);
});

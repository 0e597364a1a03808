import { expect, test } from 'vitest';
import { memoized } from './memoized.ts';

test('what took ten milliseconds is worked out again after a hundred, or for another key', () => {
  let at = 0;
  let made = 0;
  const answer = memoized(
    (mode: string) => {
      at += 10;
      made += 1;
      return `${mode} ${made}`;
    },
    () => at,
  );
  expect(answer('paper')).toBe('paper 1');
  at += 99;
  expect(answer('paper')).toBe('paper 1');
  expect(answer('live')).toBe('live 2');
  at += 99;
  expect(answer('live')).toBe('live 2');
  at += 1;
  expect(answer('live')).toBe('live 3');
});

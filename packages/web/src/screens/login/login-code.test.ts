import { expect, test } from 'vitest';
import { codeIn } from './login-code.ts';

test('the one-time code is read out of the fragment', () => {
  expect(['#code=a-_1', 'code=x', '#code=', '#content', ''].map(codeIn)).toEqual(['a-_1', 'x', null, null, null]);
});

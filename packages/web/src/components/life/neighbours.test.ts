import { expect, test } from 'vitest';
import { neighboursOf } from './neighbours.ts';

const list = (...ids: string[]) => ids.map((id) => ({ id }));

test('the lives above and below are those of the list that has this one', () => {
  const lists = [list('a', 'b', 'c'), list('x', 'y')];
  expect(neighboursOf('b', lists)).toEqual({ before: 'a', after: 'c' });
  expect(neighboursOf('a', lists)).toEqual({ before: null, after: 'b' });
  expect(neighboursOf('y', lists)).toEqual({ before: 'x', after: null });
  expect(neighboursOf('z', lists)).toEqual({ before: null, after: null });
});

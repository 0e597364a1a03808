import { expect, test } from 'vitest';
import { newIds } from './new-ids.ts';

test('an id is new once, until as many others have come as are remembered', () => {
  const isNew = newIds(2);
  expect(['a', 'a', 'b', 'a', 'c', 'a', 'c'].map((id) => isNew(id))).toEqual([
    true,
    false,
    true,
    false,
    true,
    true,
    false,
  ]);
});

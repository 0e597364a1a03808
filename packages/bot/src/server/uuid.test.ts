import { expect, test } from 'vitest';
import { createUuids } from './uuid.ts';

test('ids are UUIDv7 and grow, also within a millisecond and when the clock goes back', () => {
  let at = 1_700_000_000_000;
  const newId = createUuids(() => at);
  const ids = Array.from({ length: 10_000 }, newId);
  at -= 5_000;
  ids.push(newId());
  at += 60_000;
  ids.push(newId());
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  const form = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(ids.filter((id) => !form.test(id))).toEqual([]);
  expect(Number.parseInt((ids.at(-1) ?? '').replace('-', '').slice(0, 12), 16)).toBe(at);
});

import { expect, test } from 'vitest';
import { createMemoryStore } from '../journal/memory.ts';
import { around, momentOfId, newestFirst } from './ring-search.ts';
import { createUuids } from './uuid.ts';

const start = Date.UTC(2026, 0, 31);
const minute = 60_000;

function given(count: number) {
  const store = createMemoryStore();
  for (let at = 0; at < count; at++)
    store.remember('decisions', [{ id: `d-${at}`, at: start + at * minute, data: { at } }]);
  let read = 0;
  const counting: Pick<typeof store, 'records'> = {
    records: async (ring, query) => {
      const page = await store.records(ring, query);
      read += page.length;
      return page;
    },
  };
  return { store: counting, read: () => read };
}
const ids = async (records: AsyncIterable<{ readonly id: string }>) => {
  const found: string[] = [];
  for await (const { id } of records) found.push(id);
  return found;
};

test('a ring is read from the newest back, or from a moment back', async () => {
  const { store } = given(1_203);
  const all = await ids(newestFirst(store, 'decisions'));
  expect([all.length, all[0], all.at(-1)]).toEqual([1_203, 'd-1202', 'd-0']);
  // A minute more than asked: clocks may be set.
  expect((await ids(newestFirst(store, 'decisions', start + 100 * minute)))[0]).toBe('d-101');
  expect(await ids(newestFirst(store, 'decisions', start - 2 * minute))).toEqual([]);
  expect((await ids(newestFirst(store, 'decisions', start + 5_000 * minute)))[0]).toBe('d-1202');
});

test('what was made around a moment is found without reading the rest', async () => {
  const { store, read } = given(20_000);
  expect(await ids(around(store, 'decisions', start + 700 * minute))).toEqual(['d-701', 'd-700', 'd-699']);
  expect(read()).toBeLessThan(600);
});

test('an id of ours says when it was made', () => {
  const id = createUuids(() => start)();
  expect([momentOfId(id), momentOfId('id-7'), momentOfId('')]).toEqual([start, null, null]);
});

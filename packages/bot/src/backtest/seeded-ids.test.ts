import { expect, test } from 'vitest';
import { seededRandom } from '../venues/simulated/simulated-random.ts';
import { seededIds } from './seeded-ids.ts';

test('ids are UUIDs of version 7 that grow, ten thousand in one millisecond too, and come again with their seed', () => {
  const idsOf = (seed: number): string[] => {
    let now = Date.UTC(2026, 0, 31);
    const newId = seededIds(() => now, seededRandom(seed));
    const ids = Array.from({ length: 10_000 }, newId);
    now += 0.5;
    ids.push(newId());
    now += 1;
    ids.push(newId());
    return ids;
  };
  const ids = idsOf(1);
  expect(ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toEqual(
    [],
  );
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(10_002);
  expect(idsOf(1)).toEqual(ids);
  expect(idsOf(2)).not.toEqual(ids);
});

import { expect, test } from 'vitest';
import type { AccessHeads } from './access-chain.ts';
import { anchored } from './anchored.ts';

/** Chains of so many rows, of which a sync is over when `end` is called, and what was anchored. */
function given() {
  const rows = { audit: 1, access: 1 };
  const kept: AccessHeads[] = [];
  const syncs: PromiseWithResolvers<void>[] = [];
  const synced = anchored({
    heads: () => ({ audit: { count: rows.audit, hash: 'a' }, access: { count: rows.access, hash: 'b' } }),
    synced: () => {
      const sync = Promise.withResolvers<void>();
      syncs.push(sync);
      return sync.promise;
    },
    anchor: (heads) => kept.push(heads),
  });
  return { rows, synced, syncs, counts: () => kept.map(({ audit, access }) => [audit.count, access.count]) };
}

test('heads are anchored once their rows are on the disk, as they were before the sync', async () => {
  const { rows, synced, syncs, counts } = given();
  const waiting = synced();
  rows.audit = 2;
  expect(counts()).toEqual([]);
  syncs[0]?.resolve();
  await waiting;
  expect(counts()).toEqual([[1, 1]]);
});

test('what could not be synced is not anchored, and the next sync has it', async () => {
  const { synced, syncs, counts } = given();
  const failing = synced();
  syncs[0]?.reject(new Error('EIO'));
  await expect(failing).rejects.toThrow('EIO');
  expect(counts()).toEqual([]);
  const whole = synced();
  syncs[1]?.resolve();
  await whole;
  expect(counts()).toEqual([[1, 1]]);
});

test('chains that have not grown are not anchored again', async () => {
  const { rows, synced, syncs, counts } = given();
  const after = async (grow: () => void) => {
    grow();
    const sync = synced();
    syncs.at(-1)?.resolve();
    await sync;
  };
  await after(() => {});
  await after(() => {});
  await after(() => (rows.audit = 2));
  await after(() => (rows.access = 2));
  expect(counts()).toEqual([
    [1, 1],
    [2, 1],
    [2, 2],
  ]);
});

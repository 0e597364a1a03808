import { type FactsRecord, FactsRecord as FactsSchema, type factTypes, paperProvenance } from '@triquad/core/contract';
import { expect, expectTypeOf, test } from 'vitest';
import { createMemoryStore } from '../journal/memory.ts';
import type { Fact } from '../model/event.ts';
import { factsPage } from './facts-page.ts';
import { Refusal } from './problem.ts';

const noon = Date.parse('2026-11-22T12:00:00.000Z');
const day = (at: number): Fact => ({ type: 'DayStarted', day: '2026-11-22', at }) as Fact;
const accepted: Fact = {
  type: 'DifferenceAccepted',
  id: 'd',
  reason: 'a gift',
  actor: { name: 'ana', role: 'admin' },
  at: noon + 2_500,
};
const charged = { type: 'FeeCharged', order_id: 'o', key: 'cumulative', at: noon + 2_600 } as Fact;
const started = { type: 'FlattenStarted', id: 'f', key: { id: 'secret', fingerprint: 'x' }, at: noon + 2_700 } as never;

/** Facts 1 to 2,500, one each ms, of which `kept` and later ones are in the database. */
function journal(kept = 1) {
  const store = createMemoryStore<Fact>();
  store.append(Array.from({ length: 2_500 }, (_, at) => day(noon + at)));
  store.append([accepted, charged, started]);
  const facts: typeof store.facts = async (from, limit) => store.facts(Math.max(from, kept), limit);
  return { committed: () => store.committed(), facts };
}

async function page(query: Partial<Parameters<typeof factsPage>[1]>, store = journal()): Promise<FactsRecord> {
  const found = await factsPage(store, () => null, { limit: 50, ...query });
  if (found instanceof Refusal) throw new Error(found.detail);
  return FactsSchema.parse(found);
}
const seqs = ({ data }: FactsRecord) => [data.at(0)?.seq, data.at(-1)?.seq, data.length];

test('the latest, oldest first', async () => {
  expect(seqs(await page({ limit: 3 }))).toEqual([2_501, 2_503, 3]);
  expect(await page({ limit: 1, types: 'DayStarted' })).toMatchObject({ data: [{ seq: 2_500 }], through: 2_503 });
});

test('page after page, everything comes once, whatever is filtered', async () => {
  const all: number[] = [];
  for (let after = 0, last = 1; after < last; ) {
    const one = await page({ after, limit: 400 });
    all.push(...one.data.map(({ seq }) => seq));
    [after, last] = [one.through, one.last];
  }
  expect(all).toEqual(Array.from({ length: 2_503 }, (_, at) => at + 1));
  const some = await page({ after: 0, types: 'FeeCharged, DifferenceAccepted', limit: 50 });
  expect([some.data.map(({ seq }) => seq), some.through]).toEqual([[2_501, 2_502], 2_503]);
});

test('facts that are not kept any more are said to be missing', async () => {
  expect(await page({ after: 10, limit: 1 }, journal(2_000))).toMatchObject({
    data: [{ seq: 2_000 }],
    missing: { from: 11, to: 1_999 },
  });
  expect((await page({ after: 1_999, limit: 1 }, journal(2_000))).missing).toBe(null);
});

test('from one moment to another', async () => {
  const at = (ms: number) => new Date(noon + ms).toISOString();
  expect(seqs(await page({ from: at(1_500), to: at(1_510) }))).toEqual([1_501, 1_510, 10]);
  expect((await page({ from: at(9_000) })).data).toEqual([]);
});

test('who asked for it is not said, nor the key of the call', async () => {
  const { data } = await page({ limit: 3 });
  expect(data.map(({ says }) => says)).toEqual([
    { id: 'd', reason: 'a gift' },
    { order_id: 'o', key: 'cumulative' },
    { id: 'f' },
  ]);
});

test('a type that no fact has is refused, and every type of fact is known', async () => {
  expect(await factsPage(journal(), () => null, { limit: 1, types: 'DayStarted,Tpyo' })).toMatchObject({ status: 422 });
  expectTypeOf<(typeof factTypes)[number]>().toEqualTypeOf<Fact['type']>();
});

const opened = (market: 'practice' | 'realistic', at: number): Fact => {
  return { type: 'MarketOpened', market, source: 'simulated', provenance: paperProvenance(market, null, market), at };
};

test.each([
  ['the latest', {}],
  ['after the first', { after: 0 }],
])('each fact states the prices that were watched at its time: %s', async (_, query) => {
  const store = createMemoryStore<Fact>();
  const facts = [day(noon), opened('practice', noon + 1), day(noon + 2), opened('realistic', noon + 3), day(noon + 4)];
  store.append(facts);
  const before = paperProvenance('recorded', 'okx', 'okx-1');
  const sought = { limit: 50, types: 'DayStarted', ...query };
  const found = FactsSchema.parse(await factsPage(store, (at) => (at === noon ? before : null), sought));
  expect(found.data.map(({ provenance }) => provenance?.kind)).toEqual(['recorded', 'practice', 'realistic']);
});

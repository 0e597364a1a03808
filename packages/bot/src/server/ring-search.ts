import type { OpportunityRecord } from '@triquad/core/contract';
import { bisect } from '../journal/bisect.ts';
import type { EventStore, KeptRecord, Ring } from '../journal/event-store.ts';
import type { Fact } from '../model/event.ts';

type Store = Pick<EventStore<Fact>, 'records'>;

const PAGE = 500;
/** A record may be written again later than it was made, and moments are of a clock that may be set: by so much the search goes too far. */
const SLACK_MS = 60_000;

/** The records of a ring, newest first, up to that moment where one is given; page by page, so that the market never waits for it. */
export async function* newestFirst(store: Store, ring: Ring, upTo: number | null = null): AsyncGenerator<KeptRecord> {
  let before = upTo === null ? undefined : await placeAfter(store, ring, upTo + SLACK_MS);
  for (;;) {
    const page = await store.records(ring, { limit: PAGE, ...(before === undefined ? {} : { before }) });
    yield* page;
    const oldest = page.at(-1);
    if (oldest === undefined || page.length < PAGE) return;
    before = oldest.seq;
  }
}

/** Those made within a moment's reach of `at`, or all where it is null. */
export async function* around(store: Store, ring: Ring, at: number | null): AsyncGenerator<KeptRecord> {
  for await (const record of newestFirst(store, ring, at)) {
    if (at !== null && record.at < at - SLACK_MS) return;
    yield record;
  }
}

/** The place of the first record after that moment; undefined where there is none after it. */
async function placeAfter(store: Store, ring: Ring, at: number): Promise<number | undefined> {
  const [newest] = await store.records(ring, { limit: 1 });
  if (newest === undefined || newest.at <= at) return undefined;
  return bisect(1, newest.seq, async (seq) => {
    const [record] = await store.records(ring, { limit: 1, before: seq + 1 });
    return record !== undefined && record.at > at;
  });
}

/** When an id of ours was made, in UTC milliseconds; null for one of another form. */
export function momentOfId(id: string): number | null {
  const [, high, low] = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(id) ?? [];
  return high === undefined || low === undefined ? null : Number.parseInt(high + low, 16);
}

/** Opportunities of earlier versions did not state the source of their prices. */
export const keptOpportunity = (data: unknown): OpportunityRecord => ({
  ...({ provenance: null } as const),
  ...(data as OpportunityRecord),
});

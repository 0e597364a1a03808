import type { OpportunityRecord, QueryOf } from '@triquad/core/contract';
import type { EventStore } from '../../journal/event-store.ts';
import type { DecisionMade, Fact } from '../../model/event.ts';
import { provenanceNow } from '../../model/provenance.ts';
import type { Backend } from '../backend.ts';
import type { Handlers } from '../handler.ts';
import { pageOf } from '../page.ts';
import { notFound } from '../problem.ts';
import { searchQueue } from '../queue.ts';
import { decisionRecord } from '../records.ts';
import { keptOpportunity, momentOfId, newestFirst } from '../ring-search.ts';

type OpportunityRoutes =
  | 'opportunities.list'
  | 'opportunities.get'
  | 'opportunities.stats'
  | 'opportunities.best'
  | 'scan'
  | 'decisions.list';

const WINDOW_SECONDS = 300;
const RING_PAGE = 500;

export function opportunityRoutes({ engine, store, now, startedAt, scan }: Backend): Pick<Handlers, OpportunityRoutes> {
  const queue = searchQueue();
  return {
    'opportunities.list': ({ query }) => {
      const { dislocation, before } = query;
      if (before !== undefined) return queue.run(() => keptBefore(store, query, before));
      const all = dislocation === undefined ? engine.state().opportunities : engine.alternatives(dislocation);
      return pageOf(all.filter(matcherOf(query)), query);
    },
    'opportunities.get': ({ parameters: { id } }) =>
      engine.state().opportunities.find((one) => one.id === id) ?? notFound('opportunity', id),
    'opportunities.stats': () => {
      const since = now() - WINDOW_SECONDS * 1000;
      const recent = engine.state().opportunities.filter(({ detected_at }) => Date.parse(detected_at) >= since);
      const seconds = Math.min(WINDOW_SECONDS, Math.max(1, Math.round((now() - startedAt) / 1000)));
      return { provenance: provenanceNow(engine.state()), ...statsOf(recent, seconds) };
    },
    'opportunities.best': ({ query }) => {
      const valid = engine
        .state()
        .opportunities.filter((one) => one.is_valid && (query.type === undefined || one.type === query.type));
      return valid.reduce<OpportunityRecord | null>(
        (best, one) => (best === null || one.profit_pct > best.profit_pct ? one : best),
        null,
      );
    },
    scan: () => scan(),
    'decisions.list': ({ query }) => queue.run(() => decisions(store, query)),
  };
}

const matcherOf =
  ({ type, exchange, min_profit, valid }: QueryOf<'opportunities.list'>) =>
  (one: OpportunityRecord): boolean =>
    (type === undefined || one.type === type) &&
    (exchange === undefined || one.exchange === exchange.toLowerCase()) &&
    (min_profit === undefined || one.profit_pct >= min_profit) &&
    (valid === undefined || one.is_valid === valid);

/** Those on the disk that were found before another, newest first. */
async function keptBefore(store: EventStore<Fact>, query: QueryOf<'opportunities.list'>, before: string) {
  const fits = matcherOf(query);
  const rows: OpportunityRecord[] = [];
  for await (const { data } of newestFirst(store, 'opportunities', momentOfId(before))) {
    const one = keptOpportunity(data);
    // Ids grow with time.
    if (one.id < before && fits(one)) rows.push(one);
    if (rows.length === query.limit) break;
  }
  return pageOf(rows, { ...query, offset: 0 });
}

/** All that are kept, those of earlier runs included; page by page, so that the market never waits for it. */
async function decisions(store: EventStore<Fact>, query: QueryOf<'decisions.list'>) {
  const rows: DecisionMade[] = [];
  let place: { readonly before?: number } = {};
  for (;;) {
    const kept = await store.records('decisions', { limit: RING_PAGE, ...place });
    for (const { data } of kept) {
      const one = data as DecisionMade;
      if (query.reason !== undefined && one.reason !== query.reason) continue;
      if (query.exchange !== undefined && one.exchange !== query.exchange) continue;
      if (query.opportunity_id !== undefined && one.opportunity_id !== query.opportunity_id) continue;
      rows.push(one);
    }
    const oldest = kept.at(-1);
    if (oldest === undefined || kept.length < RING_PAGE) break;
    place = { before: oldest.seq };
  }
  const page = pageOf(rows, query);
  return { ...page, data: page.data.map(decisionRecord) };
}

function statsOf(recent: readonly OpportunityRecord[], seconds: number) {
  const profits = recent.map(({ profit_pct }) => profit_pct);
  return {
    total: recent.length,
    dislocations: new Set(recent.map(({ id, dislocation_id = id }) => dislocation_id)).size,
    valid: recent.filter(({ is_valid }) => is_valid).length,
    per_minute: (recent.length * 60) / seconds,
    by_type: countBy(recent, ({ type }) => type),
    by_exchange: countBy(recent, ({ exchange }) => exchange),
    avg_profit_pct: profits.length === 0 ? null : profits.reduce((sum, one) => sum + one, 0) / profits.length,
    max_profit_pct: profits.length === 0 ? null : Math.max(...profits),
    window_seconds: seconds,
  };
}

function countBy<T>(rows: readonly T[], keyOf: (row: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const row of rows) counts[keyOf(row)] = (counts[keyOf(row)] ?? 0) + 1;
  return counts;
}

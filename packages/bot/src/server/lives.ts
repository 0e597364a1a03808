import type { LivesRecord, QueryOf } from '@triquad/core/contract';
import { isWithin } from '@triquad/core/time';
import type { EventStore, KeptRecord } from '../journal/event-store.ts';
import type { DecisionMade, Fact } from '../model/event.ts';
import { isoTime } from '../model/moment.ts';
import { notValid, Refusal } from './problem.ts';
import { rangeOf } from './range.ts';
import { decidedRecord } from './records.ts';
import { newestFirst } from './ring-search.ts';

type Query = QueryOf<'history.list'>;

/** The first record that a ring was ever given. */
const FIRST = 1;

/** What was decided within a stretch of time and fits the query. The first page goes through all of it, to count it; later ones go no further than they must. */
export async function livesOf(store: Pick<EventStore<Fact>, 'records'>, query: Query): Promise<LivesRecord | Refusal> {
  const { limit, cursor } = query;
  const range = rangeOf(query);
  if (range instanceof Refusal) return range;
  const after = cursor === undefined ? null : Number(cursor);
  if (after !== null && !Number.isSafeInteger(after)) return notValid('cursor', 'must be the next of the page before');
  const { from, to } = range;
  const fits = matcherOf(query);
  const data: KeptRecord[] = [];
  const counts = new Map<string, number>();
  let total = 0;
  let oldest: KeptRecord | undefined;
  for await (const record of newestFirst(store, 'decisions', to)) {
    oldest = record;
    if (from !== null && record.at < from) break;
    if (!isWithin(range, record.at) || (after !== null && record.seq >= after)) continue;
    const decision = record.data as DecisionMade;
    if (!fits(decision)) continue;
    counts.set(decision.reason, (counts.get(decision.reason) ?? 0) + 1);
    if (query.code !== undefined && decision.reason !== query.code) continue;
    total += 1;
    data.push(record);
    if (after !== null && data.length > limit) break;
    if (after === null && data.length > limit + 1) data.pop();
  }
  const page = data.slice(0, limit);
  const isFirst = after === null;
  return {
    data: page.map((record) => decidedRecord(record.data as DecisionMade)),
    next: data.length > limit ? String(page.at(-1)?.seq) : null,
    total: isFirst ? total : null,
    by_code: isFirst ? [...counts].map(([code, count]) => ({ code, count })).sort((a, b) => b.count - a.count) : null,
    kept_since:
      oldest === undefined || oldest.seq <= FIRST || (from !== null && oldest.at < from) ? null : isoTime(oldest.at),
  };
}

/** Everything of the query but the code, which the counts leave aside. */
export function matcherOf({
  type,
  exchange,
  route,
  q,
}: Pick<Query, 'type' | 'exchange' | 'route' | 'q'>): (decision: DecisionMade) => boolean {
  const currencies = (route ?? '')
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((one) => one !== '');
  const sought = q?.trim().toLowerCase() ?? '';
  return (decision) => {
    const { path } = decision;
    if (type !== undefined && type !== (path.length === 4 ? 'TRI' : 'QUAD')) return false;
    if (exchange !== undefined && decision.exchange !== exchange.toLowerCase()) return false;
    if (!currencies.every((currency) => path.includes(currency))) return false;
    return sought === '' || wordsOf(decision).some((word) => word.toLowerCase().includes(sought));
  };
}

const wordsOf = ({
  id,
  opportunity_id,
  execution_id,
  dislocation_id,
  exchange,
  path,
  reason,
  detail,
}: DecisionMade) => [
  ...[id, opportunity_id ?? '', execution_id ?? '', dislocation_id ?? '', exchange, reason, detail],
  path.join(' → '),
];

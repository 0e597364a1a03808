import * as z from 'zod/mini';
import { enveloped, type LooseRows, looseRows } from './answer.ts';
import { ExecutionConditionsRecord } from './conditions.ts';
import { extended, mark } from './mark.ts';
import { OpportunityRecord } from './opportunity.ts';
import { count, id, page, percent, range, text, time, usd } from './primitives.ts';
import { ProvenanceRecord } from './provenance.ts';
import { unread } from './reading.ts';
import { ResidualReason } from './risk.ts';
import { route } from './route.ts';
import { DecisionRecord } from './scan.ts';
import { reader, readOf, tolerant } from './tolerant.ts';
import type { Tolerant } from './tolerant-type.ts';
import { TradeRecord, trigger } from './trade.ts';

/** The cycle of the same dislocation that earned most beside the one that was decided. */
const NextBestRecord = z.object({ symbols: z.array(text), profit_pct: percent, profit_usd: usd });

/** A decision and the ids it belongs to. The last four fields are absent in decisions of earlier versions, and if there is no value. */
export const DecidedRecord = extended(DecisionRecord, {
  threshold_pct: z.optional(percent),
  dislocation_id: z.optional(id),
  execution_id: z.optional(id),
  next_best: z.optional(NextBestRecord),
});
export type DecidedRecord = z.infer<typeof DecidedRecord>;

/** The client's form. */
export const Decided = tolerant(DecidedRecord);
export type Decided = Tolerant<typeof DecidedRecord>;

/**
 * `from` and `to` in UTC, both included. `code`: the reason of the decision. `route`: currencies that the cycle leads through, e.g. `BTC,ETH`.
 * `q`: part of an id, a currency, an exchange, a reason or its text. `cursor`: `next` of the page before.
 */
export const LivesQuery = z.object({
  limit: page.limit,
  cursor: z.optional(text),
  ...range,
  code: z.optional(text),
  type: z.optional(text),
  exchange: z.optional(text),
  route: z.optional(text),
  q: z.optional(text),
});

/**
 * Newest first. `total` and `by_code` count all that match and are null on later pages; `by_code` leaves the query's own `code` aside.
 * `next` is null on the last page. `kept_since`: what was decided before is not kept any more; null while everything is.
 */
export const LivesRecord = z.object({
  data: z.array(DecidedRecord),
  next: z.nullable(text),
  total: z.nullable(count),
  by_code: z.nullable(z.array(mark(z.object({ code: text, count }), { required: ['code', 'count'] }))),
  kept_since: z.nullable(time),
});
export type LivesRecord = z.infer<typeof LivesRecord>;

const decided = looseRows(Decided);
const LivesPage = z.omit(LivesRecord, { data: true });
const livesPage = tolerant(LivesPage);
/** The client's form. */
export const Lives = reader<Lives>(DecidedRecord, (value, tally) => {
  const body = readOf(decided)(value, tally);
  const rest = body === unread ? unread : readOf(livesPage)(value, tally);
  return rest === unread ? unread : { body, page: rest };
});
export type Lives = { body: LooseRows<Decided>; page: Tolerant<typeof LivesPage> };

/** The opportunity at its decision. Ages of the books of its legs in ms. */
const FoundRecord = z.object({
  at: time,
  profit_pct: percent,
  profit_usd: z.nullable(usd),
  capital_usd: z.nullable(usd),
  threshold_pct: z.nullable(percent),
  book_ages_ms: z.array(z.number()),
  break_even_fee_pct: z.nullable(percent),
  alternatives: z.nullable(count),
  next_best: z.nullable(NextBestRecord),
});

/** A fact of the journal: its number, its hash in the chain, and its short values. */
const FactRecord = mark(
  z.object({
    seq: count,
    at: time,
    type: text,
    hash: text,
    order_id: z.nullable(id),
    leg: z.nullable(count),
    says: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  }),
  { required: ['seq', 'type'], defaults: { hash: '' } },
);
export type FactRecord = z.infer<typeof FactRecord>;

/** Parts of a life that are no longer kept. */
export const forgotten = z.enum(['opportunity', 'decisions', 'facts']);

const Left = mark(z.object({ asset: text, amount: text, stranded: z.boolean(), reason: z.optional(ResidualReason) }), {
  required: ['asset'],
  defaults: { amount: '', stranded: false },
});

/**
 * One life of an opportunity: detection, decision, execution, remainders. `trade` is null if it was not executed; `left`: remainders of the
 * assets in between. Only executions have facts.
 */
export const LifeRecord = mark(
  z.object({
    id,
    provenance: z.nullable(ProvenanceRecord),
    opportunity_id: z.nullable(id),
    execution_id: z.nullable(id),
    dislocation_id: z.nullable(id),
    opportunity: z.nullable(OpportunityRecord),
    found: z.nullable(FoundRecord),
    decisions: z.array(DecidedRecord),
    trigger: z.nullable(trigger),
    trade: z.nullable(TradeRecord),
    /** Under which it was executed; absent in executions of earlier versions. */
    conditions: z.optional(ExecutionConditionsRecord),
    left: z.array(Left),
    facts: z.array(FactRecord),
    forgotten: z.array(forgotten),
  }),
  { required: ['id'] },
);
export type LifeRecord = z.infer<typeof LifeRecord>;

/** The client's form. */
export const Life = tolerant(LifeRecord);
export type Life = Tolerant<typeof LifeRecord>;

export const lifeRoutes = {
  'history.list': route({
    method: 'GET',
    path: '/history/',
    role: 'viewer',
    extension: 'history',
    query: LivesQuery,
    record: LivesRecord,
    answer: Lives,
    summary: 'What was decided of each opportunity, newest first, with counts by reason',
  }),
  'history.get': route({
    method: 'GET',
    path: '/history/{id}',
    role: 'viewer',
    extension: 'history',
    record: LifeRecord,
    answer: enveloped(Life),
    summary: 'One life of an opportunity, by its id or that of its execution, one of its orders or a decision',
  }),
} as const;

import * as z from 'zod/mini';
import { Conditions, ConditionsRecord } from './conditions.ts';
import {
  enveloped,
  ifAny,
  looseList,
  looseNumber,
  looseRecord,
  looseRows,
  looseText,
  looseTime,
  orElse,
  orNull,
} from './loose.ts';
import { Opportunity, OpportunityRecord } from './opportunity.ts';
import { count, id, page, percent, range, text, time, usd } from './primitives.ts';
import { Provenance, ProvenanceRecord } from './provenance.ts';
import { ResidualReason } from './risk.ts';
import { route } from './route.ts';
import { Decision, DecisionRecord } from './scan.ts';
import { Trade, TradeRecord, trigger } from './trade.ts';

/** The cycle of the same dislocation that earned most beside the one that was decided. */
const NextBestRecord = z.object({ symbols: z.array(text), profit_pct: percent, profit_usd: usd });

/** A decision with what it belongs to. The last four are absent in decisions of earlier versions, and where there is none. */
export const DecidedRecord = z.extend(DecisionRecord, {
  threshold_pct: z.optional(percent),
  dislocation_id: z.optional(id),
  execution_id: z.optional(id),
  next_best: z.optional(NextBestRecord),
});
export type DecidedRecord = z.infer<typeof DecidedRecord>;

const NextBest = looseRecord({
  symbols: orElse(looseList, []),
  profit_pct: orNull(looseNumber),
  profit_usd: orNull(looseNumber),
});
/** The client's form. */
export const Decided = z.extend(Decision, {
  threshold_pct: ifAny(looseNumber),
  dislocation_id: ifAny(looseText),
  execution_id: ifAny(looseText),
  next_best: ifAny(NextBest),
});
export type Decided = z.infer<typeof Decided>;

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
  by_code: z.nullable(z.array(z.object({ code: text, count }))),
  kept_since: z.nullable(time),
});
export type LivesRecord = z.infer<typeof LivesRecord>;

const rest = looseRecord({
  next: orNull(looseText),
  total: orNull(looseNumber),
  by_code: orElse(z.array(looseRecord({ code: looseText, count: orElse(looseNumber, 0) })), []),
  kept_since: orNull(looseTime),
});
/** The client's form. */
export const Lives = z.pipe(
  z.transform((body: unknown) => ({ body, page: body })),
  z.object({ body: looseRows(Decided), page: rest }),
);
export type Lives = z.infer<typeof Lives>;

/** What the opportunity showed when it was decided. Ages of the books of its legs in ms. */
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

/** A fact of the journal: its number, its hash in the chain, and of what it says the figures and words that fit in a line. */
const FactRecord = z.object({
  seq: count,
  at: time,
  type: text,
  hash: text,
  order_id: z.nullable(id),
  leg: z.nullable(count),
  says: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type FactRecord = z.infer<typeof FactRecord>;

/** What of a life is not kept any more. */
export const forgotten = z.enum(['opportunity', 'decisions', 'facts']);

/**
 * One life of an opportunity: found, decided, executed, and what it left. `trade` is null where it was not executed; `left`: what of the
 * assets on the way remained. Facts are there for what was executed.
 */
export const LifeRecord = z.object({
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
  /** Under which it was executed; absent in executions of earlier versions. `commit_ms`: how long its first order waited for the disk. */
  conditions: z.optional(z.extend(ConditionsRecord, { commit_ms: z.nullable(z.number()) })),
  left: z.array(z.object({ asset: text, amount: text, stranded: z.boolean(), reason: z.optional(ResidualReason) })),
  facts: z.array(FactRecord),
  forgotten: z.array(forgotten),
});
export type LifeRecord = z.infer<typeof LifeRecord>;

const Found = looseRecord({
  at: orNull(looseTime),
  profit_pct: orNull(looseNumber),
  profit_usd: orNull(looseNumber),
  capital_usd: orNull(looseNumber),
  threshold_pct: orNull(looseNumber),
  book_ages_ms: orElse(z.array(looseNumber), []),
  break_even_fee_pct: orNull(looseNumber),
  alternatives: orNull(looseNumber),
  next_best: orNull(NextBest),
});
const Fact = looseRecord({
  seq: looseNumber,
  at: orNull(looseTime),
  type: looseText,
  hash: orElse(looseText, ''),
  order_id: orNull(looseText),
  leg: orNull(looseNumber),
  says: orElse(z.record(z.string(), z.unknown()), {}),
});
/** The client's form. */
export const Life = looseRecord({
  id: looseText,
  provenance: Provenance,
  opportunity_id: orNull(looseText),
  execution_id: orNull(looseText),
  dislocation_id: orNull(looseText),
  opportunity: orNull(Opportunity),
  found: orNull(Found),
  decisions: orElse(z.array(Decided), []),
  trigger: orNull(looseText),
  trade: orNull(Trade),
  conditions: ifAny(Conditions),
  left: orElse(
    z.array(
      looseRecord({
        asset: looseText,
        amount: orElse(looseText, ''),
        stranded: orElse(z.boolean(), false),
        reason: ifAny(ResidualReason),
      }),
    ),
    [],
  ),
  facts: orElse(z.array(Fact), []),
  forgotten: orElse(z.array(looseText), []),
});
export type Life = z.infer<typeof Life>;

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

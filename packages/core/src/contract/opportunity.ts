import * as z from 'zod/mini';
import { enveloped, looseRows } from './answer.ts';
import { mark } from './mark.ts';
import { coded, count, id, listOf, marketSymbol, page, percent, queried, text, time, usd } from './primitives.ts';
import { ProvenanceRecord } from './provenance.ts';
import { route } from './route.ts';
import { tolerant } from './tolerant.ts';
import type { Tolerant } from './tolerant-type.ts';

export const level = z.enum(['low', 'medium', 'high']);
export const cycleType = z.enum(['TRI', 'QUAD']);
export const side = z.enum(['buy', 'sell']);

/** One planned conversion: `quantity` in base, `price` in quote per base (the worst level it may touch), `fee_pct` in percent. */
export const LegRecord = mark(
  z.object({ market: marketSymbol, side, price: z.number(), quantity: z.number(), fee_pct: percent }),
  { defaults: { market: '', side: '' } },
);

/** Outcome: `executed` with its profit in USD and its ending as code; `rejected` with the code of the decision. */
const OutcomeRecord = mark(
  z.object({
    outcome: z.enum(['open', 'rejected', 'executing', 'executed', 'expired']),
    profit: z.optional(z.nullable(usd)),
    ...coded,
  }),
  { required: ['outcome'] },
);

const OwnDecision = mark(
  z.object({ decision: z.enum(['executed', 'skipped']), reason: text, detail: text, ...coded }),
  { required: ['decision'], defaults: { reason: '', detail: '' } },
);

/** The side of a market that moved; `off_pct`: by how much it is better than what the other markets of the cycle make of it, before fees. */
const MovedRecord = mark(z.object({ market: marketSymbol, side, off_pct: percent }), {
  required: ['market'],
  defaults: { side: '' },
});

/** The embedded bot's form, with both names of each field that has two; `symbols` is closed: first = last. */
export const OpportunityRecord = mark(
  z.object({
    id,
    provenance: z.nullable(ProvenanceRecord),
    type: cycleType,
    exchange: text,
    symbols: z.array(text),
    path: z.array(text),
    markets: z.array(marketSymbol),
    legs: z.array(LegRecord),
    profit_pct: percent,
    profit_usd: z.nullable(usd),
    profit_absolute: z.nullable(usd),
    capital_required: z.nullable(usd),
    liquidity_level: level,
    risk_level: level,
    risk: level,
    risk_reasons: z.array(text),
    execution_time_ms: z.nullable(z.number()),
    detected_at: time,
    expires_at: time,
    is_valid: z.boolean(),
    lifetime_ms: z.nullable(z.number()),
    /** For a QUAD: profit of the best TRI through the same currencies, percent after fees; null without one. */
    best_tri_pct: z.nullable(percent),
    decision: z.nullable(OwnDecision),
    /** Absent in records of earlier versions. */
    dislocation_id: z.optional(id),
    alternatives: z.optional(count),
    moved: z.optional(MovedRecord),
    outcome: z.optional(OutcomeRecord),
    /** Age of the oldest book of the cycle when it was found. */
    book_age_ms: z.optional(z.number()),
    /** The taker fee at which the profit is zero, percent. */
    break_even_fee_pct: z.optional(percent),
  }),
  {
    required: ['id'],
    defaults: { type: '', exchange: '' },
    aliases: [
      ['symbols', 'path'],
      ['profit_usd', 'profit_absolute'],
      ['risk_level', 'risk'],
    ],
  },
);
export type OpportunityRecord = z.infer<typeof OpportunityRecord>;
export type LegRecord = z.infer<typeof LegRecord>;

/** The client's form: each of two names of a field has the value of the other where it is missing. */
export const Opportunity = tolerant(OpportunityRecord);
export type Opportunity = Tolerant<typeof OpportunityRecord>;

const Best = tolerant(z.nullable(OpportunityRecord));

export const OpportunityQuery = z.object({
  limit: page.limit,
  type: z.optional(text),
  exchange: z.optional(text),
  min_profit: z.optional(queried(percent)),
  valid: z.optional(z.stringbool()),
  /** The cycles of one dislocation, those included that were not shown: the most profitable first. */
  dislocation: z.optional(text),
  /** The id of an opportunity: those found earlier follow, as far back as the bot keeps them. */
  before: z.optional(text),
});
export const BestQuery = z.object({ type: z.optional(text) });

/** Over the last `window_seconds`; averages are null when nothing was seen. */
export const OpportunityStatsRecord = z.object({
  provenance: z.nullable(ProvenanceRecord),
  total: count,
  /** Moves of a market that they are of. */
  dislocations: count,
  valid: count,
  per_minute: z.number(),
  by_type: z.record(z.string(), count),
  by_exchange: z.record(z.string(), count),
  avg_profit_pct: z.nullable(percent),
  max_profit_pct: z.nullable(percent),
  window_seconds: count,
});

export const OpportunityStats = tolerant(OpportunityStatsRecord);
export type OpportunityStats = Tolerant<typeof OpportunityStatsRecord>;

export const opportunityRoutes = {
  'opportunities.list': route({
    method: 'GET',
    path: '/opportunities/',
    role: 'viewer',
    query: OpportunityQuery,
    record: listOf(OpportunityRecord),
    answer: looseRows(Opportunity),
    summary: 'Opportunities, newest first',
  }),
  'opportunities.stats': route({
    method: 'GET',
    path: '/opportunities/stats',
    role: 'viewer',
    record: OpportunityStatsRecord,
    answer: enveloped(OpportunityStats),
    summary: 'Counts and averages of the last minutes',
  }),
  'opportunities.best': route({
    method: 'GET',
    path: '/opportunities/best',
    role: 'viewer',
    query: BestQuery,
    record: z.nullable(OpportunityRecord),
    answer: enveloped(Best),
    summary: 'The most profitable opportunity that is valid now, or null',
  }),
  'opportunities.get': route({
    method: 'GET',
    path: '/opportunities/{id}',
    role: 'viewer',
    record: OpportunityRecord,
    answer: enveloped(Opportunity),
    summary: 'One opportunity',
  }),
} as const;

import * as z from 'zod/mini';
import {
  coded,
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
import { count, id, listOf, marketSymbol, page, percent, queried, text, time, usd } from './primitives.ts';
import { Provenance, ProvenanceRecord } from './provenance.ts';
import { route } from './route.ts';

export const level = z.enum(['low', 'medium', 'high']);
export const cycleType = z.enum(['TRI', 'QUAD']);
export const side = z.enum(['buy', 'sell']);

/** One planned conversion: `quantity` in base, `price` in quote per base (the worst level it may touch), `fee_pct` in percent. */
export const LegRecord = z.object({
  market: marketSymbol,
  side,
  price: z.number(),
  quantity: z.number(),
  fee_pct: percent,
});

/** What came of it: `executed` with its profit in USD and, as code, how it ended; `rejected` with the code of the decision. */
const OutcomeRecord = z.object({
  outcome: z.enum(['open', 'rejected', 'executing', 'executed', 'expired']),
  profit: z.optional(z.nullable(usd)),
  code: z.optional(text),
});

/** The side of a market that moved; `off_pct`: by how much it is better than what the other markets of the cycle make of it, before fees. */
const MovedRecord = z.object({ market: marketSymbol, side, off_pct: percent });

/** The embedded bot's form, with both names of each field that has two; `symbols` is closed: first = last. */
export const OpportunityRecord = z.object({
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
  decision: z.nullable(z.object({ decision: z.enum(['executed', 'skipped']), reason: text, detail: text })),
  /** Absent in records of earlier versions. */
  dislocation_id: z.optional(id),
  alternatives: z.optional(count),
  moved: z.optional(MovedRecord),
  outcome: z.optional(OutcomeRecord),
  book_age_ms: z.optional(z.number()),
  break_even_fee_pct: z.optional(percent),
});
export type OpportunityRecord = z.infer<typeof OpportunityRecord>;
export type LegRecord = z.infer<typeof LegRecord>;

const Leg = looseRecord({
  market: orElse(looseText, ''),
  side: orElse(looseText, ''),
  price: orNull(looseNumber),
  quantity: orNull(looseNumber),
  fee_pct: orNull(looseNumber),
});

const Decision = looseRecord({
  decision: looseText,
  reason: orElse(looseText, ''),
  detail: orElse(looseText, ''),
  ...coded,
});

const Moved = looseRecord({ market: looseText, side: orElse(looseText, ''), off_pct: orNull(looseNumber) });

/** `executed` with its profit in USD, `rejected` with a code, `executing`, `expired` or `open`. */
const Outcome = looseRecord({ outcome: looseText, profit: orNull(looseNumber), ...coded });

const rawOpportunity = looseRecord({
  id: looseText,
  provenance: Provenance,
  type: orElse(looseText, ''),
  exchange: orElse(looseText, ''),
  symbols: orNull(looseList),
  path: orNull(looseList),
  markets: orElse(looseList, []),
  legs: orElse(z.array(Leg), []),
  profit_pct: orNull(looseNumber),
  profit_usd: orNull(looseNumber),
  profit_absolute: orNull(looseNumber),
  capital_required: orNull(looseNumber),
  liquidity_level: orNull(looseText),
  risk_level: orNull(looseText),
  risk: orNull(looseText),
  risk_reasons: orElse(looseList, []),
  execution_time_ms: orNull(looseNumber),
  detected_at: orNull(looseTime),
  expires_at: orNull(looseTime),
  is_valid: orNull(z.boolean()),
  lifetime_ms: orNull(looseNumber),
  best_tri_pct: orNull(looseNumber),
  decision: orNull(Decision),
  /** The market move that made this cycle profitable; `alternatives` counts the other cycles it made profitable. */
  dislocation_id: ifAny(looseText),
  alternatives: ifAny(looseNumber),
  moved: ifAny(Moved),
  outcome: ifAny(Outcome),
  /** Age of the oldest book of the cycle when it was found. */
  book_age_ms: ifAny(looseNumber),
  /** The taker fee at which the profit is zero, percent. */
  break_even_fee_pct: ifAny(looseNumber),
});

/** The client's form: the two names of a field are merged; missing fields are null or empty. */
export const Opportunity = z.pipe(
  rawOpportunity,
  z.transform((raw) => {
    const symbols = raw.symbols ?? raw.path ?? [];
    const profit = raw.profit_usd ?? raw.profit_absolute;
    const risk = raw.risk_level ?? raw.risk;
    return Object.assign(raw, {
      symbols,
      path: raw.path ?? symbols,
      profit_usd: profit,
      profit_absolute: raw.profit_absolute ?? profit,
      risk_level: risk,
      risk: raw.risk ?? risk,
    });
  }),
);
export type Opportunity = z.infer<typeof Opportunity>;

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
export type OpportunityStatsRecord = z.infer<typeof OpportunityStatsRecord>;

export const OpportunityStats = z.looseObject({
  provenance: Provenance,
  total: orElse(looseNumber, 0),
  dislocations: ifAny(looseNumber),
  valid: orNull(looseNumber),
  per_minute: orNull(looseNumber),
  avg_profit_pct: orNull(looseNumber),
  max_profit_pct: orNull(looseNumber),
  window_seconds: orNull(looseNumber),
});
export type OpportunityStats = z.infer<typeof OpportunityStats>;

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
    answer: enveloped(z.nullable(Opportunity)),
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

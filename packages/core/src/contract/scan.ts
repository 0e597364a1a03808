import * as z from 'zod/mini';
import { enveloped, looseRows } from './answer.ts';
import { marketSource } from './bot-status.ts';
import { mark } from './mark.ts';
import { cycleType } from './opportunity.ts';
import { coded, count, id, listOf, marketSymbol, page, percent, text, time } from './primitives.ts';
import { ProvenanceRecord } from './provenance.ts';
import { route } from './route.ts';
import { tolerant } from './tolerant.ts';
import type { Tolerant } from './tolerant-type.ts';

/** The best directed cycle now, above the threshold or not; `profit_pct` after fees at the top of the books. */
export const BestCycleRecord = mark(
  z.object({
    type: cycleType,
    exchange: text,
    symbols: z.array(text),
    markets: z.array(marketSymbol),
    profit_pct: percent,
  }),
  { required: 'all' },
);

/**
 * The maxima within the last `seconds`, because quotes that arrive in bursts rarely show in the current values: of five minutes, or since the
 * bot was started or its process began.
 */
const LatelyRecord = mark(
  z.object({
    seconds: count,
    markets_trusted: count,
    directed_tri: count,
    directed_quad: count,
    best_cycle: z.nullable(BestCycleRecord),
  }),
  { required: 'all' },
);

const Counted = mark(z.object({ reason: text, count }), { required: 'all' });

/** Report of the scan. Counts since the bot process started unless noted. */
export const ScanRecord = mark(
  z.object({
    market_source: marketSource,
    market_detail: z.nullable(text),
    provenance: z.nullable(ProvenanceRecord),
    markets: count,
    markets_trusted: count,
    untrusted: z.array(Counted),
    directed_tri: count,
    directed_quad: count,
    updates: count,
    updates_per_second: z.number(),
    detection_p50_us: z.nullable(z.number()),
    detection_p99_us: z.nullable(z.number()),
    best_cycle: z.nullable(BestCycleRecord),
    lately: LatelyRecord,
    threshold_pct: percent,
    opportunities_found: count,
    /** Moves of a market that they are of. */
    dislocations_found: z.optional(count),
    decisions: mark(z.object({ executed: count, skipped: count, by_reason: z.array(Counted) }), { required: 'all' }),
    exchanges: z.array(
      mark(
        z.object({
          exchange: text,
          markets: count,
          markets_trusted: count,
          directed_tri: count,
          directed_quad: count,
          updates: count,
          /** The highest of its markets; `fee_source` says where the fees are from, e.g. `entry tier`. */
          taker_fee_pct: percent,
          maker_fee_pct: z.optional(percent),
          fee_source: z.optional(text),
          last_update_at: z.nullable(time),
        }),
        { required: 'all' },
      ),
    ),
    at: time,
  }),
  { required: 'all' },
);
export type ScanRecord = z.infer<typeof ScanRecord>;

/** The client's form. */
export const Scan = tolerant(ScanRecord);
export type Scan = Tolerant<typeof ScanRecord>;

/** Once a second on the `metrics` channel. */
export const MetricsRecord = mark(
  z.object({
    scan: ScanRecord,
    event_loop_lag_ms: z.number(),
    clients: count,
    heap_mb: z.number(),
  }),
  { required: 'all' },
);
export const Metrics = tolerant(MetricsRecord);
export type MetricsRecord = z.infer<typeof MetricsRecord>;

/** The decision about an opportunity; `reason` is a fixed code, `detail` a sentence with the figures. */
export const DecisionRecord = mark(
  z.object({
    id,
    provenance: z.nullable(ProvenanceRecord),
    /** Null if the cycle never became an opportunity. */
    opportunity_id: z.nullable(id),
    at: time,
    exchange: text,
    type: cycleType,
    symbols: z.array(text),
    profit_pct: percent,
    decision: z.enum(['executed', 'skipped']),
    reason: text,
    detail: text,
    ...coded,
  }),
  { required: 'all' },
);
export type DecisionRecord = z.infer<typeof DecisionRecord>;
/** The client's form; with `codes`, `code` and `params` correspond to `reason` and `detail`. */
export const Decision = tolerant(DecisionRecord);
export type Decision = Tolerant<typeof DecisionRecord>;

export const DecisionQuery = z.object({
  ...page,
  reason: z.optional(text),
  exchange: z.optional(text),
  opportunity_id: z.optional(text),
});

export const scanRoutes = {
  scan: route({
    method: 'GET',
    path: '/scan/',
    role: 'viewer',
    extension: 'scan',
    record: ScanRecord,
    answer: enveloped(Scan),
    summary: 'What the scan sees: markets, cycles, the best one now, decisions by reason',
  }),
  'decisions.list': route({
    method: 'GET',
    path: '/decisions/',
    role: 'viewer',
    extension: 'decisions',
    query: DecisionQuery,
    record: listOf(DecisionRecord),
    answer: looseRows(Decision),
    summary: 'Why each opportunity was executed or skipped, newest first',
  }),
} as const;

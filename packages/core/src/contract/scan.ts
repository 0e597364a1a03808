import * as z from 'zod/mini';
import { marketSource } from './bot.ts';
import { coded, enveloped, looseRows } from './loose.ts';
import { cycleType } from './opportunity.ts';
import { count, id, listOf, marketSymbol, page, percent, text, time } from './primitives.ts';
import { Provenance, ProvenanceRecord } from './provenance.ts';
import { route } from './route.ts';

/** The best directed cycle now, above the threshold or not; `profit_pct` after fees at the top of the books. */
export const BestCycleRecord = z.object({
  type: cycleType,
  exchange: text,
  symbols: z.array(text),
  markets: z.array(marketSymbol),
  profit_pct: percent,
});

/**
 * The maxima within the last `seconds`, because quotes that arrive in bursts rarely show in the current values: of five minutes, or since the
 * bot was started or its process began.
 */
const LatelyRecord = z.object({
  seconds: count,
  markets_trusted: count,
  directed_tri: count,
  directed_quad: count,
  best_cycle: z.nullable(BestCycleRecord),
});

/** Report of the scan. Counts since the bot process started unless noted. */
export const ScanRecord = z.object({
  market_source: marketSource,
  market_detail: z.nullable(text),
  provenance: z.nullable(ProvenanceRecord),
  markets: count,
  markets_trusted: count,
  untrusted: z.array(z.object({ reason: text, count })),
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
  decisions: z.object({ executed: count, skipped: count, by_reason: z.array(z.object({ reason: text, count })) }),
  exchanges: z.array(
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
  ),
  at: time,
});
export type ScanRecord = z.infer<typeof ScanRecord>;

/** Once a second on the `metrics` channel. */
export const MetricsRecord = z.object({
  scan: ScanRecord,
  event_loop_lag_ms: z.number(),
  clients: count,
  heap_mb: z.number(),
});
export type MetricsRecord = z.infer<typeof MetricsRecord>;

/** The decision about an opportunity; `reason` is a fixed code, `detail` a sentence with the figures. */
export const DecisionRecord = z.object({
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
});
export type DecisionRecord = z.infer<typeof DecisionRecord>;
/** The client's form; with `codes`, `code` and `params` correspond to `reason` and `detail`. */
export const Decision = z.looseObject({ ...DecisionRecord.shape, provenance: Provenance, ...coded });
export type Decision = z.infer<typeof Decision>;

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
    answer: enveloped(ScanRecord),
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

import * as z from 'zod/mini';
import { coded, ifAny, looseList, looseNumber, looseText, looseTime, orElse, orNull } from './loose.ts';
import { cycleType, side } from './opportunity.ts';
import { count, id, marketSymbol, page, percent, range, text, time, tradingMode, usd } from './primitives.ts';
import { Provenance, ProvenanceRecord } from './provenance.ts';

/** Who started an execution: the bot by itself, or an operator. */
export const trigger = z.enum(['automatic', 'manual']);

/** `pending` while it runs; `failed`: nothing was bought; `unwound`: sold back at a loss or gain; `stranded`: a residual position is left. */
export const executionStatus = z.enum(['pending', 'completed', 'failed', 'unwound', 'stranded']);

/**
 * One row of the leg waterfall: expected and actual values. `ms` from sending to the final answer; `fee` is null if it was
 * charged in several assets.
 */
export const ExecutedLegRecord = z.object({
  leg: z.int(),
  market: marketSymbol,
  side,
  order_id: z.nullable(id),
  unwind: z.boolean(),
  expected_price: z.nullable(z.number()),
  price: z.nullable(z.number()),
  expected_quantity: z.nullable(z.number()),
  quantity: z.number(),
  fee: z.nullable(z.number()),
  fee_asset: z.nullable(text),
  status: z.enum(['intent', 'sent', 'unknown', 'filled', 'partial', 'empty', 'rejected']),
  ms: z.nullable(z.number()),
});
export type ExecutedLegRecord = z.infer<typeof ExecutedLegRecord>;

/** An execution of an opportunity, finished or running; the same record travels in `execution` frames. Money in USD; unknown is null. */
export const TradeRecord = z.object({
  id,
  execution_id: id,
  opportunity_id: id,
  opportunity_type: cycleType,
  type: cycleType,
  exchange: text,
  symbols: z.array(text),
  pairs: z.array(marketSymbol),
  status: executionStatus,
  mode: tradingMode,
  dry_run: z.boolean(),
  capital: z.nullable(usd),
  profit: z.nullable(usd),
  actual_profit: z.nullable(usd),
  profit_pct: z.nullable(percent),
  expected_profit: z.nullable(usd),
  slippage_pct: z.nullable(percent),
  fees: z.nullable(usd),
  /** Worth of what it left that is no residual position, at the prices of its own fills; absent while it runs, and where the bot does not say. */
  dust: z.optional(usd),
  duration_seconds: z.nullable(z.number()),
  entry_time: time,
  created_at: time,
  error_message: z.nullable(text),
  legs: z.array(ExecutedLegRecord),
  /** Absent where the bot does not say. */
  trigger: z.optional(trigger),
  /** Whose prices it met, as `live`, `practice`, or the name of a recording; absent where the bot did not write it down, as the next. */
  market: z.optional(text),
  /** Null where the journal did not state it. */
  provenance: z.nullable(ProvenanceRecord),
  /** Absent in trades of bots that did not write it down. */
  dislocation_id: z.optional(id),
  /** Version of the configuration it ran under; absent in trades of bots that did not write it down. */
  config_version: z.optional(count),
  /** Of a paper trade: its profit had each leg been filled at its quote, and at the next quote of its market with nothing taken ever back. */
  optimistic_profit: z.optional(usd),
  pessimistic_profit: z.optional(usd),
});
export type TradeRecord = z.infer<typeof TradeRecord>;

const ExecutedLeg = z.looseObject({
  leg: orNull(looseNumber),
  market: orElse(looseText, ''),
  side: orElse(looseText, ''),
  order_id: orNull(looseText),
  unwind: orElse(z.boolean(), false),
  expected_price: orNull(looseNumber),
  price: orNull(looseNumber),
  expected_quantity: orNull(looseNumber),
  quantity: orNull(looseNumber),
  fee: orNull(looseNumber),
  fee_asset: orNull(looseText),
  status: orElse(looseText, ''),
  ms: orNull(looseNumber),
});

const rawTrade = z.looseObject({
  id: orNull(looseText),
  execution_id: orNull(looseText),
  opportunity_id: orNull(looseText),
  opportunity_type: orNull(looseText),
  type: orNull(looseText),
  exchange: orElse(looseText, ''),
  symbols: orNull(looseList),
  pairs: orNull(looseList),
  status: orElse(looseText, ''),
  mode: orNull(looseText),
  dry_run: orNull(z.boolean()),
  capital: orNull(looseNumber),
  profit: orNull(looseNumber),
  actual_profit: orNull(looseNumber),
  profit_pct: orNull(looseNumber),
  expected_profit: orNull(looseNumber),
  slippage_pct: orNull(looseNumber),
  fees: orNull(looseNumber),
  duration_seconds: orNull(looseNumber),
  entry_time: orNull(looseTime),
  created_at: orNull(looseTime),
  error_message: orNull(looseText),
  legs: orElse(z.array(ExecutedLeg), []),
  dust: ifAny(looseNumber),
  trigger: ifAny(looseText),
  market: ifAny(looseText),
  provenance: Provenance,
  dislocation_id: ifAny(looseText),
  config_version: ifAny(looseNumber),
  optimistic_profit: ifAny(looseNumber),
  pessimistic_profit: ifAny(looseNumber),
  /** Of `error_message`. */
  ...coded,
});

/** The client's form, for the history and for `execution` frames: their different names of a field are merged. */
export const Trade = z.pipe(
  rawTrade.check(
    z.refine((raw) => raw.id !== null || raw.execution_id !== null, {
      error: 'neither id nor execution_id',
      path: ['id'],
    }),
  ),
  z.transform((raw) => {
    const profit = raw.profit ?? raw.actual_profit;
    const moment = raw.entry_time ?? raw.created_at;
    return {
      ...raw,
      id: raw.id ?? raw.execution_id ?? '',
      opportunity_type: raw.opportunity_type ?? raw.type ?? '',
      symbols: raw.symbols ?? raw.pairs ?? [],
      pairs: raw.pairs ?? raw.symbols ?? [],
      profit,
      actual_profit: raw.actual_profit ?? profit,
      entry_time: moment,
      created_at: raw.created_at ?? moment,
    };
  }),
);
export type Trade = z.infer<typeof Trade>;

/**
 * Whether figures are worked out from a trade: one that ended and bought something. One that runs, or that failed before its first
 * fill, wins and loses nothing; whatever was shown of it is not compared with a result.
 */
export const isCounted = <T extends { readonly status: string; readonly profit: number | null }>(
  trade: T,
): trade is T & { readonly profit: number } =>
  trade.profit !== null && trade.status !== 'pending' && !(trade.status === 'failed' && trade.profit === 0);

/** Whose prices a trade met; `unknown` where its bot did not write it down. */
export const marketOf = ({ market }: Pick<Trade, 'market'>): string => market ?? 'unknown';

/** Those that met the prices of that name, as what was earned under several is never added up; all, where the bot names none. */
export const ofMarket = <T extends Pick<Trade, 'market'>>(trades: readonly T[], market: string): readonly T[] =>
  market === '' ? trades : trades.filter((trade) => marketOf(trade) === market);

/**
 * `mode` by default the present one: paper and live profits are never added up. `market`: only trades that met prices of that name, `unknown`
 * of those that name none. Left out, the rows are of every market, and the summary is of the one
 * that was watched at their end.
 */
export const HistoryQuery = z.object({
  ...page,
  ...range,
  exchange: z.optional(text),
  type: z.optional(text),
  mode: z.optional(text),
  market: z.optional(text),
});

/** Over all rows that match the query, not only the page, and of one market; averages are null without rows, fees are null if one has no price. */
export const HistorySummaryRecord = z.object({
  provenance: z.nullable(ProvenanceRecord),
  total: count,
  winning: count,
  losing: count,
  win_rate: z.nullable(percent),
  avg_profit: z.nullable(usd),
  total_profit: usd,
  total_fees: z.nullable(usd),
});
export const HistoryRecord = z.object({
  data: z.array(TradeRecord),
  total: count,
  limit: count,
  offset: count,
  summary: HistorySummaryRecord,
});

/**
 * `status` is `success` for a completed cycle, `failed` for any other end, and `pending` if it runs longer than a call may
 * last; the history and the `execution` frames then report its end. Money in USD.
 */
export const ExecutionResultRecord = z.object({
  provenance: z.nullable(ProvenanceRecord),
  status: z.enum(['success', 'failed', 'pending']),
  execution_id: id,
  result: z.object({
    actual_profit: z.nullable(usd),
    actual_profit_pct: z.nullable(percent),
    fees: z.nullable(usd),
    duration_ms: z.nullable(z.number()),
    legs: z.array(ExecutedLegRecord),
    error_message: z.nullable(text),
  }),
});
export type ExecutionResultRecord = z.infer<typeof ExecutionResultRecord>;

const looseResult = z.looseObject({
  actual_profit: orNull(looseNumber),
  actual_profit_pct: orNull(looseNumber),
  fees: orNull(looseNumber),
  duration_ms: orNull(looseNumber),
  legs: orElse(z.array(ExecutedLeg), []),
  error_message: orNull(looseText),
  ...coded,
});

export const ExecutionResult = z.looseObject({
  provenance: Provenance,
  status: orElse(looseText, ''),
  execution_id: orNull(looseText),
  result: orNull(looseResult),
  at: ifAny(looseTime),
});
export type ExecutionResult = z.infer<typeof ExecutionResult>;

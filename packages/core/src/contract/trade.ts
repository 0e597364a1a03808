import * as z from 'zod/mini';
import { mark } from './mark.ts';
import { cycleType, side } from './opportunity.ts';
import {
  coded,
  count,
  id,
  marketSymbol,
  page,
  percent,
  range,
  stamped,
  text,
  time,
  tradingMode,
  usd,
} from './primitives.ts';
import { ProvenanceRecord } from './provenance.ts';
import { tolerant } from './tolerant.ts';
import type { Tolerant } from './tolerant-type.ts';

/** Origin of an execution: the bot itself, or an operator. */
export const trigger = z.enum(['automatic', 'manual']);

/** `pending` while it runs; `failed`: nothing was bought; `unwound`: sold back at a loss or gain; `stranded`: a residual position is left. */
const executionStatus = z.enum(['pending', 'completed', 'failed', 'unwound', 'stranded']);

/**
 * One row of the leg waterfall: expected and actual values. `ms` from sending to the final answer; `fee` is null if it was
 * charged in several assets.
 */
export const ExecutedLegRecord = mark(
  z.object({
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
  }),
  { defaults: { market: '', side: '', unwind: false, status: '' } },
);
export type ExecutedLegRecord = z.infer<typeof ExecutedLegRecord>;

/** An execution of an opportunity, finished or running; the same record travels in `execution` frames. Money in USD; unknown is null. */
export const TradeRecord = mark(
  z.object({
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
    /**
     * Value of remainders that are no residual position, at the prices of the trade's own fills; absent while it runs, and for bots that do
     * not report it.
     */
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
    /** Profit of a paper trade with each leg filled at its quote, and at the next quote of its market without any replenishment. */
    optimistic_profit: z.optional(usd),
    pessimistic_profit: z.optional(usd),
    /** Code and parameters of `error_message`. */
    ...coded,
  }),
  {
    required: ['id'],
    defaults: { exchange: '', status: '', opportunity_type: '', type: '' },
    aliases: [
      ['id', 'execution_id'],
      ['opportunity_type', 'type'],
      ['symbols', 'pairs'],
      ['profit', 'actual_profit'],
      ['entry_time', 'created_at'],
    ],
  },
);
export type TradeRecord = z.infer<typeof TradeRecord>;

/** The client's form, of the history and of `execution` frames. */
export const Trade = tolerant(TradeRecord);
export type Trade = Tolerant<typeof TradeRecord>;

/**
 * True if figures count the trade: it ended and bought something. A running trade, or one that failed before its first fill, has no result
 * to compare with its expectation.
 */
export const isCounted = <T extends { readonly status: string | null; readonly profit: number | null }>(
  trade: T,
): trade is T & { readonly profit: number } =>
  trade.profit !== null && trade.status !== 'pending' && !(trade.status === 'failed' && trade.profit === 0);

/** Whose prices a trade met; `unknown` where its bot did not write it down. */
export const marketOf = ({ market }: Pick<Trade, 'market'>): string => market ?? 'unknown';

/** Trades under one market name; totals never mix markets. All trades if the bot names no market. */
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
const HistorySummaryRecord = z.object({
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
export const ExecutionResultRecord = mark(
  z.object({
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
      ...coded,
    }),
    ...stamped,
  }),
  { defaults: { status: '' } },
);
export type ExecutionResultRecord = z.infer<typeof ExecutionResultRecord>;

export const ExecutionResult = tolerant(ExecutionResultRecord);
export type ExecutionResult = Tolerant<typeof ExecutionResultRecord>;

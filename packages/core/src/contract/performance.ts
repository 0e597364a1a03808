import * as z from 'zod/mini';
import { Breakdown, BreakdownRecord } from './breakdown.ts';
import {
  enveloped,
  ifAny,
  looseList,
  looseNumber,
  looseSeries,
  looseText,
  looseTime,
  orElse,
  orNull,
} from './loose.ts';
import { asOfCommit, count, percent, queried, range, text, time, usd } from './primitives.ts';
import { Provenance, ProvenanceRecord } from './provenance.ts';
import { route } from './route.ts';

const trend = z.nullable(percent);

/**
 * Units (USD, percent, milliseconds, seconds) are in the names; null where there is nothing to compute from
 * (a Sharpe ratio of one trade, a profit factor without a loss). `trends` compare with the previous period of the same
 * length, in percent.
 */
export const PerformanceSummaryRecord = z.object({
  provenance: z.nullable(ProvenanceRecord),
  opportunities_per_minute: z.nullable(z.number()),
  total_pnl: usd,
  total_profit: usd,
  total_loss: usd,
  avg_latency_ms: z.nullable(z.number()),
  avg_execution_time_ms: z.nullable(z.number()),
  avg_execution_time_seconds: z.nullable(z.number()),
  win_rate: z.nullable(percent),
  total_trades: count,
  winning_trades: count,
  losing_trades: count,
  profit_factor: z.nullable(z.number()),
  sharpe_ratio: z.nullable(z.number()),
  max_drawdown: z.nullable(percent),
  best_trade: z.nullable(usd),
  worst_trade: z.nullable(usd),
  avg_profit_per_trade: z.nullable(usd),
  trends: z.object({ opportunities: trend, trades: trend, profit: trend, win_rate: trend, execution_time: trend }),
  /**
   * Whose prices the trades met. `since`: when they were opened last before the end of the period, from when on equity and drawdown count;
   * null of any but those of its end, and where it is not known.
   */
  market: z.optional(z.object({ name: text, since: z.nullable(time) })),
});
export type PerformanceSummaryRecord = z.infer<typeof PerformanceSummaryRecord>;

/** The figures of the overview's cards over a stretch of time. */
export const PerformanceSpanRecord = z.object({
  opportunities_per_minute: z.nullable(z.number()),
  total_pnl: usd,
  avg_latency_ms: z.nullable(z.number()),
  win_rate: z.nullable(percent),
  trades: count,
});
export type PerformanceSpanRecord = z.infer<typeof PerformanceSpanRecord>;

const groupFields = { trades: count, profit: usd, win_rate: z.nullable(percent) };
export const PerformanceMetricsRecord = z.extend(PerformanceSummaryRecord, {
  sortino_ratio: z.nullable(z.number()),
  calmar_ratio: z.nullable(z.number()),
  volatility_pct: z.nullable(percent),
  expectancy: z.nullable(usd),
  avg_win: z.nullable(usd),
  avg_loss: z.nullable(usd),
  longest_losing_streak: count,
  fill_rate: z.nullable(percent),
  avg_slippage_pct: z.nullable(percent),
  p50_execution_ms: z.nullable(z.number()),
  p95_execution_ms: z.nullable(z.number()),
  p99_execution_ms: z.nullable(z.number()),
  by_exchange: z.array(z.object({ exchange: text, ...groupFields })),
  by_type: z.array(z.object({ type: text, ...groupFields })),
  by_hour: z.array(z.object({ hour: z.int().check(z.gte(0), z.lte(23)), ...groupFields })),
  /** The equally long period before, under the prices of this one. */
  before: z.optional(PerformanceSpanRecord),
  /**
   * The period up to now in equal parts, of an hour to some days, oldest first; `from` is their beginning. `total_pnl` and `trades` add up
   * to those of the period.
   */
  series: z.optional(z.array(z.extend(PerformanceSpanRecord, { from: time }))),
  /** What all trades of which it is known have made, and would have made at best and at worst. */
  optimistic: z.optional(usd),
  modelled: z.optional(usd),
  pessimistic: z.optional(usd),
  /** The markets of all trades, by name. */
  markets: z.optional(z.array(text)),
});
export type PerformanceMetricsRecord = z.infer<typeof PerformanceMetricsRecord>;

/**
 * `from` (inclusive) and `to` (exclusive) are moments in ISO 8601, by default the last 168 hours; `mode` by default the present one. `market`:
 * only trades that met prices of that name, `unknown` of those that name none; by default the market that was watched at `to`. Figures of
 * several are never added up, and equity says nothing of any but that one.
 */
export const MetricsQuery = z.object({
  ...range,
  exchange: z.optional(text),
  mode: z.optional(text),
  market: z.optional(text),
});

/** Of a bot that announces `results.range`: the result by three models of what other traders take, in USD. */
export const resultRange = {
  optimistic: ifAny(looseNumber),
  modelled: ifAny(looseNumber),
  pessimistic: ifAny(looseNumber),
};

export const PerformanceSpan = z.looseObject({
  opportunities_per_minute: orNull(looseNumber),
  total_pnl: orNull(looseNumber),
  avg_latency_ms: orNull(looseNumber),
  win_rate: orNull(looseNumber),
  trades: orNull(looseNumber),
});
export type PerformanceSpan = z.infer<typeof PerformanceSpan>;

const rawSummary = z.looseObject({
  provenance: Provenance,
  opportunities_per_minute: orNull(looseNumber),
  total_pnl: orNull(looseNumber),
  total_profit: orNull(looseNumber),
  total_loss: orNull(looseNumber),
  avg_latency_ms: orNull(looseNumber),
  avg_execution_time_ms: orNull(looseNumber),
  avg_execution_time_seconds: orNull(looseNumber),
  win_rate: orNull(looseNumber),
  total_trades: orNull(looseNumber),
  winning_trades: orNull(looseNumber),
  losing_trades: orNull(looseNumber),
  profit_factor: orNull(looseNumber),
  sharpe_ratio: orNull(looseNumber),
  max_drawdown: orNull(looseNumber),
  best_trade: orNull(looseNumber),
  worst_trade: orNull(looseNumber),
  avg_profit_per_trade: orNull(looseNumber),
  avg_slippage_pct: orNull(looseNumber),
  fill_rate: orNull(looseNumber),
  trends: z.catch(orNull(z.record(z.string(), orNull(looseNumber))), null),
  ...resultRange,
  market: ifAny(z.looseObject({ name: looseText, since: orNull(looseTime) })),
  markets: ifAny(looseList),
  at: ifAny(looseTime),
  before: ifAny(PerformanceSpan),
  series: ifAny(z.array(PerformanceSpan)),
});

/** The client's form; `total_pnl` falls back to profit less loss (a loss is read as its magnitude). */
export const PerformanceSummary = z.pipe(
  rawSummary,
  z.transform((raw) => ({
    ...raw,
    total_pnl: raw.total_pnl ?? (raw.total_profit === null ? null : raw.total_profit - Math.abs(raw.total_loss ?? 0)),
    avg_latency_ms: raw.avg_latency_ms ?? raw.avg_execution_time_ms,
  })),
);
export type PerformanceSummary = z.infer<typeof PerformanceSummary>;

/**
 * `period_hours`: the last hours, up to a year of them. Of a bot that announces `performance.curves`, `from` (inclusive) and `to`
 * (exclusive) are moments in ISO 8601: `to` by default now, `from` by default `period_hours` before `to`.
 */
export const PeriodQuery = z.object({
  period_hours: z._default(queried(z.number().check(z.gt(0), z.lte(8_784))), 168),
  ...range,
});
/**
 * `interval`: distance of the points; by default 1h, with `from` the shortest of which there are at most 400. A history that began within the
 * period may have shorter intervals.
 */
export const EquityQuery = z.extend(PeriodQuery, {
  interval: z.optional(z.enum(['1m', '5m', '15m', '1h', '4h', '1d'])),
});

export const EquityPointRecord = z.object({
  timestamp: time,
  equity: usd,
  initial_capital: usd,
  pnl: usd,
  cumulative_pnl: usd,
});
export type EquityPointRecord = z.infer<typeof EquityPointRecord>;
/** `drawdown` in USD below the peak (≥ 0), `drawdown_pct` in percent of the peak (≥ 0). */
export const DrawdownPointRecord = z.object({ timestamp: time, drawdown: usd, drawdown_pct: percent });
export type DrawdownPointRecord = z.infer<typeof DrawdownPointRecord>;
export const PairRecord = z.object({ pair: text, total_profit: usd, win_rate: z.nullable(percent), trades: count });
export type PairRecord = z.infer<typeof PairRecord>;

export const EquityCurveRecord = z.object({
  provenance: z.nullable(ProvenanceRecord),
  data: z.array(EquityPointRecord),
});
export const DrawdownRecord = z.object({
  provenance: z.nullable(ProvenanceRecord),
  drawdown_series: z.array(DrawdownPointRecord),
});
export const HeatmapRecord = z.object({ provenance: z.nullable(ProvenanceRecord), pairs: z.array(PairRecord) });

export const EquityPoint = z.looseObject({
  provenance: Provenance,
  timestamp: looseTime,
  equity: orNull(looseNumber),
  initial_capital: orNull(looseNumber),
  pnl: orNull(looseNumber),
  cumulative_pnl: orNull(looseNumber),
});
export type EquityPoint = z.infer<typeof EquityPoint>;
export const DrawdownPoint = z.looseObject({
  provenance: Provenance,
  timestamp: looseTime,
  drawdown: orNull(looseNumber),
  drawdown_pct: orNull(looseNumber),
});
export type DrawdownPoint = z.infer<typeof DrawdownPoint>;
export const Pair = z.looseObject({
  provenance: Provenance,
  pair: looseText,
  total_profit: orNull(looseNumber),
  win_rate: orNull(looseNumber),
  trades: orElse(looseNumber, null),
});
export type Pair = z.infer<typeof Pair>;

export const performanceRoutes = {
  'performance.metrics': route({
    method: 'GET',
    path: '/performance/metrics',
    role: 'viewer',
    query: MetricsQuery,
    record: asOfCommit(PerformanceMetricsRecord),
    answer: enveloped(PerformanceSummary),
    summary: 'Every figure of performance',
  }),
  'performance.summary': route({
    method: 'GET',
    path: '/performance/summary',
    role: 'viewer',
    record: asOfCommit(PerformanceSummaryRecord),
    answer: enveloped(PerformanceSummary),
    summary: 'The figures of the overview',
  }),
  'performance.breakdown': route({
    method: 'GET',
    path: '/performance/breakdown',
    role: 'viewer',
    extension: 'performance.breakdown',
    query: MetricsQuery,
    record: asOfCommit(BreakdownRecord),
    answer: enveloped(Breakdown),
    summary: 'Where results come from: by day, exchange, type, route, weekday and hour',
  }),
  'performance.equity': route({
    method: 'GET',
    path: '/performance/equity-curve',
    role: 'viewer',
    query: EquityQuery,
    record: asOfCommit(EquityCurveRecord),
    answer: looseSeries('data', EquityPoint),
    summary: 'Equity over time',
  }),
  'performance.drawdown': route({
    method: 'GET',
    path: '/performance/drawdown',
    role: 'viewer',
    query: PeriodQuery,
    record: asOfCommit(DrawdownRecord),
    answer: looseSeries('drawdown_series', DrawdownPoint),
    summary: 'Drawdown over time',
  }),
  'performance.heatmap': route({
    method: 'GET',
    path: '/performance/heatmap',
    role: 'viewer',
    query: PeriodQuery,
    record: HeatmapRecord,
    answer: looseSeries('pairs', Pair),
    summary: 'Profit by trading pair',
  }),
} as const;

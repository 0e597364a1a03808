import * as z from 'zod/mini';
import { committed, looseSeries } from './answer.ts';
import { BreakdownRecord } from './breakdown.ts';
import { extended, mark } from './mark.ts';
import { asOfCommit, count, percent, queried, range, stamped, text, time, usd } from './primitives.ts';
import { ProvenanceRecord } from './provenance.ts';
import { route } from './route.ts';
import { tolerant } from './tolerant.ts';
import type { Tolerant } from './tolerant-type.ts';

const trend = z.nullable(percent);

type Fallbacks = {
  [K in 'total_pnl' | 'total_profit' | 'total_loss' | 'avg_latency_ms' | 'avg_execution_time_ms']: number | null;
};
/** `total_pnl` falls back to profit less loss; a loss is read as its magnitude. */
const fallbacks = ({ total_pnl, total_profit, total_loss, avg_latency_ms, avg_execution_time_ms }: Fallbacks) => ({
  total_pnl: total_pnl ?? (total_profit === null ? null : total_profit - Math.abs(total_loss ?? 0)),
  avg_latency_ms: avg_latency_ms ?? avg_execution_time_ms,
});

/**
 * Units (USD, percent, milliseconds, seconds) are in the names; null where there is nothing to compute from
 * (a Sharpe ratio of one trade, a profit factor without a loss). `trends` compare with the previous period of the same
 * length, in percent.
 */
export const PerformanceSummaryRecord = mark(
  z.object({
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
    market: z.optional(mark(z.object({ name: text, since: z.nullable(time) }), { required: ['name'] })),
    fill_rate: z.optional(z.nullable(percent)),
    avg_slippage_pct: z.optional(z.nullable(percent)),
    ...stamped,
  }),
  { apart: ['trends'], computed: fallbacks },
);
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
export const PerformanceMetricsRecord = extended(PerformanceSummaryRecord, {
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
  /** Sum over the trades with a known range. */
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

/** The client's forms. */
export const PerformanceSpan = tolerant(PerformanceSpanRecord);
export type PerformanceSpan = Tolerant<typeof PerformanceSpanRecord>;
export const PerformanceSummary = tolerant(PerformanceSummaryRecord);
export type PerformanceSummary = Tolerant<typeof PerformanceSummaryRecord>;
export const PerformanceMetrics = tolerant(PerformanceMetricsRecord);
export type PerformanceMetrics = Tolerant<typeof PerformanceMetricsRecord>;

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

export const EquityPointRecord = mark(
  z.object({
    timestamp: time,
    equity: usd,
    initial_capital: usd,
    pnl: usd,
    cumulative_pnl: usd,
  }),
  { required: ['timestamp'] },
);
export type EquityPointRecord = z.infer<typeof EquityPointRecord>;
/** `drawdown` in USD below the peak (≥ 0), `drawdown_pct` in percent of the peak (≥ 0). */
export const DrawdownPointRecord = mark(z.object({ timestamp: time, drawdown: usd, drawdown_pct: percent }), {
  required: ['timestamp'],
});
export type DrawdownPointRecord = z.infer<typeof DrawdownPointRecord>;
export const PairRecord = mark(
  z.object({ pair: text, total_profit: usd, win_rate: z.nullable(percent), trades: count }),
  { required: ['pair'] },
);
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

const sourced = { provenance: z.nullable(ProvenanceRecord) };
const SourcedEquity = extended(EquityPointRecord, sourced);
const SourcedDrawdown = extended(DrawdownPointRecord, sourced);
const SourcedPair = extended(PairRecord, sourced);
/** The client's forms, each with the provenance of its series. */
export const EquityPoint = tolerant(SourcedEquity);
export type EquityPoint = Tolerant<typeof SourcedEquity>;
export const DrawdownPoint = tolerant(SourcedDrawdown);
export type DrawdownPoint = Tolerant<typeof SourcedDrawdown>;
export const Pair = tolerant(SourcedPair);
export type Pair = Tolerant<typeof SourcedPair>;

export const performanceRoutes = {
  'performance.metrics': route({
    method: 'GET',
    path: '/performance/metrics',
    role: 'viewer',
    query: MetricsQuery,
    ...committed(PerformanceMetricsRecord),
    summary: 'Every figure of performance',
  }),
  'performance.summary': route({
    method: 'GET',
    path: '/performance/summary',
    role: 'viewer',
    ...committed(PerformanceSummaryRecord),
    summary: 'The figures of the overview',
  }),
  'performance.breakdown': route({
    method: 'GET',
    path: '/performance/breakdown',
    role: 'viewer',
    extension: 'performance.breakdown',
    query: MetricsQuery,
    ...committed(BreakdownRecord),
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

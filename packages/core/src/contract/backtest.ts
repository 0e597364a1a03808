import * as z from 'zod/mini';
import { anything, enveloped, looseRows } from './answer.ts';
import { PlayedRecord } from './conditions.ts';
import { BotConfigFields, Fees, PaperSettings, RiskLimits } from './config.ts';
import { mark } from './mark.ts';
import { cycleType } from './opportunity.ts';
import { DrawdownPointRecord, EquityPointRecord, PerformanceMetricsRecord } from './performance.ts';
import {
  coded,
  count,
  exchangeName,
  id,
  listOf,
  moment,
  mostUsd,
  page,
  percent,
  text,
  time,
  usd,
} from './primitives.ts';
import { ProvenanceRecord } from './provenance.ts';
import { WhatIfRecord } from './research.ts';
import { route } from './route.ts';
import { tolerant } from './tolerant.ts';
import type { Tolerant } from './tolerant-type.ts';
import { TradeRecord } from './trade.ts';

/** Risk limits of a run; those that are left out are the ones in force. */
const BacktestLimits = z.extend(z.partial(RiskLimits), {
  max_concurrent_orders: z.optional(BotConfigFields.shape.max_concurrent_orders),
  max_daily_drawdown_pct: z.optional(BotConfigFields.shape.max_daily_drawdown_pct),
});

/** The spec's form with its limits; money in USD, percentages in percent. `seed` applies to a simulated market only. */
export const BacktestConfig = z.strictObject({
  name: text.check(z.minLength(1), z.maxLength(200)),
  description: z.optional(text.check(z.maxLength(2_000))),
  start_date: moment,
  end_date: moment,
  initial_capital: z.number().check(z.gte(100), z.lte(mostUsd)),
  exchanges: z.array(exchangeName).check(z.minLength(1)),
  /**
   * `recorded`: recordings alone, refused with `no_recording` where there is none of the range. `practice`, `realistic`: that invented market. Left
   * out, recordings, else the market of a bot that watches an invented one.
   */
  market: z.optional(z.enum(['recorded', 'practice', 'realistic'])),
  /** Names of the only recordings to be played. Bars are played where they are named here alone. */
  recordings: z.optional(z.array(text.check(z.minLength(1), z.maxLength(255))).check(z.minLength(1), z.maxLength(256))),
  min_profit_threshold: z.number().check(z.gte(0), z.lte(100)),
  max_position_size: z.number().check(z.gte(10), z.lte(mostUsd)),
  max_slippage: z.number().check(z.gte(0), z.lte(10)),
  enable_triangular: z.boolean(),
  enable_quadrangular: z.boolean(),
  seed: z.optional(z.int()),
  /** By exchange; one that is left out has the fees of the configuration in force. */
  fees: z.optional(Fees),
  /** Changes the conditions of the configuration in force. */
  paper: z.optional(PaperSettings),
  limits: z.optional(BacktestLimits),
  /** Start currencies in order of preference; the capital is held in the first dollar among them. By default those in force, and USDT. */
  start_currencies: z.optional(z.array(text.check(z.regex(/^[A-Z0-9]{1,20}$/))).check(z.minLength(1), z.maxLength(32))),
});
export type BacktestConfig = z.infer<typeof BacktestConfig>;

export const backtestStatus = z.enum(['queued', 'running', 'completed', 'failed', 'cancelled']);
export const BacktestStartedRecord = z.object({ id, status: backtestStatus });
export const BacktestMetricsRecord = z.extend(z.partial(PerformanceMetricsRecord), {
  total_trades: count,
  win_rate: z.nullable(z.number()),
  net_profit: usd,
  max_drawdown_pct: z.nullable(z.number()),
  /**
   * Annualised ratios of daily returns: equity at the last mark of each UTC day with quotes over that of the day before (the first day:
   * over the first mark). `sharpe`: mean over sample standard deviation, times √365. `sortino`: mean over downside deviation below zero,
   * times √365. Both are null under seven days, and for a divisor of zero.
   */
  periodic: z.optional(z.object({ days: count, sharpe: z.nullable(z.number()), sortino: z.nullable(z.number()) })),
  /** As the report explains it. */
  conclusion: z.optional(text),
  /** Absent in backtests of earlier versions. */
  played: z.optional(PlayedRecord),
});
/** `progress` from 0 to 1. */
export const BacktestRecord = mark(
  z.object({
    id,
    /** Null until it is known what is played, and in backtests of earlier versions. */
    provenance: z.nullable(ProvenanceRecord),
    config: BacktestConfig,
    status: backtestStatus,
    progress: z.number().check(z.gte(0), z.lte(1)),
    events_processed: count,
    error: z.nullable(text),
    created_at: time,
    finished_at: z.nullable(time),
    metrics: z.optional(BacktestMetricsRecord),
    /** Code and parameters of `error`. */
    ...coded,
  }),
  { required: ['id'], defaults: { status: 'completed' }, apart: ['config'] },
);
export type BacktestRecord = z.infer<typeof BacktestRecord>;

/**
 * A directed cycle at its best moment, at the top of the books. `gross_pct` before fees, `profit_pct` after those of the run, `break_even_pct`:
 * the fee of each leg at which it pays nothing.
 */
export const NearCycleRecord = mark(
  z.object({
    type: cycleType,
    exchange: text,
    symbols: z.array(text),
    at: time,
    gross_pct: percent,
    profit_pct: percent,
    break_even_pct: percent,
  }),
  { required: 'all' },
);
export type NearCycleRecord = z.infer<typeof NearCycleRecord>;

/**
 * Why there were as many trades as there were. `nearest`: the best cycles, each at its best moment, the best first; among cycles that lose
 * before fees only the best of each minute was looked at. `decisions`: how often opportunities were decided for that reason.
 */
export const ExplainedRecord = mark(
  z.object({
    /** The sum of it in a sentence or two. */
    conclusion: text,
    nearest: z.array(NearCycleRecord),
    /** The highest of all cycles; null where no cycle had all its prices. */
    break_even_pct: z.nullable(percent),
    decisions: z.array(mark(z.object({ reason: text, count }), { required: 'all' })),
  }),
  { required: 'all' },
);
export type ExplainedRecord = z.infer<typeof ExplainedRecord>;

/**
 * The run beside what the market did meanwhile. `hold`: what the whole capital would have made in one asset, from the first to the last mid price
 * against a dollar. `market_change_pct`: the mean change of the mid prices of all markets against a dollar; null where there were none.
 */
export const ComparedRecord = mark(
  z.object({
    return_pct: percent,
    market_change_pct: z.nullable(percent),
    markets: count,
    hold: z.array(mark(z.object({ asset: text, change_pct: percent, profit: usd }), { required: 'all' })),
  }),
  { required: 'all' },
);
export type ComparedRecord = z.infer<typeof ComparedRecord>;

/**
 * A second run on what was known until then (ISO 8601), beside the first: `trades` of the first had ended by then. `difference` names the
 * first trade that was another there, or why there is no comparison; null where all are equal. `until` is null where there was no trade.
 */
export const LookAheadRecord = mark(
  z.object({
    until: z.nullable(time),
    trades: count,
    difference: z.nullable(text),
  }),
  { required: 'all' },
);
export type LookAheadRecord = z.infer<typeof LookAheadRecord>;

export const DailyPnlRecord = mark(z.object({ timestamp: time, pnl: usd, cumulative_pnl: usd }), {
  required: ['timestamp'],
});
/** `data`: the sources of quotes, with the first and last moment of each; `notes` explain how to read the figures. */
export const ReportRecord = mark(
  z.object({
    provenance: z.nullable(ProvenanceRecord),
    backtest: BacktestRecord,
    metrics: BacktestMetricsRecord,
    equity_curve: z.array(EquityPointRecord),
    drawdown: z.array(DrawdownPointRecord),
    daily_pnl: z.array(DailyPnlRecord),
    trades: z.array(TradeRecord),
    data: mark(
      z.object({
        provenance: z.nullable(ProvenanceRecord),
        source: text,
        from: time,
        to: time,
        markets: count,
        events: count,
        seed: z.optional(z.int()),
        notes: z.array(text),
      }),
      { defaults: { source: '' } },
    ),
    /** Both are absent in reports of earlier versions. */
    explained: z.optional(ExplainedRecord),
    compared: z.optional(ComparedRecord),
    /** Check for decisions that used a later row; absent in reports of earlier versions. */
    look_ahead: z.optional(LookAheadRecord),
    /** The run's quotes at other fees and latencies; absent unless they are of one recording. */
    what_if: z.optional(WhatIfRecord),
  }),
  { required: ['backtest', 'metrics'] },
);
export type ReportRecord = z.infer<typeof ReportRecord>;
export const ReportQuery = z.object({ format: z._default(z.enum(['json', 'html']), 'json') });

/** The client's forms; a bot may answer a run with its id only. */
export const Backtest = tolerant(BacktestRecord);
export type Backtest = Tolerant<typeof BacktestRecord>;
export const Report = tolerant(ReportRecord);
export type Report = Tolerant<typeof ReportRecord>;

export const backtestRoutes = {
  'backtest.run': route({
    method: 'POST',
    path: '/backtest/run',
    role: 'operator',
    idempotent: true,
    body: BacktestConfig,
    record: BacktestStartedRecord,
    answer: enveloped(Backtest),
    success: 202,
    refuses: [409],
    summary: 'Run a backtest',
  }),
  'backtest.list': route({
    method: 'GET',
    path: '/backtest/',
    role: 'viewer',
    query: z.object(page),
    record: listOf(BacktestRecord),
    answer: looseRows(Backtest),
    summary: 'Backtests, newest first',
  }),
  'backtest.get': route({
    method: 'GET',
    path: '/backtest/{id}',
    role: 'viewer',
    record: BacktestRecord,
    answer: enveloped(Backtest),
    summary: 'One backtest',
  }),
  'backtest.delete': route({
    method: 'DELETE',
    path: '/backtest/{id}',
    role: 'operator',
    idempotent: true,
    record: z.undefined(),
    answer: anything,
    success: 204,
    refuses: [409],
    summary: 'Delete a backtest',
  }),
  'backtest.cancel': route({
    method: 'POST',
    path: '/backtest/{id}/cancel',
    role: 'operator',
    extension: 'backtest.cancel',
    idempotent: true,
    record: BacktestRecord,
    answer: enveloped(Backtest),
    refuses: [409],
    summary: 'Cancel a running backtest',
  }),
  'backtest.report': route({
    method: 'GET',
    path: '/backtest/{id}/report',
    role: 'viewer',
    query: ReportQuery,
    record: ReportRecord,
    answer: enveloped(Report),
    refuses: [409],
    summary: 'The report, as JSON or a self-contained HTML file',
  }),
} as const;

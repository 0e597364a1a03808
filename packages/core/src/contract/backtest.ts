import * as z from 'zod/mini';
import { Fees, PaperSettings } from './config.ts';
import { coded, enveloped, looseList, looseNumber, looseRows, looseText, looseTime, orElse, orNull } from './loose.ts';
import {
  DrawdownPoint,
  DrawdownPointRecord,
  EquityPoint,
  EquityPointRecord,
  PerformanceMetricsRecord,
  resultRange,
} from './performance.ts';
import { count, exchangeName, id, listOf, mostUsd, page, text, time, usd } from './primitives.ts';
import { route } from './route.ts';
import { Trade, TradeRecord } from './trade.ts';

/** The spec's form with its limits; money in USD, percentages in percent. `seed` applies to a simulated market only. */
export const BacktestConfig = z.strictObject({
  name: text.check(z.minLength(1), z.maxLength(200)),
  description: z.optional(text.check(z.maxLength(2_000))),
  start_date: z.iso.datetime({ offset: true, local: true }),
  end_date: z.iso.datetime({ offset: true, local: true }),
  initial_capital: z.number().check(z.gte(100), z.lte(mostUsd)),
  exchanges: z.array(exchangeName).check(z.minLength(1)),
  min_profit_threshold: z.number().check(z.gte(0), z.lte(100)),
  max_position_size: z.number().check(z.gte(10), z.lte(mostUsd)),
  max_slippage: z.number().check(z.gte(0), z.lte(10)),
  enable_triangular: z.boolean(),
  enable_quadrangular: z.boolean(),
  seed: z.optional(z.int()),
  /** Left out, those of the configuration in force; so also `paper`. */
  fees: z.optional(Fees),
  paper: z.optional(PaperSettings),
});
export type BacktestConfig = z.infer<typeof BacktestConfig>;

export const backtestStatus = z.enum(['queued', 'running', 'completed', 'failed', 'cancelled']);
export const BacktestStartedRecord = z.object({ id, status: backtestStatus });
export const BacktestMetricsRecord = z.extend(z.partial(PerformanceMetricsRecord), {
  total_trades: count,
  win_rate: z.nullable(z.number()),
  net_profit: usd,
  max_drawdown_pct: z.nullable(z.number()),
});
/** `progress` from 0 to 1. */
export const BacktestRecord = z.object({
  id,
  config: BacktestConfig,
  status: backtestStatus,
  progress: z.number().check(z.gte(0), z.lte(1)),
  events_processed: count,
  error: z.nullable(text),
  created_at: time,
  finished_at: z.nullable(time),
  metrics: z.optional(BacktestMetricsRecord),
});
export type BacktestRecord = z.infer<typeof BacktestRecord>;

export const DailyPnlRecord = z.object({ timestamp: time, pnl: usd, cumulative_pnl: usd });
/** `data`: the sources of quotes, with the first and last moment of each; `notes` explain how to read the figures. */
export const ReportRecord = z.object({
  backtest: BacktestRecord,
  metrics: BacktestMetricsRecord,
  equity_curve: z.array(EquityPointRecord),
  drawdown: z.array(DrawdownPointRecord),
  daily_pnl: z.array(DailyPnlRecord),
  trades: z.array(TradeRecord),
  data: z.object({
    source: text,
    from: time,
    to: time,
    markets: count,
    events: count,
    seed: z.optional(z.int()),
    notes: z.array(text),
  }),
});
export type ReportRecord = z.infer<typeof ReportRecord>;
export const ReportQuery = z.object({ format: z._default(z.enum(['json', 'html']), 'json') });

const LooseConfig = z.looseObject({
  name: orElse(looseText, ''),
  description: orNull(looseText),
  start_date: orNull(looseTime),
  end_date: orNull(looseTime),
  initial_capital: orNull(looseNumber),
  exchanges: orElse(looseList, []),
});
const BacktestMetrics = z.looseObject({
  total_trades: orNull(looseNumber),
  win_rate: orNull(looseNumber),
  net_profit: orNull(looseNumber),
  max_drawdown_pct: orNull(looseNumber),
  ...resultRange,
});
/** `progress` from 0 to 1; a bot may answer a run with its id only. */
export const Backtest = z.looseObject({
  id: looseText,
  config: z.catch(orNull(LooseConfig), null),
  status: orElse(looseText, 'completed'),
  progress: orNull(looseNumber),
  events_processed: orNull(looseNumber),
  error: orNull(looseText),
  created_at: orNull(looseTime),
  finished_at: orNull(looseTime),
  metrics: z.catch(orNull(BacktestMetrics), null),
  /** Of `error`. */
  ...coded,
});
export type Backtest = z.infer<typeof Backtest>;
export const Report = z.looseObject({
  backtest: Backtest,
  metrics: BacktestMetrics,
  equity_curve: orElse(z.array(EquityPoint), []),
  drawdown: orElse(z.array(DrawdownPoint), []),
  daily_pnl: orElse(
    z.array(z.looseObject({ timestamp: looseTime, pnl: orNull(looseNumber), cumulative_pnl: orNull(looseNumber) })),
    [],
  ),
  trades: orElse(z.array(Trade), []),
  data: orNull(
    z.looseObject({
      source: orElse(looseText, ''),
      from: orNull(looseTime),
      to: orNull(looseTime),
      markets: orNull(looseNumber),
      events: orNull(looseNumber),
      seed: orNull(looseNumber),
      notes: orElse(z.array(looseText), []),
    }),
  ),
});
export type Report = z.infer<typeof Report>;

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
    answer: z.unknown(),
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

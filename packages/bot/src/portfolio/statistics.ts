import type { PerformanceSpanRecord, PerformanceSummaryRecord } from '@triquad/core/contract';
import type { Range } from '@triquad/core/time';
import { type ClosedTrade, isClosed, type TradeFigures, textOf, within } from './closed-trades.ts';
import { deepestDrawdown, type EquityMark } from './curves.ts';

/** How many opportunities were detected, and for how many minutes anybody looked. */
export type Observed = { readonly opportunities: number; readonly minutes: number };

export type StatisticsInput = {
  readonly period: Range;
  /** Any order; those of the period and of the equally long one before it are counted. */
  readonly trades: readonly TradeFigures[];
  /** Oldest first. */
  readonly marks: readonly EquityMark[];
  readonly observed: Observed;
  readonly observedBefore: Observed;
};

/**
 * The figures of the period in USD, percent, milliseconds and seconds; null where a formula has nothing to stand on.
 * - `profit_factor`: gross profit over gross loss, null without a loss.
 * - `sharpe_ratio`: mean over sample standard deviation of the trades' returns in percent of their capital, against a
 *   benchmark of zero and not annualised (W. F. Sharpe, "The Sharpe Ratio", 1994); null under two trades or without spread.
 * - `max_drawdown`: the deepest fall of the marked equity, without what came and went, in percent of the peak before it.
 * - `avg_latency_ms`: mean time of an order from sending to its final answer; `avg_execution_time_ms` is that of a trade.
 * - `trends`: change against the previous period of the same length in percent of it; null when that was zero or unknown.
 */
export function performanceSummary(input: StatisticsInput): Omit<PerformanceSummaryRecord, 'provenance'> {
  const { from, to } = input.period;
  const closed = input.trades.filter(isClosed);
  const now = tally(within(closed, input.period), input.observed);
  const before = tally(within(closed, { from: from - (to - from), to: from }), input.observedBefore);
  const { latencies, returns, total_pnl, ...figures } = now;
  return {
    ...figures,
    total_pnl,
    avg_latency_ms: mean(latencies),
    avg_execution_time_seconds: figures.avg_execution_time_ms === null ? null : figures.avg_execution_time_ms / 1000,
    sharpe_ratio: sharpe(returns),
    max_drawdown: deepestDrawdown(input.marks.filter(({ at }) => at >= from && at < to)),
    trends: {
      opportunities: change(now.opportunities_per_minute, before.opportunities_per_minute),
      trades: change(now.total_trades, before.total_trades),
      profit: change(total_pnl, before.total_pnl),
      win_rate: change(now.win_rate, before.win_rate),
      execution_time: change(now.avg_execution_time_ms, before.avg_execution_time_ms),
    },
  };
}

/** The figures of consecutive parts of a period, each of the trades that began in it. */
export function spansOf(
  trades: readonly TradeFigures[],
  parts: readonly Range[],
  observed: (part: Range) => Observed,
): readonly PerformanceSpanRecord[] {
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last) return [];
  const starts = parts.map(({ from }) => textOf(from));
  const began = Map.groupBy(within(trades, { from: first.from, to: last.to }).filter(isClosed), ({ entry_time }) =>
    starts.findLastIndex((start) => start <= entry_time),
  );
  return parts.map((part, at) => {
    const { opportunities_per_minute, total_pnl, latencies, win_rate, total_trades } = tally(
      began.get(at) ?? [],
      observed(part),
    );
    return { opportunities_per_minute, total_pnl, avg_latency_ms: mean(latencies), win_rate, trades: total_trades };
  });
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const mostParts = 31;

/** The period in equal parts, at most 31 of an hour, of 6 hours or of whole days: those that began before `now`, the last up to its end. */
export function partsOf({ from, to }: Range, now: number): readonly Range[] {
  const fits = [hourMs, 6 * hourMs, dayMs].find((ms) => to - from <= mostParts * ms);
  const step = fits ?? Math.ceil((to - from) / mostParts / dayMs) * dayMs;
  const count = Math.max(0, Math.ceil((Math.min(to, now + 1) - from) / step));
  return Array.from({ length: count }, (_, at) => ({
    from: from + at * step,
    to: Math.min(to, from + (at + 1) * step),
  }));
}

function tally(trades: readonly ClosedTrade[], observed: Observed) {
  const profits = trades.map(({ profit }) => profit);
  const wins = profits.filter((profit) => profit > 0);
  const losses = profits.filter((profit) => profit < 0);
  const total_loss = -sum(losses);
  return {
    opportunities_per_minute: observed.minutes > 0 ? observed.opportunities / observed.minutes : null,
    total_pnl: sum(profits),
    total_profit: sum(wins),
    total_loss: total_loss === 0 ? 0 : total_loss,
    total_trades: trades.length,
    winning_trades: wins.length,
    losing_trades: losses.length,
    win_rate: trades.length > 0 ? (wins.length / trades.length) * 100 : null,
    profit_factor: total_loss > 0 ? sum(wins) / total_loss : null,
    best_trade: mostOf(profits, (a, b) => a > b),
    worst_trade: mostOf(profits, (a, b) => a < b),
    avg_profit_per_trade: mean(profits),
    avg_execution_time_ms: mean(known(trades.map(({ duration_seconds }) => duration_seconds)).map((s) => s * 1000)),
    latencies: known(trades.flatMap(({ legs }) => legs.map(({ ms }) => ms))),
    returns: known(trades.map(({ profit_pct }) => profit_pct)),
  };
}

/** Mean over sample standard deviation; null under two returns or when all are equal. */
export function sharpe(returns: readonly number[]): number | null {
  const [average, deviation] = [mean(returns), sampleDeviation(returns)];
  return average === null || !deviation ? null : average / deviation;
}

/** Mean over downside deviation below zero; null under two returns or without a loss. */
export function sortino(returns: readonly number[]): number | null {
  const average = mean(returns);
  const downside = Math.sqrt(mean(returns.map((value) => Math.min(0, value) ** 2)) ?? 0);
  return average === null || returns.length < 2 || downside === 0 ? null : average / downside;
}

/** Null under two values, exactly 0 when all are equal. */
export function sampleDeviation(values: readonly number[]): number | null {
  const average = mean(values);
  if (average === null || values.length < 2) return null;
  if (values.every((value) => value === values[0])) return 0;
  return Math.sqrt(sum(values.map((value) => (value - average) ** 2)) / (values.length - 1));
}

const mostOf = (values: readonly number[], isMore: (a: number, b: number) => boolean): number | null =>
  values.reduce<number | null>((most, value) => (most === null || isMore(value, most) ? value : most), null);

function change(now: number | null, before: number | null): number | null {
  return now === null || before === null || before === 0 ? null : ((now - before) / Math.abs(before)) * 100;
}

export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
export const mean = (values: readonly number[]) => (values.length > 0 ? sum(values) / values.length : null);
export const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null);

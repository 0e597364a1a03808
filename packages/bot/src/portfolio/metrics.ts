import type { PerformanceMetricsRecord } from '@triquad/core/contract';
import { type ClosedTrade, inOrder, isClosed, within } from './closed-trades.ts';
import { type EquityMark, unitValues } from './curves.ts';
import { known, mean, performanceSummary, type StatisticsInput, sampleDeviation, sortino, sum } from './statistics.ts';

const yearMs = 365.25 * 86_400_000;
/** From less than this nobody can tell a year. */
const leastForYearMs = 30 * 86_400_000;

/**
 * The summary and what explains it; null where a formula has nothing to stand on.
 * - `sortino_ratio`: mean return of the trades over their downside deviation below zero (F. Sortino, L. Price,
 *   "Performance Measurement in a Downside Risk Framework", 1994); null without a losing trade.
 * - `calmar_ratio`: time-weighted return of the marked equity, scaled to a year, over the greatest drawdown (T. Young, "Calmar Ratio:
 *   A Smoother Tool", 1991); null under 30 days or without a drawdown.
 * - `volatility_pct`: sample standard deviation of the trades' returns.
 * - `expectancy`: what a trade earned on average; `avg_win`, `avg_loss` are magnitudes.
 * - `fill_rate`: orders filled whole, in percent of those that ended. Percentiles by nearest rank.
 */
export function performanceMetrics(input: StatisticsInput): Omit<PerformanceMetricsRecord, 'provenance'> {
  const began = within(input.trades, input.period);
  const trades = inOrder(began.filter(isClosed));
  const marks = input.marks.filter(({ at }) => at >= input.period.from && at < input.period.to);
  const summary = performanceSummary(input);
  const returns = known(trades.map(({ profit_pct }) => profit_pct));
  const profits = trades.map(({ profit }) => profit);
  const durations = known(trades.map(({ duration_seconds }) => duration_seconds))
    .map((seconds) => seconds * 1000)
    .sort((a, b) => a - b);
  const ended = began.flatMap(({ legs }) => legs).filter(({ status }) => endings.has(status));
  return {
    ...summary,
    sortino_ratio: sortino(returns),
    calmar_ratio: calmar(marks, summary.max_drawdown),
    volatility_pct: sampleDeviation(returns),
    expectancy: mean(profits),
    avg_win: mean(profits.filter((profit) => profit > 0)),
    avg_loss: mean(profits.filter((profit) => profit < 0).map((profit) => -profit)),
    longest_losing_streak: longestLosingStreak(profits),
    fill_rate: percentWhere(ended, ({ status }) => status === 'filled'),
    avg_slippage_pct: mean(known(trades.map(({ slippage_pct }) => slippage_pct))),
    p50_execution_ms: percentile(durations, 50),
    p95_execution_ms: percentile(durations, 95),
    p99_execution_ms: percentile(durations, 99),
    by_exchange: grouped(trades, ({ exchange }) => exchange).map(([exchange, group]) => ({ exchange, ...group })),
    by_type: grouped(trades, ({ type }) => type).map(([type, group]) => ({ type, ...group })),
    by_hour: grouped(trades, ({ entry_time }) => new Date(entry_time).getUTCHours()).map(([hour, group]) => ({
      hour,
      ...group,
    })),
    ...rangeOf(began),
  };
}

/** The sums over the trades whose range is known, also over those that bought nothing; nothing where there are none. */
function rangeOf(
  began: StatisticsInput['trades'],
): Pick<PerformanceMetricsRecord, 'optimistic' | 'modelled' | 'pessimistic'> {
  const ranges = began.flatMap(({ profit, optimistic_profit: most, pessimistic_profit: least }) =>
    profit === null || most === undefined || least === undefined ? [] : [{ profit, most, least }],
  );
  if (ranges.length === 0) return {};
  return {
    optimistic: sum(ranges.map(({ most }) => most)),
    modelled: sum(ranges.map(({ profit }) => profit)),
    pessimistic: sum(ranges.map(({ least }) => least)),
  };
}

const endings: ReadonlySet<string> = new Set(['filled', 'partial', 'empty', 'rejected']);

function calmar(marks: readonly EquityMark[], maxDrawdown: number | null): number | null {
  const values = unitValues(marks);
  const [first, last] = [values[0], values.at(-1)];
  if (!first || !last || !maxDrawdown || last.at - first.at < leastForYearMs) return null;
  const returnPct = (last.price / first.price - 1) * 100;
  return (returnPct * yearMs) / (last.at - first.at) / maxDrawdown;
}

function longestLosingStreak(profits: readonly number[]): number {
  let longest = 0;
  let running = 0;
  for (const profit of profits) {
    running = profit < 0 ? running + 1 : 0;
    longest = Math.max(longest, running);
  }
  return longest;
}

function percentWhere<T>(items: readonly T[], holds: (item: T) => boolean): number | null {
  return items.length > 0 ? (items.filter(holds).length / items.length) * 100 : null;
}

function percentile(sorted: readonly number[], percent: number): number | null {
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? null;
}

function grouped<K extends string | number>(trades: readonly ClosedTrade[], keyOf: (trade: ClosedTrade) => K) {
  return [...Map.groupBy(trades, keyOf)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, group]) => {
      const profit = sum(group.map((trade) => trade.profit));
      return [
        key,
        { trades: group.length, profit, win_rate: percentWhere(group, (trade) => trade.profit > 0) },
      ] as const;
    });
}

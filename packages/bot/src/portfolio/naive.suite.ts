import type { PerformanceMetricsRecord, PerformanceSpanRecord } from '@triquad/core/contract';
import type { TradeFigures } from './closed-trades.ts';
import type { EquityMark } from './curves.ts';
import type { StatisticsInput } from './statistics.ts';

/**
 * The performance once more, written from the definitions of docs/performance.md alone: one loop a figure, nothing shared
 * with what it is held against.
 */
export function naiveMetrics({
  period,
  trades,
  marks,
  observed,
  observedBefore,
}: StatisticsInput): Omit<PerformanceMetricsRecord, 'provenance'> {
  const length = period.to - period.from;
  const now = figures(trades, period.from, period.to);
  const before = figures(trades, period.from - length, period.from);
  const perMinute = observed.minutes > 0 ? observed.opportunities / observed.minutes : null;
  const perMinuteBefore = observedBefore.minutes > 0 ? observedBefore.opportunities / observedBefore.minutes : null;
  const drawdown = naiveDrawdown(marks, period.from, period.to);
  const { counted, ...shown } = now;
  return {
    ...shown,
    opportunities_per_minute: perMinute,
    max_drawdown: drawdown,
    calmar_ratio: naiveCalmar(marks, period.from, period.to, drawdown),
    trends: {
      opportunities: changed(perMinute, perMinuteBefore),
      trades: changed(now.total_trades, before.total_trades),
      profit: changed(now.total_pnl, before.total_pnl),
      win_rate: changed(now.win_rate, before.win_rate),
      execution_time: changed(now.avg_execution_time_ms, before.avg_execution_time_ms),
    },
    by_exchange: groups(counted, (trade) => trade.exchange).map(({ key, ...rest }) => ({
      exchange: String(key),
      ...rest,
    })),
    by_type: groups(counted, (trade) => trade.type).map(({ key, ...rest }) => ({ type: String(key), ...rest })),
    by_hour: groups(counted, (trade) => Number(trade.entry_time.slice(11, 13))).map(({ key, ...rest }) => ({
      hour: Number(key),
      ...rest,
    })),
  };
}

/** The trades that began from `from` until before `to`. What was watched meanwhile is no part of them. */
export function naiveSpan(
  trades: readonly TradeFigures[],
  from: number,
  to: number,
): Omit<PerformanceSpanRecord, 'opportunities_per_minute'> {
  const { total_pnl, avg_latency_ms, win_rate, total_trades } = figures(trades, from, to);
  return { total_pnl, avg_latency_ms, win_rate, trades: total_trades };
}

function figures(trades: readonly TradeFigures[], from: number, to: number) {
  const began: TradeFigures[] = [];
  for (const trade of trades) {
    const at = new Date(trade.entry_time).getTime();
    if (at >= from && at < to) began.push(trade);
  }
  const counted: TradeFigures[] = [];
  for (const trade of began) {
    if (
      trade.profit !== null &&
      (trade.status === 'completed' || trade.status === 'unwound' || trade.status === 'stranded')
    )
      counted.push(trade);
  }
  let [pnl, gained, lost, won, lostCount] = [0, 0, 0, 0, 0];
  let best: number | null = null;
  let worst: number | null = null;
  for (const { profit } of counted) {
    const value = profit ?? 0;
    pnl += value;
    if (value > 0) {
      gained += value;
      won++;
    }
    if (value < 0) {
      lost -= value;
      lostCount++;
    }
    if (best === null || value > best) best = value;
    if (worst === null || value < worst) worst = value;
  }
  const durations = numbers(counted, (trade) =>
    trade.duration_seconds === null ? null : trade.duration_seconds * 1000,
  );
  const latencies: number[] = [];
  for (const trade of counted) for (const leg of trade.legs) if (leg.ms !== null) latencies.push(leg.ms);
  const returns = numbers(counted, (trade) => trade.profit_pct);
  let [ended, filled] = [0, 0];
  for (const trade of began) {
    for (const { status } of trade.legs) {
      if (status === 'filled' || status === 'partial' || status === 'empty' || status === 'rejected') ended++;
      if (status === 'filled') filled++;
    }
  }
  const range = { optimistic: 0, modelled: 0, pessimistic: 0 };
  let ranged = 0;
  for (const { profit, optimistic_profit, pessimistic_profit } of began) {
    if (profit === null || optimistic_profit === undefined || pessimistic_profit === undefined) continue;
    range.optimistic += optimistic_profit;
    range.modelled += profit;
    range.pessimistic += pessimistic_profit;
    ranged++;
  }
  const duration = average(durations);
  const deviation = spread(returns);
  const meanReturn = average(returns);
  let squares = 0;
  for (const value of returns) if (value < 0) squares += value * value;
  const downside = Math.sqrt(squares / Math.max(1, returns.length));
  return {
    counted,
    total_pnl: pnl,
    total_profit: gained,
    total_loss: lost,
    avg_latency_ms: average(latencies),
    avg_execution_time_ms: duration,
    avg_execution_time_seconds: duration === null ? null : duration / 1000,
    win_rate: counted.length === 0 ? null : (100 * won) / counted.length,
    total_trades: counted.length,
    winning_trades: won,
    losing_trades: lostCount,
    profit_factor: lost === 0 ? null : gained / lost,
    sharpe_ratio: meanReturn === null || deviation === null || deviation === 0 ? null : meanReturn / deviation,
    best_trade: best,
    worst_trade: worst,
    avg_profit_per_trade: counted.length === 0 ? null : pnl / counted.length,
    sortino_ratio: meanReturn === null || returns.length < 2 || downside === 0 ? null : meanReturn / downside,
    volatility_pct: deviation,
    expectancy: counted.length === 0 ? null : pnl / counted.length,
    avg_win: won === 0 ? null : gained / won,
    avg_loss: lostCount === 0 ? null : lost / lostCount,
    longest_losing_streak: streak(counted),
    fill_rate: ended === 0 ? null : (100 * filled) / ended,
    avg_slippage_pct: average(numbers(counted, (trade) => trade.slippage_pct)),
    p50_execution_ms: rank(durations, 50),
    p95_execution_ms: rank(durations, 95),
    p99_execution_ms: rank(durations, 99),
    ...(ranged > 0 && range),
  };
}

function numbers(trades: readonly TradeFigures[], of: (trade: TradeFigures) => number | null): number[] {
  const found: number[] = [];
  for (const trade of trades) {
    const value = of(trade);
    if (value !== null) found.push(value);
  }
  return found;
}

function average(values: readonly number[]): number | null {
  let total = 0;
  for (const value of values) total += value;
  return values.length === 0 ? null : total / values.length;
}

/** By pairs: the mean square difference of two values is twice the variance. */
function spread(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  let total = 0;
  for (const a of values) for (const b of values) total += (a - b) * (a - b);
  return Math.sqrt(total / (2 * values.length * (values.length - 1)));
}

/** The smallest value that at least so many percent of the values do not exceed. */
function rank(values: readonly number[], percent: number): number | null {
  let found: number | null = null;
  for (const candidate of values) {
    let within = 0;
    for (const value of values) if (value <= candidate) within++;
    if (within * 100 >= percent * values.length && (found === null || candidate < found)) found = candidate;
  }
  return found;
}

function streak(trades: readonly TradeFigures[]): number {
  const inOrder = [...trades].sort((a, b) => new Date(a.entry_time).getTime() - new Date(b.entry_time).getTime());
  const signs = inOrder.map(({ profit }) => ((profit ?? 0) < 0 ? 'L' : '-')).join('');
  return Math.max(0, ...signs.split('-').map((run) => run.length));
}

/** What one dollar at the first of the marks became by the last: flows come and go between two marks and earn nothing. */
function grown(marks: readonly EquityMark[]): number {
  let dollars = 1;
  for (const [index, mark] of marks.entries()) {
    const before = marks[index - 1];
    if (!before) continue;
    const came = (mark.flows_usd ?? 0) - (before.flows_usd ?? 0);
    dollars *= (mark.equity_usd - came) / before.equity_usd;
  }
  return dollars;
}

/** Of every pair of marks, the greatest loss in percent from the earlier to the later. */
function naiveDrawdown(marks: readonly EquityMark[], from: number, to: number): number | null {
  const own = marks.filter(({ at }) => at >= from && at < to);
  if (own.length === 0) return null;
  let deepest = 0;
  for (const start of own.keys())
    for (let end = start; end < own.length; end++)
      deepest = Math.max(deepest, 100 * (1 - grown(own.slice(start, end + 1))));
  return deepest;
}

function naiveCalmar(marks: readonly EquityMark[], from: number, to: number, drawdown: number | null): number | null {
  const own = marks.filter(({ at }) => at >= from && at < to);
  const first = own[0];
  const last = own[own.length - 1];
  if (!first || !last || drawdown === null || drawdown === 0) return null;
  const days = (last.at - first.at) / 86_400_000;
  if (days < 30) return null;
  return (100 * (grown(own) - 1)) / (days / 365.25) / drawdown;
}

function changed(now: number | null, before: number | null): number | null {
  if (now === null || before === null || before === 0) return null;
  return (100 * (now - before)) / Math.abs(before);
}

function groups(trades: readonly TradeFigures[], keyOf: (trade: TradeFigures) => string | number) {
  const keys: (string | number)[] = [];
  for (const trade of trades) if (!keys.includes(keyOf(trade))) keys.push(keyOf(trade));
  keys.sort((a, b) => (a < b ? -1 : 1));
  return keys.map((key) => {
    let [count, profit, won] = [0, 0, 0];
    for (const trade of trades) {
      if (keyOf(trade) !== key) continue;
      count++;
      profit += trade.profit ?? 0;
      if ((trade.profit ?? 0) > 0) won++;
    }
    return { key, trades: count, profit, win_rate: (100 * won) / count };
  });
}

/** What each market earned, in any order. */
export function naivePairs(trades: readonly TradeFigures[], from: number, to: number): Map<string, number> {
  const earned = new Map<string, number>();
  for (const trade of figures(trades, from, to).counted) {
    for (const pair of trade.pairs)
      earned.set(pair, (earned.get(pair) ?? 0) + (trade.profit ?? 0) / trade.pairs.length);
  }
  return earned;
}

/**
 * The last mark of each interval, as time and equity, after the initial capital (unless told, what the first mark says)
 * where the history begins within the period; then in as many intervals as it takes to have 60, but not under a minute.
 */
export function naiveEquity(
  marks: readonly EquityMark[],
  from: number,
  to: number,
  intervalMs: number,
  initialCapital = marks[0]?.equity_usd ?? 0,
) {
  const own = marks.filter((mark) => mark.at >= from && mark.at < to);
  const first = own[0];
  const last = own[own.length - 1];
  if (!first || !last) return [];
  const young = first === marks[0];
  let width = intervalMs;
  for (const minutes of [1440, 240, 60, 15, 5, 1]) {
    if (young && last.at - first.at < 60 * width && minutes * 60_000 < width) width = minutes * 60_000;
  }
  const points: EquityMark[] = [];
  for (const [index, mark] of own.entries()) {
    const next = own[index + 1];
    if (!next || Math.floor(next.at / width) !== Math.floor(mark.at / width)) points.push(mark);
  }
  return young && points[0] !== first ? [{ at: first.at, equity_usd: initialCapital }, ...points] : points;
}

/** Where two records differ by more than a billionth: sums in another order end in other digits. */
export const differences = (a: unknown, b: unknown, path = ''): readonly string[] => {
  if (typeof a === 'number' && typeof b === 'number') {
    return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b)) ? [] : [`${path}: ${a}, ${b}`];
  }
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object')
    return a === b ? [] : [`${path}: ${a}, ${b}`];
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].flatMap((key) => differences(a[key as never], b[key as never], `${path}.${key}`));
};

import type { DrawdownPointRecord, EquityPointRecord, PairRecord } from '@triquad/core/contract';
import { isClosed, type Period, type TradeFigures, within } from './closed-trades.ts';

/** What everything held was worth in USD at a moment in UTC milliseconds. */
export type EquityMark = { readonly at: number; readonly equity_usd: number };

/** The intervals the contract offers, in milliseconds. */
export const intervals = {
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '1h': 3_600_000,
  '4h': 14_400_000,
  '1d': 86_400_000,
} as const;

/**
 * The equity at the last mark of each interval, stamped with the time of that mark; an interval without a mark has no
 * point. `pnl` is the change since the point before (at first since the last mark before the period, else since the
 * initial capital), `cumulative_pnl` since the initial capital.
 * @param marks oldest first.
 */
export function equityCurve(
  marks: readonly EquityMark[],
  period: Period,
  intervalMs: number,
  initialCapital: number,
): readonly EquityPointRecord[] {
  let previous = marks.findLast(({ at }) => at < period.from)?.equity_usd ?? initialCapital;
  return bucketed(marks, period, intervalMs, (_kept, next) => next).map(({ at, equity_usd }) => {
    const pnl = equity_usd - previous;
    previous = equity_usd;
    return {
      timestamp: new Date(at).toISOString(),
      equity: equity_usd,
      initial_capital: initialCapital,
      pnl,
      cumulative_pnl: equity_usd - initialCapital,
    };
  });
}

/**
 * The deepest fall below the highest mark so far in each interval, in USD and in percent of that peak, both ≥ 0.
 * @param marks oldest first; the peak is sought within the period.
 */
export function drawdownSeries(
  marks: readonly EquityMark[],
  period: Period,
  intervalMs: number,
): readonly DrawdownPointRecord[] {
  const falls = fallsFromPeak(marks.filter(({ at }) => at >= period.from && at < period.to));
  return bucketed(falls, period, intervalMs, (kept, next) => (next.drawdown > kept.drawdown ? next : kept)).map(
    ({ at, drawdown, drawdown_pct }) => ({ timestamp: new Date(at).toISOString(), drawdown, drawdown_pct }),
  );
}

/** The greatest fall in percent of the peak before it; null without a mark. */
export function deepestDrawdown(marks: readonly EquityMark[]): number | null {
  if (marks.length === 0) return null;
  return fallsFromPeak(marks).reduce((deepest, { drawdown_pct }) => Math.max(deepest, drawdown_pct), 0);
}

/**
 * What each market earned: a trade's profit belongs in equal shares to its markets, so that the markets together earned
 * what the trades did. Best first.
 */
export function pairPerformance(trades: readonly TradeFigures[], period: Period): readonly PairRecord[] {
  const pairs = new Map<string, { total_profit: number; wins: number; trades: number }>();
  for (const { pairs: markets, profit } of within(trades.filter(isClosed), period)) {
    for (const market of markets) {
      const pair = pairs.get(market) ?? { total_profit: 0, wins: 0, trades: 0 };
      pairs.set(market, pair);
      pair.total_profit += profit / markets.length;
      pair.wins += profit > 0 ? 1 : 0;
      pair.trades += 1;
    }
  }
  return [...pairs]
    .map(([pair, { total_profit, wins, trades }]) => ({ pair, total_profit, win_rate: (wins / trades) * 100, trades }))
    .sort((a, b) => b.total_profit - a.total_profit || (a.pair < b.pair ? -1 : 1));
}

function fallsFromPeak(marks: readonly EquityMark[]) {
  let peak = 0;
  return marks.map(({ at, equity_usd }) => {
    peak = Math.max(peak, equity_usd);
    const drawdown = peak - equity_usd;
    return { at, drawdown, drawdown_pct: peak > 0 ? (drawdown / peak) * 100 : 0 };
  });
}

/** One of each interval of the period, the intervals counted from 1970 on, as `choose` decides between two. */
function bucketed<T extends { readonly at: number }>(
  items: readonly T[],
  { from, to }: Period,
  intervalMs: number,
  choose: (kept: T, next: T) => T,
): readonly T[] {
  const buckets = new Map<number, T>();
  for (const item of items) {
    if (item.at < from || item.at >= to) continue;
    const bucket = Math.floor(item.at / intervalMs);
    const kept = buckets.get(bucket);
    buckets.set(bucket, kept ? choose(kept, item) : item);
  }
  return [...buckets.values()];
}

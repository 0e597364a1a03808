import type { DrawdownPointRecord, EquityPointRecord, PairRecord } from '@triquad/core/contract';
import type { Range } from '@triquad/core/time';
import { isoTime } from '../model/moment.ts';
import { isClosed, type TradeFigures, within } from './closed-trades.ts';

/**
 * What everything held was worth in USD at a moment in UTC milliseconds. `flows_usd`: of it, all that had come in by then less
 * all that had gone out other than by trading, since the first mark; left out, nothing had.
 */
export type EquityMark = { readonly at: number; readonly equity_usd: number; readonly flows_usd?: number };

/** The intervals the contract offers, in milliseconds. */
export const intervals = {
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '1h': 3_600_000,
  '4h': 14_400_000,
  '1d': 86_400_000,
} as const;

/** A history that begins within the period is shown in at least so many intervals, where minutes allow it. */
const fewestIntervals = 60;

/**
 * The equity at the last mark of each interval, stamped with the time of that mark; an interval without a mark has no
 * point. `pnl` is the change since the point before (at first since the last mark before the period, else since the
 * initial capital) less the flows since then, `cumulative_pnl` the same since the initial capital. It ends with the newest mark. Where the history begins
 * within the period it opens with the initial capital at the time of the first mark, and its intervals may be narrower:
 * the widest offered of which the history has 60, else minutes.
 * @param marks oldest first, with the last one before the period if there is one.
 * @param intervalMs the width of an interval, and of a younger history the greatest.
 */
export function equityCurve(
  marks: readonly EquityMark[],
  period: Range,
  intervalMs: number,
  initialCapital: number,
): readonly EquityPointRecord[] {
  const own = inside(marks, period);
  const opening = begins(marks, period);
  const ends = bucketed(own, widthOf(own, opening, intervalMs), (_kept, next) => next);
  const opened = opening && ends[0] !== opening ? [{ at: opening.at, equity_usd: initialCapital }, ...ends] : ends;
  const before = marks.findLast(({ at }) => at < period.from);
  let previous = before === undefined ? initialCapital : earnedWith(before);
  return opened.map((mark) => {
    const { at, equity_usd } = mark;
    const earned = earnedWith(mark);
    const pnl = earned - previous;
    previous = earned;
    return {
      timestamp: isoTime(at),
      equity: equity_usd,
      initial_capital: initialCapital,
      pnl,
      cumulative_pnl: earned - initialCapital,
    };
  });
}

/**
 * The deepest fall below the highest unit value so far in each interval, in USD of today's units and in percent of that
 * peak, both ≥ 0, and at last that of the newest mark. Where the history begins within the period it opens with the first mark, and its
 * intervals may be narrower as those of the equity.
 * @param marks oldest first, with the last one before the period if there is one; the peak is sought within the period.
 */
export function drawdownSeries(
  marks: readonly EquityMark[],
  period: Range,
  intervalMs: number,
): readonly DrawdownPointRecord[] {
  const falls = fallsFromPeak(inside(marks, period));
  const opening = begins(marks, period) && falls[0];
  const deepest = bucketed(falls, widthOf(falls, opening, intervalMs), (kept, next) =>
    next.drawdown > kept.drawdown ? next : kept,
  );
  const points = new Set([...(opening ? [opening] : []), ...deepest, ...falls.slice(-1)]);
  return [...points].map(({ at, drawdown, drawdown_pct }) => ({
    timestamp: isoTime(at),
    drawdown,
    drawdown_pct,
  }));
}

/** The greatest fall of the unit value in percent of the peak before it; null without a mark. */
export function deepestDrawdown(marks: readonly EquityMark[]): number | null {
  if (marks.length === 0) return null;
  return fallsFromPeak(marks).reduce((deepest, { drawdown_pct }) => Math.max(deepest, drawdown_pct), 0);
}

/**
 * What each market earned: a trade's profit belongs in equal shares to its markets, so that the markets together earned
 * what the trades did. Best first.
 */
export function pairPerformance(trades: readonly TradeFigures[], period: Range): readonly PairRecord[] {
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
  return unitValues(marks).map(({ at, price, units }) => {
    peak = Math.max(peak, price);
    const drawdown = (peak - price) * units;
    return { at, drawdown, drawdown_pct: peak > 0 ? ((peak - price) / peak) * 100 : 0 };
  });
}

/** What is left of a mark without what came and went. */
const earnedWith = ({ equity_usd, flows_usd = 0 }: EquityMark): number => equity_usd - flows_usd;

/**
 * Equity as units of a fund: what comes in buys units at the price of that moment, what goes out sells some, so that only
 * gains and losses move the price (the time-weighted return of the Global Investment Performance Standards). The first mark
 * is one unit.
 */
export function unitValues(marks: readonly EquityMark[]) {
  let units = 1;
  let flows = marks[0]?.flows_usd ?? 0;
  return marks.map(({ at, equity_usd, flows_usd = 0 }) => {
    const flow = flows_usd - flows;
    flows = flows_usd;
    let price = (equity_usd - flow) / units;
    // Nothing was left before the money came: it begins again with one unit.
    if (flow !== 0 && price <= 0) price = equity_usd;
    if (flow !== 0) units = price > 0 ? equity_usd / price : 1;
    return { at, price, units };
  });
}

type Moment = { readonly at: number };

const inside = <T extends Moment>(items: readonly T[], { from, to }: Range): readonly T[] =>
  items.filter(({ at }) => at >= from && at < to);

/** The first mark of all, if it lies within the period. */
const begins = (marks: readonly EquityMark[], { from, to }: Range): EquityMark | undefined =>
  marks.slice(0, 1).find(({ at }) => at >= from && at < to);

const widthOf = (items: readonly Moment[], opening: Moment | undefined, widest: number): number => {
  if (opening === undefined) return widest;
  const span = (items.at(-1)?.at ?? opening.at) - opening.at;
  const narrower = Object.values(intervals).filter((width) => width < widest);
  return [...narrower, widest].findLast((width) => span / width >= fewestIntervals) ?? narrower[0] ?? widest;
};

/** One of each interval, the intervals counted from 1970 on, as `choose` decides between two. */
function bucketed<T extends Moment>(
  items: readonly T[],
  intervalMs: number,
  choose: (kept: T, next: T) => T,
): readonly T[] {
  const buckets = new Map<number, T>();
  for (const item of items) {
    const bucket = Math.floor(item.at / intervalMs);
    const kept = buckets.get(bucket);
    buckets.set(bucket, kept ? choose(kept, item) : item);
  }
  return [...buckets.values()];
}

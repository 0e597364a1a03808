import type { ReportRecord } from '@triquad/core/contract';
import type { Point, Ranged } from './charts.ts';

type Trade = ReportRecord['trades'][number];

const endOf = ({ entry_time, duration_seconds }: Trade): number =>
  Date.parse(entry_time) + 1_000 * (duration_seconds ?? 0);

/** Equity as it was modelled, and what it would have been with every trade at its better and at its worse end. Without a range of any trade both are empty. */
export function equityRange({ equity_curve, trades }: Pick<ReportRecord, 'equity_curve' | 'trades'>): Ranged {
  const of = equity_curve.map(({ timestamp, equity }) => ({ at: Date.parse(timestamp), value: equity }));
  if (!trades.some(({ pessimistic_profit }) => pessimistic_profit !== undefined)) return { of, high: [], low: [] };
  const ended = trades.toSorted((one, other) => endOf(one) - endOf(other));
  const moved = (by: (trade: Trade) => number | undefined): readonly Point[] => {
    let [next, sum] = [0, 0];
    return of.map(({ at, value }) => {
      for (let trade = ended[next]; trade !== undefined && endOf(trade) <= at; trade = ended[++next])
        sum += (by(trade) ?? trade.profit ?? 0) - (trade.profit ?? 0);
      return { at, value: value + sum };
    });
  };
  return {
    of,
    high: moved(({ optimistic_profit }) => optimistic_profit),
    low: moved(({ pessimistic_profit }) => pessimistic_profit),
  };
}

/** In percent below the highest equity before, drawn downwards. The end that lost less is the higher one. */
export function drawdownRange({ high, low }: Ranged, of: readonly Point[]): Ranged {
  return { of, high: below(high), low: below(low) };
}

const below = (points: readonly Point[]): readonly Point[] => {
  let peak = Number.NEGATIVE_INFINITY;
  return points.map(({ at, value }) => {
    peak = Math.max(peak, value);
    return { at, value: peak > 0 ? (100 * (value - peak)) / peak : 0 };
  });
};

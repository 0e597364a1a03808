import type { ReportRecord } from '@triquad/core/contract';
import { rangeOfTrades } from '@triquad/core/rules';
import type { Point, Ranged } from './charts.ts';

/** Equity as it was modelled, and what it would have been with every trade at its better and at its worse end. Without a range of any trade both are empty. */
export function equityRange({ equity_curve, trades }: Pick<ReportRecord, 'equity_curve' | 'trades'>): Ranged {
  const of = equity_curve.map(({ timestamp, equity }) => ({ at: Date.parse(timestamp), value: equity }));
  const range = rangeOfTrades(
    of.map(({ at }) => at),
    trades,
  );
  const moved = (by: readonly number[]): readonly Point[] =>
    of.map(({ at, value }, index) => ({ at, value: value + (by[index] ?? 0) }));
  return range === null ? { of, high: [], low: [] } : { of, high: moved(range.high), low: moved(range.low) };
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

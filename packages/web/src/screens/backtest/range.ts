import type { Report } from '@triquad/core/contract';
import { rangeOfTrades } from '@triquad/core/rules';
import type { TimeSeries } from '../../charts/time-chart.ts';

type Names = { readonly optimistic: string; readonly pessimistic: string };

/** The equity with every trade at its better and at its worse end, in USD; empty where no trade has a range. */
export const rangeSeries = (
  { equity_curve, trades }: Pick<Report, 'equity_curve' | 'trades'>,
  names: Names,
): readonly TimeSeries[] => {
  const range = rangeOfTrades(
    equity_curve.map(({ timestamp }) => Date.parse(timestamp)),
    trades,
  );
  if (range === null) return [];
  const edge = (kind: 'upper' | 'lower', name: string, by: readonly number[]): TimeSeries => ({
    name,
    kind,
    points: equity_curve.map(({ timestamp, equity }, index) => [
      timestamp,
      equity === null ? null : equity + (by[index] ?? 0),
    ]),
    colour: (colours) => colours['chart-area'],
  });
  return [edge('upper', names.optimistic, range.high), edge('lower', names.pessimistic, range.low)];
};

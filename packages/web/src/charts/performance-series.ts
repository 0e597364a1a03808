import type { DrawdownPoint, EquityPoint } from '@triquad/core/contract';
import type { Messages } from '../messages/later.ts';
import type { TimeSeries } from './time-chart.ts';

type Names = Messages['figures']['series'];
type Equity = Pick<EquityPoint, 'timestamp' | 'equity' | 'initial_capital' | 'pnl' | 'cumulative_pnl'>;
type Drawdown = Pick<DrawdownPoint, 'timestamp' | 'drawdown_pct'>;

/** Equity in USD, with the initial capital as a line to measure it by. */
export const equitySeries = (points: readonly Equity[], names: Names): readonly TimeSeries[] => [
  {
    name: names.equity,
    kind: 'line',
    points: points.map(({ timestamp, equity }) => [timestamp, equity]),
    colour: (colours) => colours['chart-line'],
  },
  {
    name: names.initial,
    kind: 'dashed',
    points: points.map(({ timestamp, initial_capital }) => [timestamp, initial_capital]),
    colour: (colours) => colours['chart-muted'],
  },
];

/** PnL of each interval and since the start, in USD; derived from the equity where the bot does not report it. */
export const pnlSeries = (points: readonly Equity[], names: Names): readonly TimeSeries[] => {
  const pnl = points.map((point, index) => {
    const before = points[index - 1]?.equity ?? point.initial_capital;
    return [point.timestamp, point.pnl ?? difference(point.equity, before)] as const;
  });
  return [
    {
      name: names.pnl,
      kind: 'bar',
      points: pnl,
      colour: (colours, value) => colours[(value ?? 0) < 0 ? 'chart-loss' : 'chart-gain'],
    },
    {
      name: names.cumulative,
      kind: 'line',
      right: true,
      points: points.map((point) => [
        point.timestamp,
        point.cumulative_pnl ?? difference(point.equity, point.initial_capital),
      ]),
      colour: (colours) => colours['chart-line'],
    },
  ];
};

/** Percent below the peak, drawn downwards. */
export const drawdownSeries = (points: readonly Drawdown[], names: Names): readonly TimeSeries[] => [
  {
    name: names.drawdown,
    kind: 'area',
    points: points.map(({ timestamp, drawdown_pct }) => [
      timestamp,
      drawdown_pct === null ? null : -Math.abs(drawdown_pct),
    ]),
    colour: (colours) => colours['chart-loss'],
  },
];

const difference = (value: number | null, from: number | null): number | null =>
  value === null || from === null ? null : value - from;

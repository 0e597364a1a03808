import { expect, test } from 'vitest';
import { later as en } from '../messages/en/later.ts';
import { drawdownSeries, equitySeries, pnlSeries } from './performance-series.ts';

const names = en.figures.series;
const point = (timestamp: string, equity: number | null, fields = {}) => ({
  timestamp,
  equity,
  initial_capital: 1_000,
  pnl: null,
  cumulative_pnl: null,
  ...fields,
});
const pointsOf = (series: readonly { name: string; points: unknown }[]) =>
  series.map(({ name, points }) => [name, points]);

test('the equity is drawn beside the capital it started from', () => {
  expect(pointsOf(equitySeries([point('t1', 1_010)], names))).toEqual([
    ['Equity', [['t1', 1_010]]],
    ['Initial capital', [['t1', 1_000]]],
  ]);
});

test('the PnL is the bot’s own, or else derived from the equity; a hole stays a hole', () => {
  const points = [point('t1', 1_010), point('t2', 1_030, { pnl: 21, cumulative_pnl: 31 }), point('t3', null)];
  expect(pointsOf(pnlSeries(points, names))).toEqual([
    [
      'PnL',
      [
        ['t1', 10],
        ['t2', 21],
        ['t3', null],
      ],
    ],
    [
      'Cumulative PnL',
      [
        ['t1', 10],
        ['t2', 31],
        ['t3', null],
      ],
    ],
  ]);
});

test('a drawdown goes down, whichever sign the bot sends', () => {
  const points = [
    { timestamp: 't1', drawdown: 5, drawdown_pct: 0.5 },
    { timestamp: 't2', drawdown: -5, drawdown_pct: -0.5 },
  ];
  expect(pointsOf(drawdownSeries(points, names))).toEqual([
    [
      'Drawdown',
      [
        ['t1', -0.5],
        ['t2', -0.5],
      ],
    ],
  ]);
});

import { expect, test } from 'vitest';
import type { ChartColours } from './palette.ts';
import { isDrawable, stackedChart, type TimePoint, timeChart } from './time-chart.ts';

const chart = (...points: TimePoint[]) => drawn(points);
const drawn = (points: TimePoint[], byDay = false) => {
  const series = [{ name: 'Equity', kind: 'line' as const, points, colour: () => 'blue' }];
  return timeChart(
    { series, unit: 'usd', source: null, axis: 'level', saveAs: '', saveTitle: '', byDay },
    {} as ChartColours,
  );
};

test('time goes from the first point to the last and no further', () => {
  const { xAxis, dataZoom } = chart(['2026-01-31T12:00:00Z', 1], ['2026-01-31T12:05:00Z', 2]);
  expect(xAxis).toMatchObject({ type: 'time', min: 'dataMin', max: 'dataMax' });
  expect(dataZoom).toHaveLength(2);
});

test('a single point has its moment as a category, since it spans no time', () => {
  const { xAxis, dataZoom, series } = chart(['2026-01-31T12:00:00Z', 1]);
  expect(xAxis).toMatchObject({ type: 'category', data: ['2026-01-31T12:00:00Z'] });
  expect(dataZoom).toEqual([]);
  expect(series).toMatchObject([{ showSymbol: true, data: [['2026-01-31T12:00:00Z', 1]] }]);
});

test('days are categories of the same width, labelled with their names', () => {
  const { xAxis, dataZoom } = drawn(
    [
      ['1 Jan 2026', 1],
      ['2 Jan 2026', 2],
    ],
    true,
  );
  expect(xAxis).toMatchObject({ type: 'category', data: ['1 Jan 2026', '2 Jan 2026'] });
  expect(dataZoom).toHaveLength(2);
});

test('two sides share one zero, and the lines of the left one serve both', () => {
  const points: TimePoint[] = [
    ['2026-01-31T12:00:00Z', 3],
    ['2026-01-31T13:00:00Z', -1],
  ];
  const colour = () => 'blue';
  const { yAxis } = timeChart(
    {
      series: [
        { name: 'PnL', kind: 'bar', points, colour },
        {
          name: 'Sum',
          kind: 'line',
          points: points.map(([moment, value]) => [moment, (value ?? 0) * 100]),
          colour,
          right: true,
        },
      ],
      unit: 'usd',
      source: null,
      axis: 'change',
      saveAs: '',
      saveTitle: '',
    },
    {} as ChartColours,
  );
  expect(yAxis).toMatchObject([
    { min: -1, max: 3, interval: 1, splitLine: { show: true } },
    { min: -100, max: 300, interval: 100, splitLine: { show: false } },
  ]);
});

test('the labels of an axis have as many digits as keep them distinct', () => {
  const { yAxis } = chart(['2026-01-31T12:00:00Z', 1], ['2026-01-31T12:05:00Z', 1.3]);
  const [axis] = yAxis as { axisLabel: { formatter: (value: number) => string } }[];
  expect(axis?.axisLabel.formatter(1.2)).toBe('$1.2');
});

test('one point of a line is nothing to draw yet, one day is', () => {
  const of = (points: TimePoint[], byDay = false) =>
    isDrawable([{ name: 'Equity', kind: 'line', points, colour: () => '' }], byDay);
  expect([
    of([]),
    of([['t', 1]]),
    of([
      ['t', 1],
      ['u', null],
    ]),
    of([
      ['t', 1],
      ['u', 2],
    ]),
    of([['t', 1]], true),
  ]).toEqual([false, false, false, true, true]);
});

test('a strip has the time of the chart above it: the same ends, the same left edge, one zoom, its own unit', () => {
  const part = (points: TimePoint[]) => ({ series: [{ name: '', kind: 'line' as const, points, colour: () => '' }] });
  const upper = part([
    ['2026-01-31T12:00:00Z', 50_000],
    ['2026-01-31T12:05:00Z', 50_100],
  ]);
  const lower = part([
    ['2026-01-31T12:01:00Z', 0],
    ['2026-01-31T12:09:00Z', -0.5],
  ]);
  const { grid, xAxis, yAxis, dataZoom, series } = stackedChart(
    {
      upper: { ...upper, unit: 'usd', source: null, axis: 'level' },
      lower: { ...lower, unit: 'percent', source: null, axis: 'depth' },
      saveAs: '',
      saveTitle: '',
    },
    {} as ChartColours,
  );
  const ends = { min: Date.parse('2026-01-31T12:00:00Z'), max: Date.parse('2026-01-31T12:09:00Z') };
  expect(xAxis).toMatchObject([ends, { ...ends, gridIndex: 1 }]);
  const [first, second] = grid as { left: number }[];
  expect(first?.left).toBe(second?.left);
  expect(dataZoom).toMatchObject([{ xAxisIndex: [0, 1] }, { xAxisIndex: [0, 1] }]);
  expect(yAxis).toMatchObject([{ gridIndex: 0 }, { gridIndex: 1, min: -0.5, max: 0, interval: 0.5 }]);
  const written = (series as { tooltip: { valueFormatter: (value: unknown) => string } }[]).map((one) =>
    one.tooltip.valueFormatter(-0.5),
  );
  expect(written).toEqual(['−$0.50', '−0.50%']);
});

import { expect, test } from 'vitest';
import type { ChartColours } from './palette.ts';
import { type TimePoint, timeChart } from './time-chart.ts';

const chart = (...points: TimePoint[]) => drawn(points);
const drawn = (points: TimePoint[], byDay = false) => {
  const series = [{ name: 'Equity', kind: 'line' as const, points, colour: () => 'blue' }];
  return timeChart({ series, format: String, saveAs: '', saveTitle: '', byDay }, {} as ChartColours);
};

test('time goes from the first point to the last and no further', () => {
  const { xAxis, dataZoom } = chart(['2026-01-31T12:00:00Z', 1], ['2026-01-31T12:05:00Z', 2]);
  expect(xAxis).toMatchObject({ type: 'time', min: 'dataMin', max: 'dataMax' });
  expect(dataZoom).toHaveLength(2);
});

test('a single point stands above its moment: there is no time to run along', () => {
  const { xAxis, dataZoom, series } = chart(['2026-01-31T12:00:00Z', 1]);
  expect(xAxis).toMatchObject({ type: 'category', data: ['2026-01-31T12:00:00Z'] });
  expect(dataZoom).toEqual([]);
  expect(series).toMatchObject([{ showSymbol: true, data: [['2026-01-31T12:00:00Z', 1]] }]);
});

test('days stand each above its name, as wide as the others', () => {
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

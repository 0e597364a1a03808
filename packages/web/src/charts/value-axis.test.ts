import { expect, test } from 'vitest';
import { type AxisKind, type Unit, type ValueAxis, valueAxes } from './value-axis.ts';

const one = (kind: AxisKind, unit: Unit, ...values: (number | null)[]) => valueAxes([values], kind, unit)[0];
const labels = ({ min, max, interval, digits }: ValueAxis): string[] => {
  const first = Math.ceil(min / interval - 1e-9);
  const last = Math.floor(max / interval + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, at) => ((first + at) * interval).toFixed(digits));
};

test('equity is drawn around its data, with room below', () => {
  expect(one('level', 'usd', 51_759, 51_790, 51_876)).toEqual({ min: 51_700, max: 51_900, interval: 50, digits: 0 });
});

test('an equity that has hardly moved stays a flat line', () => {
  expect(one('level', 'usd', 50_000, 50_000.4)).toEqual({ min: 49_960, max: 50_040, interval: 20, digits: 0 });
  expect(one('level', 'usd', 50_000)).toEqual(one('level', 'usd', 50_000, 50_000));
});

test('a drawdown begins at zero, and one of millionths does not fill its chart', () => {
  expect(one('depth', 'percent', 0, -0.000_004)).toEqual({ min: -0.05, max: 0, interval: 0.01, digits: 2 });
  expect(one('depth', 'percent', 0, -0.37)).toEqual({ min: -0.4, max: 0, interval: 0.1, digits: 1 });
  expect(one('depth', 'percent')).toEqual(one('depth', 'percent', 0));
});

test('bars and their sum share one zero and its lines', () => {
  const [bars, sum] = valueAxes(
    [
      [3, -1, 2],
      [3, 2, 40],
    ],
    'change',
    'usd',
  );
  expect([bars, sum]).toEqual([
    { min: -1, max: 4, interval: 1, digits: 0 },
    { min: -10, max: 40, interval: 10, digits: 0 },
  ]);
});

test('only losses leave no empty room above zero', () => {
  expect(one('change', 'usd', -3, -40)).toEqual({ min: -40, max: 0, interval: 10, digits: 0 });
});

/** Pairs of values over many sizes, of either sign. */
const sizes = [0, 1e-6, 0.003, 0.04, 0.7, 1, 9.99, 10, 123, 4_999, 51_876.19, 2e6];
const values = sizes.flatMap((size) => [size, -size]);
const ranges = values.flatMap((low) => values.map((high): [number, number] => [low, high]));
const cases = ranges.map((range, at) => [range, ranges[(at * 7 + 3) % ranges.length] ?? range]);
const downwards = (value: number) => -Math.abs(value);

test.each([
  ['level', 'usd'],
  ['change', 'usd'],
  ['change', 'percent'],
  ['depth', 'percent'],
] as const)('of %s in %s every value fits, lines are few, and no two labels are the same', (kind, unit) => {
  for (const pair of cases) {
    const series = kind === 'depth' ? pair.map((range) => range.map(downwards)) : pair;
    const axes = valueAxes(series, kind, unit);
    const zeros = axes.map(({ min, max }) => (-min / (max - min)).toFixed(6));
    expect(kind === 'level' || new Set(zeros).size === 1, String(pair)).toBe(true);
    axes.forEach((axis, at) => {
      const texts = labels(axis);
      const fits = (series[at] ?? []).every((value) => value >= axis.min - 1e-6 && value <= axis.max + 1e-6);
      expect(
        { fits, distinct: new Set(texts).size === texts.length, few: texts.length >= 3 && texts.length <= 7 },
        String(pair),
      ).toEqual({
        fits: true,
        distinct: true,
        few: true,
      });
    });
  }
});

test('days without a profit or loss stand on a zero at the bottom', () => {
  expect(one('change', 'usd', 0, null, 0)).toMatchObject({ min: 0, max: 1 });
  expect(one('change', 'usd')).toMatchObject({ min: 0, max: 1 });
});

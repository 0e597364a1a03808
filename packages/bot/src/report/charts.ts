import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts';
import type { GridComponentOption } from 'echarts/components';
import type { ComposeOption } from 'echarts/core';

export type ChartOption = ComposeOption<BarSeriesOption | LineSeriesOption | GridComponentOption>;
/** `at` in UTC milliseconds. */
export type Point = { readonly at: number; readonly value: number };
/** How a figure of an axis is written, with so many decimals. */
type Write = (value: number, digits: number) => string;

const text = { color: 'var(--muted)', fontSize: 11, fontFamily: 'sans-serif' };
const frame = {
  animation: false,
  useUTC: true,
  grid: { left: 4, right: 24, top: 16, bottom: 4, outerBoundsMode: 'same' as const },
};
const line = { lineStyle: { color: 'var(--line)' } };
/** As many decimals as keep the labels of an axis over these values apart; it has about five lines. */
const digitsOver = (values: readonly number[]): number => {
  const span = Math.max(...values) - Math.min(...values);
  return span > 0 ? Math.min(8, Math.max(0, -Math.floor(Math.log10(span / 5)))) : 2;
};
const valueAxis = (values: readonly number[], write: Write, scale = false) => ({
  type: 'value' as const,
  scale,
  axisLabel: { ...text, formatter: (value: number) => write(value, digitsOver(values)) },
  splitLine: line,
});
const nameAxis = (names: readonly string[], boundaryGap = true) => ({
  type: 'category' as const,
  data: [...names],
  boundaryGap,
  axisTick: { show: false },
  axisLine: line,
  axisLabel: { ...text, hideOverlap: true },
});
const clock = '{HH}:{mm}';
const timeAxis = {
  type: 'time' as const,
  min: 'dataMin' as const,
  max: 'dataMax' as const,
  axisTick: { show: false },
  axisLine: line,
  axisLabel: {
    ...text,
    hideOverlap: true,
    showMinLabel: false,
    showMaxLabel: false,
    formatter: {
      year: '{d} {MMM} {yyyy}',
      month: '{d} {MMM}',
      day: '{d} {MMM}',
      hour: clock,
      minute: clock,
      second: '{HH}:{mm}:{ss}',
    },
  },
};

/** One line, with the ends of its range where they are known. */
export type Ranged = { readonly of: readonly Point[]; readonly high: readonly Point[]; readonly low: readonly Point[] };

/** A line over time inside of its range; `colour` of the line and its range, `scale` where the axis need not have a zero. */
export function rangeChart(
  { of, high, low }: Ranged,
  { colour, write, scale }: { colour: string; write: Write; scale: boolean },
): ChartOption {
  const edge = (points: readonly Point[], fill: object): LineSeriesOption => ({
    ...lineOf(points, colour, 0.75),
    areaStyle: { origin: 'start', ...fill },
  });
  const hasRange = high.length > 0;
  return {
    ...frame,
    xAxis: timeAxis,
    // Its lines lie above the areas: that of the lower end covers what is below it.
    yAxis: {
      ...valueAxis(
        [...of, ...high, ...low].map(({ value }) => value),
        write,
        scale,
      ),
      z: 3,
    },
    series: [
      ...(hasRange
        ? [edge(high, { color: colour, opacity: 0.16 }), edge(low, { color: 'var(--surface)', opacity: 1 })]
        : []),
      {
        ...lineOf(of, colour, 2),
        ...(hasRange ? {} : { areaStyle: { color: colour, opacity: 0.16, origin: scale ? 'start' : 'auto' } }),
      },
    ],
  };
}

const lineOf = (points: readonly Point[], color: string, width: number): LineSeriesOption => ({
  type: 'line',
  silent: true,
  showSymbol: points.length === 1,
  // Of what shares a pixel, the lowest and the highest.
  sampling: 'minmax',
  lineStyle: { color, width },
  itemStyle: { color },
  data: points.map(({ at, value }) => [at, value]),
});

/** A bar for each name, up from zero or down; a figure at each where there are few. */
export function barChart(
  bars: readonly { readonly name: string; readonly value: number }[],
  write: Write,
  tone?: string,
): ChartOption {
  const values = bars.map(({ value }) => value);
  return {
    ...frame,
    xAxis: nameAxis(bars.map(({ name }) => name)),
    // What is counted has no halves.
    yAxis: { ...valueAxis([0, ...values], write), ...(tone === undefined ? {} : { minInterval: 1 }) },
    series: [
      {
        type: 'bar',
        silent: true,
        barMaxWidth: 80,
        label: { ...text, show: bars.length <= 12, position: 'top', formatter: ({ value }) => write(Number(value), 2) },
        data: bars.map(({ value }) => ({
          value,
          itemStyle: { color: tone ?? (value < 0 ? 'var(--loss-fill)' : 'var(--gain-fill)') },
        })),
      },
    ],
  };
}

/** Steps from a first total to a last one, which are drawn from zero. */
export type Step = { readonly name: string; readonly from: number; readonly to: number; readonly isTotal: boolean };

export function waterfallChart(steps: readonly Step[], write: Write): ChartOption {
  const colour = ({ from, to, isTotal }: Step) =>
    isTotal ? 'var(--accent)' : to < from ? 'var(--loss-fill)' : 'var(--gain-fill)';
  // Bars are stacked from zero up and from zero down: a part that is not seen lifts each to where it begins.
  const part = (length: (low: number, high: number) => number, isSeen: boolean): BarSeriesOption => ({
    type: 'bar',
    silent: true,
    stack: 'steps',
    barMaxWidth: 44,
    data: steps.map((step) => ({
      value: length(Math.min(step.from, step.to), Math.max(step.from, step.to)),
      itemStyle: { color: isSeen ? colour(step) : 'none' },
    })),
  });
  const up = (value: number) => Math.max(0, value);
  const down = (value: number) => Math.min(0, value);
  // On a line that is not seen, over the upper end of each bar.
  const amounts: LineSeriesOption = {
    type: 'line',
    silent: true,
    symbolSize: 0,
    showAllSymbol: true,
    lineStyle: { width: 0 },
    label: {
      ...{ ...text, show: true, position: 'top' },
      formatter: ({ dataIndex }) => write((steps[dataIndex]?.to ?? 0) - (steps[dataIndex]?.from ?? 0), 2),
    },
    data: steps.map(({ from, to }) => Math.max(from, to)),
  };
  return {
    ...frame,
    xAxis: nameAxis(steps.map(({ name }) => name)),
    yAxis: valueAxis(
      steps.flatMap(({ from, to }) => [0, from, to]),
      write,
    ),
    series: [
      part((low) => up(low), false),
      part((low, high) => up(high) - up(low), true),
      part((_, high) => down(high), false),
      part((low, high) => down(low) - down(high), true),
      amounts,
    ],
  };
}

/** What is still there after each time; a share of 0 to 1, null where it is not known. */
export function survivalChart(times: readonly string[], shares: readonly (number | null)[]): ChartOption {
  return {
    ...frame,
    xAxis: nameAxis(times, false),
    yAxis: { ...valueAxis([0, 100], (value) => `${value} %`), max: 100 },
    series: [
      {
        ...lineOf([], 'var(--accent)', 2),
        step: 'end',
        data: shares.map((share) => (share === null ? null : 100 * share)),
      },
    ],
  };
}

/** Values in about twenty classes of equal width, each under its lower end. */
export function classesOf(
  values: readonly number[],
  write: Write,
): readonly { readonly name: string; readonly value: number }[] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const rough = (high - low || Math.max(0.01, Math.abs(high))) / 20;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.floor(low / step);
  const counts = new Array<number>(Math.floor(high / step) - first + 1).fill(0);
  for (const value of values) {
    const place = Math.floor(value / step) - first;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return counts.map((value, place) => ({ name: write((first + place) * step, digits), value }));
}

/** `2026-01-31 12:00`, in UTC. */
export function moment(at: number | string): string {
  const iso = new Date(at).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;
}

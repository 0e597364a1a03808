import { none } from '@triquad/core';
import type { Provenance } from '@triquad/core/contract';
import { money, percent } from '../messages/format.ts';
import { shortMoment } from '../messages/moments.ts';
import type { ChartOption } from './option.ts';
import type { ChartColours } from './palette.ts';
import { type AxisKind, type Unit, type ValueAxis, valueAxes } from './value-axis.ts';

/** A moment (ISO 8601; the name of a day where the chart is by days) and its value; null leaves a hole. */
export type TimePoint = readonly [moment: string, value: number | null];

export type TimeSeries = {
  name: string;
  points: readonly TimePoint[];
  /** `upper` and `lower` bound a range, whose area is pale. */
  kind: 'line' | 'area' | 'bar' | 'dashed' | 'upper' | 'lower';
  colour: (colours: ChartColours, value: number | null) => string;
  /** Measured on an axis of its own, at the right. */
  right?: boolean;
};

type Shape = {
  series: readonly TimeSeries[];
  unit: Unit;
  source: Provenance | null;
  axis: AxisKind;
  saveAs: string;
  saveTitle: string;
  /** The points are days, each under its name. */
  byDay?: boolean;
};

/** A line needs two points, a day only itself. */
export const isDrawable = (series: readonly TimeSeries[], byDay = false): boolean =>
  series.some(({ points }) => points.filter(([, value]) => value !== null).length >= (byDay ? 1 : 2));

/** Lines, areas and bars over time with zoom, tooltip and export. */
export const timeChart = (
  { series, unit, source, axis, saveAs, saveTitle, byDay = false }: Shape,
  colours: ChartColours,
): ChartOption => {
  const sides = [series.filter(({ right }) => !right), series.filter(({ right }) => right)];
  const used = sides.filter((side) => side.length > 0);
  const axes = valueAxes(used.map(valuesOf), axis, unit);
  const moments = new Set(series.flatMap(({ points }) => points.map(([moment]) => moment)));
  return {
    animation: false,
    aria: { enabled: true },
    backgroundColor: colours.ground,
    grid: { left: 4, right: axes.length > 1 ? 12 : 28, top: 26, bottom: 34, containLabel: true },
    textStyle: { color: colours.text },
    tooltip: {
      trigger: 'axis',
      confine: true,
      backgroundColor: colours.surface,
      borderColor: colours.line,
      textStyle: { color: colours.text },
      valueFormatter: (value) => (typeof value === 'number' ? exact({ unit, source }, value, axes) : none),
    },
    toolbox: {
      right: 8,
      top: 0,
      padding: 0,
      itemSize: 13,
      iconStyle: { borderColor: colours.muted },
      feature: { saveAsImage: { name: saveAs, title: saveTitle } },
    },
    xAxis: byDay || moments.size === 1 ? momentAxis([...moments], byDay, colours) : timeAxis(colours),
    // Axis lines are drawn above a range, because the area of its lower bound would cover them.
    yAxis: axes.map((one, at) => ({
      ...valueAxis(one, { unit, source }, colours, at === 0),
      ...(series.some(({ kind }) => kind === 'lower') ? { z: 3 } : {}),
    })),
    dataZoom: moments.size === 1 ? [] : zoom(colours),
    series: series.map((one) => seriesOption(one, colours)),
  };
};

type Part = Pick<Shape, 'series' | 'unit' | 'source' | 'axis'>;
type Measure = Pick<Shape, 'unit' | 'source'>;
/** Heights in pixels: the strip, and the gap above it. */
const [stripHeight, stripGap] = [52, 20];
/** Pixels per character of an axis label, and of its margin. */
const [figureWidth, labelRoom] = [7, 14];

/** A chart, and below it a strip over the same time, with one zoom. Each has its own values and its own tooltip. */
export const stackedChart = (
  { upper, lower, saveAs, saveTitle }: { upper: Part; lower: Part } & Pick<Shape, 'saveAs' | 'saveTitle'>,
  colours: ChartColours,
): ChartOption => {
  const alone = timeChart({ ...upper, saveAs, saveTitle }, colours);
  const parts = [upper, lower].map((part) => ({
    ...part,
    axes: valueAxes([part.series.flatMap(({ points }) => points.map(([, value]) => value))], part.axis, part.unit),
  }));
  const moments = [upper, lower].flatMap(({ series }) =>
    series.flatMap(({ points }) => points.map(([moment]) => Date.parse(moment))),
  );
  const ends = { min: Math.min(...moments), max: Math.max(...moments) };
  const labels = parts.flatMap((part) =>
    part.axes.flatMap(({ min, max, digits }) => [min, max].map((value) => write(part, value, digits).length)),
  );
  // Both begin at the same place.
  const left = Math.max(...labels) * figureWidth + labelRoom;
  const time = timeAxis(colours);
  return {
    ...alone,
    grid: [
      { left, right: 28, top: 26, bottom: 34 + 20 + stripHeight + stripGap },
      { left, right: 28, height: stripHeight, bottom: 34 + 20 },
    ],
    xAxis: [
      { ...time, ...ends, axisLabel: { show: false }, axisTick: { show: false } },
      { ...time, ...ends, id: 'time below', gridIndex: 1 },
    ],
    yAxis: parts.flatMap((part, gridIndex) =>
      part.axes.map((one) => ({
        ...valueAxis(gridIndex === 0 ? one : { ...one, interval: one.max - one.min }, part, colours, true),
        gridIndex,
      })),
    ),
    dataZoom: zoom(colours).map((one) => ({ ...one, xAxisIndex: [0, 1] })),
    series: parts.flatMap((part, at) =>
      part.series.map((one) => ({
        ...seriesOption(one, colours),
        xAxisIndex: at,
        yAxisIndex: at,
        tooltip: {
          valueFormatter: (value: unknown) => (typeof value === 'number' ? exact(part, value, part.axes) : none),
        },
      })),
    ),
  };
};

const clockTime = '{HH}:{mm}';
/** From the first point to the last, in the operator's own time. */
const timeAxis = (colours: ChartColours) => ({
  id: 'time',
  type: 'time' as const,
  min: 'dataMin' as const,
  max: 'dataMax' as const,
  // Bars are not given room before the first point and after the last.
  containShape: false,
  axisLine: { lineStyle: { color: colours.line } },
  axisLabel: {
    color: colours.muted,
    fontSize: 11,
    hideOverlap: true,
    showMinLabel: false,
    showMaxLabel: false,
    formatter: {
      month: '{MMM} {yyyy}',
      day: '{d} {MMM}',
      hour: clockTime,
      minute: clockTime,
      second: '{HH}:{mm}:{ss}',
      millisecond: '{HH}:{mm}:{ss}',
    },
  },
  splitLine: { show: false },
});

/** One point has its moment for a label, a day its name. */
const momentAxis = (moments: string[], named: boolean, colours: ChartColours) => ({
  id: 'moment',
  type: 'category' as const,
  data: moments,
  axisLine: { lineStyle: { color: colours.line } },
  axisTick: { show: false },
  axisLabel: {
    color: colours.muted,
    formatter: (moment: string) => (named ? moment : shortMoment(moment, Date.now())),
  },
  splitLine: { show: false },
});

// By its id the chart finds a zoom or an axis again when its option changes.
const zoom = (colours: ChartColours) => [
  { id: 'wheel', type: 'inside' as const },
  {
    id: 'slider',
    type: 'slider' as const,
    height: 14,
    bottom: 4,
    borderColor: colours.line,
    textStyle: { color: colours.muted },
    brushSelect: false,
  },
];

const valuesOf = (side: readonly TimeSeries[]): (number | null)[] =>
  side.flatMap(({ points }) => points.map(([, value]) => value));

const write = ({ unit, source }: Measure, value: number, digits: number): string =>
  unit === 'usd' ? money({ usd: value, source }, { digits }) : percent(value, { digits });

/** A digit more than the axis has, and never fewer than two. */
const exact = (measure: Measure, value: number, axes: readonly ValueAxis[]): string =>
  write(measure, value, Math.max(2, ...axes.map(({ digits }) => digits + 1)));

const valueAxis = (
  { min, max, interval, digits }: ValueAxis,
  measure: Measure,
  colours: ChartColours,
  isFirst: boolean,
) => ({
  type: 'value' as const,
  min,
  max,
  interval,
  axisLabel: {
    color: colours.muted,
    fontSize: 11,
    margin: isFirst ? 8 : 14,
    formatter: (value: number) => write(measure, value, digits),
  },
  splitLine: { show: isFirst, lineStyle: { color: colours['line-soft'] } },
});
const seriesOption = ({ name, points, kind, colour, right = false }: TimeSeries, colours: ChartColours) => {
  const base = colour(colours, null);
  if (kind === 'bar') {
    return {
      type: 'bar' as const,
      name,
      yAxisIndex: right ? 1 : 0,
      barMaxWidth: 12,
      clip: false,
      data: points.map(([moment, value]) => ({ value: [moment, value], itemStyle: { color: colour(colours, value) } })),
    };
  }
  const isEdge = kind === 'upper' || kind === 'lower';
  return {
    type: 'line' as const,
    name,
    yAxisIndex: right ? 1 : 0,
    showSymbol: points.length === 1,
    lineStyle: {
      color: base,
      width: kind === 'dashed' ? 1 : isEdge ? 0.75 : 1.75,
      type: kind === 'dashed' ? ('dashed' as const) : ('solid' as const),
    },
    itemStyle: { color: base },
    ...(kind === 'area' ? { areaStyle: { color: base, opacity: 0.16 } } : {}),
    ...(kind === 'upper' ? { areaStyle: { color: base, opacity: 0.16, origin: 'start' as const } } : {}),
    // Hides the fill below the range with the background and its mark.
    ...(kind === 'lower' ? { areaStyle: { color: colours.ground, opacity: 1, origin: 'start' as const } } : {}),
    data: points.map(([moment, value]) => [moment, value]),
  };
};

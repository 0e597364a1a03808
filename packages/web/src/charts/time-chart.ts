import { shortMoment } from '../components/moments.ts';
import type { ChartOption } from './option.ts';
import type { ChartColours } from './palette.ts';

/** A moment (ISO 8601; the name of a day where the chart is by days) and its value; null leaves a hole. */
export type TimePoint = readonly [moment: string, value: number | null];

export type TimeSeries = {
  name: string;
  points: readonly TimePoint[];
  kind: 'line' | 'area' | 'bar' | 'dashed';
  colour: (colours: ChartColours, value: number | null) => string;
  /** Measured on an axis of its own, at the right. */
  right?: boolean;
};

type Shape = {
  series: readonly TimeSeries[];
  format: (value: number) => string;
  saveAs: string;
  saveTitle: string;
  /** Where the axis ends. */
  range?: { min?: number; max?: number };
  /** The points are days, each under its name. */
  byDay?: boolean;
};

/** Lines, areas and bars over time with zoom, tooltip and export; `format` writes the values of axis and tooltip. */
export const timeChart = (
  { series, format, saveAs, saveTitle, range = {}, byDay = false }: Shape,
  colours: ChartColours,
): ChartOption => {
  const scale = series.every(({ kind }) => kind !== 'bar');
  const rightAxis = series.some(({ right }) => right);
  const moments = new Set(series.flatMap(({ points }) => points.map(([moment]) => moment)));
  const axis = valueAxis(format, colours, { scale, ...range });
  return {
    animation: false,
    aria: { enabled: true },
    grid: { left: 4, right: rightAxis ? 12 : 28, top: 26, bottom: 34, containLabel: true },
    textStyle: { color: colours.text },
    tooltip: {
      trigger: 'axis',
      confine: true,
      backgroundColor: colours.surface,
      borderColor: colours.line,
      textStyle: { color: colours.text },
      valueFormatter: (value) => (typeof value === 'number' ? format(value) : '—'),
    },
    toolbox: {
      right: 8,
      top: 0,
      padding: 0,
      itemSize: 13,
      iconStyle: { borderColor: colours.muted },
      feature: { saveAsImage: { name: saveAs, title: saveTitle, backgroundColor: colours.surface } },
    },
    xAxis: byDay || moments.size === 1 ? momentAxis([...moments], byDay, colours) : timeAxis(colours),
    yAxis: rightAxis
      ? [axis, { ...axis, axisLabel: { ...axis.axisLabel, margin: 14 }, splitLine: { show: false } }]
      : axis,
    dataZoom: moments.size === 1 ? [] : zoom(colours),
    series: series.map((one) => seriesOption(one, colours)),
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

/** One point spans no time: its moment stands under it, and under a day its name. */
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

// By their names the zooms and axes of the chart are told from each other when it is drawn anew.
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

const valueAxis = (
  format: (value: number) => string,
  colours: ChartColours,
  range: { scale: boolean; min?: number; max?: number },
) => ({
  type: 'value' as const,
  ...range,
  axisLabel: { color: colours.muted, formatter: (value: number) => format(value).replace(/\.00+(?=%?$)/, '') },
  splitLine: { lineStyle: { color: colours.line } },
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
  return {
    type: 'line' as const,
    name,
    yAxisIndex: right ? 1 : 0,
    showSymbol: points.length === 1,
    lineStyle: {
      color: base,
      width: kind === 'dashed' ? 1 : 2,
      type: kind === 'dashed' ? ('dashed' as const) : ('solid' as const),
    },
    itemStyle: { color: base },
    ...(kind === 'area' ? { areaStyle: { color: base, opacity: 0.18 } } : {}),
    data: points.map(([moment, value]) => [moment, value]),
  };
};

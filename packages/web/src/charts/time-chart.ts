import type { ChartOption } from './option.ts';
import type { ChartColours } from './palette.ts';

/** A moment (ISO 8601) and its value; null leaves a hole. */
export type TimePoint = readonly [moment: string, value: number | null];

export type TimeSeries = {
  name: string;
  points: readonly TimePoint[];
  kind: 'line' | 'area' | 'bar' | 'dashed';
  colour: (colours: ChartColours, value: number | null) => string;
};

type Shape = {
  series: readonly TimeSeries[];
  format: (value: number) => string;
  saveAs: string;
  saveTitle: string;
  fromZero?: boolean;
};

/** Lines, areas and bars over time with zoom, tooltip and export; `format` writes the values of axis and tooltip. */
export const timeChart = (
  { series, format, saveAs, saveTitle, fromZero = false }: Shape,
  colours: ChartColours,
): ChartOption => ({
  animation: false,
  aria: { enabled: true },
  grid: { left: 8, right: 16, top: 28, bottom: 40, containLabel: true },
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
    top: -4,
    iconStyle: { borderColor: colours.muted },
    feature: { saveAsImage: { name: saveAs, title: saveTitle, backgroundColor: colours.surface } },
  },
  xAxis: {
    type: 'time',
    axisLine: { lineStyle: { color: colours.line } },
    axisLabel: { color: colours.muted, hideOverlap: true },
    splitLine: { show: false },
  },
  yAxis: {
    type: 'value',
    scale: !fromZero,
    axisLabel: { color: colours.muted, formatter: (value: number) => format(value) },
    splitLine: { lineStyle: { color: colours.line } },
  },
  dataZoom: [
    { type: 'inside' },
    {
      type: 'slider',
      height: 16,
      bottom: 8,
      borderColor: colours.line,
      textStyle: { color: colours.muted },
      brushSelect: false,
    },
  ],
  series: series.map((one) => seriesOption(one, colours)),
});

const seriesOption = ({ name, points, kind, colour }: TimeSeries, colours: ChartColours) => {
  const base = colour(colours, null);
  if (kind === 'bar') {
    return {
      type: 'bar' as const,
      name,
      barMaxWidth: 12,
      data: points.map(([moment, value]) => ({ value: [moment, value], itemStyle: { color: colour(colours, value) } })),
    };
  }
  return {
    type: 'line' as const,
    name,
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

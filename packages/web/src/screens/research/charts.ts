import type { ChartOption } from '../../charts/option.ts';
import type { ChartColours } from '../../charts/palette.ts';
import { number, percent } from '../../messages/format.ts';

type Bars = {
  readonly bars: readonly { fee: number; count: number }[];
  readonly chosen: number;
  readonly name: string;
  readonly marks: readonly Mark[];
};
/** A vertical line at a place of the axis, with its words; your own is of the colour of caution. */
type Mark = { readonly at: number; readonly text: string; readonly isOwn: boolean };

/** As thin bars, which need no code of their own. */
const markSeries = (marks: readonly Mark[], places: number, top: number, colours: ChartColours) =>
  marks.map(({ at, text, isOwn }, place) => ({
    type: 'bar' as const,
    name: text,
    barWidth: 2,
    barGap: '-100%',
    silent: true,
    tooltip: { valueFormatter: () => '' },
    itemStyle: { color: colours[isOwn ? 'caution' : 'muted'] },
    label: {
      ...{ show: true, fontSize: 11, color: colours[isOwn ? 'caution' : 'muted'], formatter: text },
      // The background keeps labels readable over lines; each label is below the previous one.
      ...{ backgroundColor: colours.ground, padding: [1, 3] },
      // On the side that has more room.
      position: [at > places / 2 ? -6 : 8, 14 * place],
      align: at > places / 2 ? ('right' as const) : ('left' as const),
    },
    data: Array.from({ length: places }, (_, place) => (place === at ? top : null)),
  }));

const frame = (colours: ChartColours): ChartOption => ({
  animation: false,
  aria: { enabled: true },
  backgroundColor: colours.ground,
  grid: { left: 4, right: 12, top: 10, bottom: 4, containLabel: true },
  textStyle: { color: colours.text },
});
const tooltip = (colours: ChartColours) => ({
  trigger: 'axis' as const,
  confine: true,
  backgroundColor: colours.surface,
  borderColor: colours.line,
  textStyle: { color: colours.text },
});
const labels = (colours: ChartColours) => ({ color: colours.muted, fontSize: 11, hideOverlap: true });

/** A round number of bins between two labels, so that no more than ten of them have one. */
const stepOf = (bins: number): number => {
  const least = Math.max(1, bins / 10);
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((factor) => factor * power >= least) ?? 10);
};

/** How many opportunities break even from which fee on; those that pay at the chosen one are blue. By logarithm, as most pay nothing. */
export const breakEvenChart = ({ bars, chosen, name, marks }: Bars, colours: ChartColours): ChartOption => ({
  ...frame(colours),
  tooltip: { ...tooltip(colours), valueFormatter: (value) => number(typeof value === 'number' ? value : null) },
  xAxis: {
    type: 'category',
    data: bars.map(({ fee }) => percent(fee, { digits: 3 })),
    axisTick: { show: false },
    axisLabel: { ...labels(colours), interval: (place: number) => place % stepOf(bars.length) === 0 },
  },
  yAxis: {
    type: 'log',
    min: 0.5,
    // A logarithmic bar of one would have no height otherwise.
    startValue: 0.5,
    axisLabel: { ...labels(colours), formatter: (value: number) => (value < 1 ? '0' : number(value)) },
    splitLine: { lineStyle: { color: colours['line-soft'] } },
  },
  series: [
    {
      type: 'bar',
      name,
      barWidth: '90%',
      data: bars.map(({ fee, count }) => ({
        // A logarithm has no zero.
        value: count === 0 ? null : count,
        itemStyle: { color: fee >= chosen ? colours['chart-line'] : colours['chart-muted'] },
      })),
    },
    ...markSeries(marks, bars.length, Math.max(10, ...bars.map(({ count }) => count)), colours),
  ],
});

type Lives = {
  readonly times: readonly string[];
  readonly lines: readonly { readonly name: string; readonly shares: readonly (number | null)[] }[];
  readonly marks: readonly Mark[];
};

/** The share that is still there after some time. */
export const lifetimeChart = ({ times, lines, marks }: Lives, colours: ChartColours): ChartOption => ({
  ...frame(colours),
  tooltip: {
    ...tooltip(colours),
    valueFormatter: (value) => percent(typeof value === 'number' ? value : null, { digits: 0 }),
  },
  xAxis: {
    type: 'category',
    data: [...times],
    boundaryGap: false,
    axisTick: { show: false },
    axisLabel: labels(colours),
  },
  yAxis: {
    type: 'value',
    min: 0,
    max: 100,
    axisLabel: { ...labels(colours), formatter: (value: number) => percent(value, { digits: 0 }) },
    splitLine: { lineStyle: { color: colours['line-soft'] } },
  },
  series: [
    ...lines.map(({ name, shares }, place) => ({
      type: 'line' as const,
      name,
      step: 'end' as const,
      showSymbol: false,
      data: shares.map((share) => (share === null ? null : 100 * share)),
      lineStyle: { width: 2, type: place === 0 ? ('solid' as const) : ('dashed' as const) },
      itemStyle: { color: colours[place === 0 ? 'chart-muted' : 'chart-line'] },
    })),
    ...markSeries(marks, times.length, 100, colours),
  ],
});

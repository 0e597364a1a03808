import type { Provenance } from '@triquad/core/contract';
import { money } from '../messages/format.ts';
import type { ChartOption } from './option.ts';
import type { ChartColours } from './palette.ts';
import { valueAxes } from './value-axis.ts';

/** `before`: the day in the same place of the window that it is compared with. In USD. */
export type DayBar = { readonly name: string; readonly value: number | null; readonly before: number | null };
type Shape = {
  readonly source: Provenance | null;
  readonly bars: readonly DayBar[];
  /** The last day is not over. */
  readonly open: boolean;
  readonly compares: boolean;
  readonly names: { readonly value: string; readonly before: string };
};

/** Days as bars from one zero; a hollow bar behind each is the day that it is compared with, a pale one is not over. */
export const dayChart = ({ source, bars, open, compares, names }: Shape, colours: ChartColours): ChartOption => {
  const [axis] = valueAxes([bars.flatMap(({ value, before }) => [value, before])], 'change', 'usd');
  const digits = axis?.digits ?? 0;
  const last = bars.length - 1;
  const signed = (value: number | null) =>
    value !== null && value < 0 ? colours['chart-loss'] : colours['chart-gain'];
  return {
    animation: false,
    aria: { enabled: true },
    backgroundColor: colours.ground,
    grid: { left: 4, right: 8, top: 10, bottom: 4, containLabel: true },
    textStyle: { color: colours.text },
    tooltip: {
      trigger: 'axis',
      confine: true,
      backgroundColor: colours.surface,
      borderColor: colours.line,
      textStyle: { color: colours.text },
      valueFormatter: (value) => money({ usd: typeof value === 'number' ? value : null, source }, { sign: true }),
    },
    xAxis: {
      type: 'category',
      data: bars.map(({ name }) => name),
      axisLine: { onZero: true, lineStyle: { color: colours.muted } },
      axisTick: { show: false },
      axisLabel: { color: colours.muted, fontSize: 11, hideOverlap: true },
      position: 'bottom',
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value',
      ...(axis && { min: axis.min, max: axis.max, interval: axis.interval }),
      axisLabel: {
        color: colours.muted,
        fontSize: 11,
        formatter: (value: number) => money({ usd: value, source }, { digits, sign: true }),
      },
      splitLine: { lineStyle: { color: colours['line-soft'] } },
    },
    series: [
      {
        type: 'bar',
        name: names.value,
        barMaxWidth: 18,
        data: bars.map(({ value }, at) => ({
          value,
          itemStyle: { color: signed(value), opacity: open && at === last ? 0.6 : 1 },
        })),
      },
      ...(compares
        ? [
            {
              type: 'bar' as const,
              name: names.before,
              barMaxWidth: 18,
              barGap: '-100%',
              data: bars.map(({ before }) => ({
                value: before,
                itemStyle: { color: 'transparent', borderColor: colours.muted, borderWidth: 1 },
              })),
            },
          ]
        : []),
    ],
  };
};

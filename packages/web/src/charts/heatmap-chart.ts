import type { ChartOption } from './option.ts';
import type { ChartColours } from './palette.ts';

/** `value` in USD; the label has its sign too, so that colour is never alone. */
export type HeatmapCell = { x: number; y: number; value: number; label: string; detail: string };

type Pair = { pair: string; total_profit: number | null; win_rate: number | null };

type Size = { columns: number; rows: number };

/** The most profitable first, in rows; where there are more than fit, the best and the worst. */
export const heatmapCells = (
  pairs: readonly Pair[],
  { columns, rows }: Size,
  write: (pair: Pair) => Pick<HeatmapCell, 'label' | 'detail'>,
): HeatmapCell[] => {
  const ranked = pairs
    .filter((pair) => pair.total_profit !== null)
    .sort((a, b) => (b.total_profit ?? 0) - (a.total_profit ?? 0));
  const half = (columns * rows) / 2;
  const shown =
    ranked.length <= columns * rows
      ? ranked
      : [...ranked.slice(0, Math.ceil(half)), ...ranked.slice(-Math.floor(half))];
  return shown.map((pair, index) => ({
    x: index % columns,
    y: Math.floor(index / columns),
    value: pair.total_profit ?? 0,
    ...write(pair),
  }));
};

/** Blue for profit, orange for loss, the stronger the larger; by the root of the value, so that one large pair does not pale the others. */
export const heatmapChart = (cells: readonly HeatmapCell[], colours: ChartColours): ChartOption => {
  const extent = Math.max(...cells.map((cell) => strength(cell.value)), Number.MIN_VALUE);
  const indices = (key: 'x' | 'y') => [...new Set(cells.map((cell) => cell[key]))].sort((a, b) => a - b).map(String);
  const hidden = { type: 'category' as const, show: false, splitArea: { show: false } };
  return {
    animation: false,
    aria: { enabled: true },
    grid: { left: 4, right: 4, top: 4, bottom: 4 },
    tooltip: {
      confine: true,
      backgroundColor: colours.surface,
      borderColor: colours.line,
      textStyle: { color: colours.text },
      formatter: (item) => (Array.isArray(item) ? '' : escaped(cells[item.dataIndex]?.detail ?? '')),
    },
    xAxis: { ...hidden, data: indices('x') },
    yAxis: { ...hidden, data: indices('y'), inverse: true },
    visualMap: {
      show: false,
      min: -extent,
      max: extent,
      inRange: { color: [colours['heat-loss'], colours.surface, colours['heat-gain']] },
    },
    series: [
      {
        type: 'heatmap',
        data: cells.map(({ x, y, value }) => ({ value: [x, y, Math.sign(value) * strength(value)] })),
        itemStyle: { borderColor: colours.line, borderWidth: 1 },
        label: {
          show: true,
          color: colours.text,
          fontSize: 11,
          lineHeight: 15,
          formatter: ({ dataIndex }) => cells[dataIndex]?.label ?? '',
        },
      },
    ],
  };
};

const strength = (value: number): number => Math.sqrt(Math.abs(value));

// The tooltip is HTML, and names come from outside.
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>');

import { expect, test } from 'vitest';
import { heatmapCells } from './heatmap-chart.ts';

test('pairs fill rows, the most profitable first; a pair without a figure is left out', () => {
  const pair = (name: string, total_profit: number | null) => ({ pair: name, total_profit, win_rate: 50 });
  const pairs = [pair('ETH/BTC', -2), pair('BTC/USDT', 5), pair('ADA/BTC', null), pair('SOL/USDT', 1)];
  expect(heatmapCells(pairs, { columns: 2, rows: 2 }, ({ pair: label }) => ({ label, detail: '' }))).toEqual([
    { x: 0, y: 0, value: 5, label: 'BTC/USDT', detail: '' },
    { x: 1, y: 0, value: 1, label: 'SOL/USDT', detail: '' },
    { x: 0, y: 1, value: -2, label: 'ETH/BTC', detail: '' },
  ]);
});

test('where more pairs come than fit, the best and the worst are shown', () => {
  const pairs = [1, 2, 3, 4, 5, 6, 7].map((total_profit) => ({
    pair: `${total_profit}`,
    total_profit,
    win_rate: null,
  }));
  const cells = heatmapCells(pairs, { columns: 2, rows: 2 }, ({ pair: label }) => ({ label, detail: '' }));
  expect(cells.map(({ label }) => label)).toEqual(['7', '6', '2', '1']);
});

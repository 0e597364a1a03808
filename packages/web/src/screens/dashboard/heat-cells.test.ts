import { expect, test } from 'vitest';
import { heatTable } from './heat-cells.ts';

const pair = (name: string, total_profit: number | null, win_rate = 50) => ({
  provenance: null,
  pair: name,
  total_profit,
  win_rate,
  trades: 1,
});
const most = { columns: 2, rows: 2 };

test('base currencies stand across and quote currencies down, those that moved most first', () => {
  const { bases, rows, hidden } = heatTable(
    [pair('ETH/BTC', 1), pair('ETH/USDT', -4), pair('BTC/USDT', 16), pair('SOL/USDT', 0.5), pair('XRP/EUR', 0.25)],
    most,
  );
  expect(bases).toEqual(['BTC', 'ETH']);
  expect(rows.map(({ quote }) => quote)).toEqual(['USDT', 'BTC']);
  expect(rows.map(({ cells }) => cells.map((cell) => cell && [cell.profit, cell.share]))).toEqual([
    [
      [16, 1],
      [-4, 0.5],
    ],
    [null, [1, 0.25]],
  ]);
  expect(hidden).toBe(2);
});

test('what has no figure is left out, and a market without a result has no colour', () => {
  expect(heatTable([pair('BTC/USDT', null)], most)).toEqual({ bases: [], rows: [], hidden: 0 });
  expect(heatTable([pair('BTC/USDT', 0)], most).rows[0]?.cells[0]).toMatchObject({ profit: 0, share: 0 });
});

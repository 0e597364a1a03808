import { expect, test } from 'vitest';
import { rangeOfTrades } from './result-range.ts';

const at = (seconds: number) => new Date(seconds * 1_000).toISOString();
const trade = (seconds: number, profit: number | null, high?: number, low?: number) => ({
  ...{ entry_time: at(seconds), duration_seconds: 1, profit, optimistic_profit: high, pessimistic_profit: low },
});

test('each trade moves both ends once it has ended, and one without a range moves neither', () => {
  const trades = [trade(20, 1, 4, -2), trade(10, 2, 3, 0), trade(15, 5)];
  const range = rangeOfTrades([10_000, 11_000, 16_000, 21_000], trades);
  expect(range).toEqual({ high: [0, 1, 1, 4], low: [0, -2, -2, -5] });
});

test('without a range of any trade there is none; a trade without a moment is left out', () => {
  expect(rangeOfTrades([0], [trade(0, 1)])).toBe(null);
  const unknown = { ...trade(0, 1, 9, -9), entry_time: null };
  expect(rangeOfTrades([5_000], [unknown, trade(1, 1, 2, 0)])).toEqual({ high: [1], low: [-1] });
});

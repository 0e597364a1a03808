import { expect, test } from 'vitest';
import { breakdown } from './breakdown.ts';
import type { TradeFigures } from './closed-trades.ts';

const trade = (entry_time: string, change: Partial<TradeFigures> = {}): TradeFigures => ({
  ...{ entry_time, exchange: 'okx', type: 'TRI', status: 'completed', profit: 1, profit_pct: 0.1, slippage_pct: 0 },
  ...{ duration_seconds: 1, pairs: ['A/B'], legs: [], symbols: ['USDT', 'BTC', 'ETH', 'USDT'] },
  ...{ fees: 0.5, capital: 1_000, expected_profit: 2 },
  ...change,
});

const saturday = '2026-01-31T23:59:59.999Z';
const period = { from: Date.parse('2026-01-31T00:00:00.000Z'), to: Date.parse('2026-02-03T00:00:00.000Z') };
const trades = [
  trade('2026-01-30T23:59:59.999Z', { profit: 100 }),
  trade(saturday),
  trade('2026-02-01T00:00:00.000Z', { profit: -3, status: 'unwound' }),
  trade('2026-02-02T13:00:00.000Z', { type: 'QUAD', symbols: ['USDT', 'A', 'B', 'C', 'USDT'], fees: null, profit: 5 }),
  trade('2026-02-02T13:59:00.000Z', { exchange: 'kraken', profit: 0 }),
  trade('2026-02-02T14:00:00.000Z', { status: 'failed', profit: 0 }),
  trade('2026-02-02T14:00:00.000Z', { status: 'pending', profit: null }),
  trade('2026-02-03T00:00:00.000Z', { profit: 100 }),
];

test('the counted trades that began in the period, by each of these', () => {
  const found = breakdown(trades, period);
  expect(found.all).toEqual({ trades: 4, wins: 2, profit: 3, fees: null, capital: 4_000, expected: 8, unwound: 1 });
  expect(found.by_day.map(({ day, trades, profit }) => [day, trades, profit])).toEqual([
    ['2026-01-31', 1, 1],
    ['2026-02-01', 1, -3],
    ['2026-02-02', 2, 5],
  ]);
  expect(found.by_exchange.map(({ exchange, trades, fees }) => [exchange, trades, fees])).toEqual([
    ['kraken', 1, 0.5],
    ['okx', 3, null],
  ]);
  expect(found.by_type.map(({ type, wins }) => [type, wins])).toEqual([
    ['QUAD', 1],
    ['TRI', 1],
  ]);
  expect(found.by_route.map(({ exchange, symbols, profit }) => [exchange, symbols.join('→'), profit])).toEqual([
    ['kraken', 'USDT→BTC→ETH→USDT', 0],
    ['okx', 'USDT→A→B→C→USDT', 5],
    ['okx', 'USDT→BTC→ETH→USDT', -2],
  ]);
  // 31 January 2026 is a Saturday.
  expect(found.by_weekday_hour.map(({ weekday, hour, trades }) => [weekday, hour, trades])).toEqual([
    [0, 13, 2],
    [5, 23, 1],
    [6, 0, 1],
  ]);
});

test('each list adds up to the whole', () => {
  const { all, ...lists } = breakdown(trades, period);
  for (const groups of Object.values(lists)) {
    expect(groups.reduce((sum, { trades }) => sum + trades, 0)).toBe(all.trades);
    expect(groups.reduce((sum, { profit }) => sum + profit, 0)).toBe(all.profit);
  }
});

import { expect, test } from 'vitest';
import { opportunity } from '../testing/records.ts';
import { pairPresets } from './defaults.ts';
import { backoff } from './limits.ts';
import { profitBand } from './profit-band.ts';
import { filterOpportunities, scannerSummary } from './scanner-filter.ts';
import { type BacktestForm, backtestErrors, withPair } from './validation.ts';

test('profit is strong from 1 %, medium from 0.5 %', () => {
  expect([1.2, 1, 0.99, 0.5, 0.49, -3, null, Number.NaN].map(profitBand)).toEqual([
    'strong',
    'strong',
    'medium',
    'medium',
    'none',
    'none',
    'none',
    'none',
  ]);
});

test('delays double up to the longest', () => {
  expect([1, 2, 3, 4, 5, 6, 7].map((attempt) => backoff(attempt, 1_000, 30_000))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
});

test('the DeFi preset is the major pairs and eight more', () => {
  expect(pairPresets.defi.slice(6)).toEqual([
    'UNI/USDT',
    'AAVE/USDT',
    'LINK/USDT',
    'SOL/USDT',
    'ADA/USDT',
    'DOT/USDT',
    'AVAX/USDT',
    'MATIC/USDT',
  ]);
});

test('filters by type, least profit and any part of the exchange name', () => {
  const items = [
    opportunity('a', 0, { profit_pct: 0.4, exchange: 'Binance' }),
    opportunity('b', 0, { profit_pct: 0.5, type: 'QUAD', exchange: 'kraken' }),
    opportunity('c', 0, { profit_pct: null, exchange: 'binance-us' }),
  ];
  const ids = (filter: Partial<Parameters<typeof filterOpportunities>[1]>) =>
    filterOpportunities(items, { type: 'ALL', min_profit: null, exchange: '', ...filter }).map(({ id }) => id);
  expect(ids({})).toEqual(['a', 'b', 'c']);
  expect(ids({ type: 'QUAD' })).toEqual(['b']);
  expect(ids({ min_profit: 0.5 })).toEqual(['b']);
  expect(ids({ exchange: ' BINANCE ' })).toEqual(['a', 'c']);
  expect(scannerSummary(items)).toEqual({ total: 3, valid: 3, avg_profit: 0.45 });
  expect(scannerSummary([])).toEqual({ total: 0, valid: 0, avg_profit: null });
});

test('the backtest form says what is wrong', () => {
  const good: BacktestForm = {
    name: 'x',
    start_date: '2026-01-01T00:00',
    end_date: '2026-01-02T00:00',
    initial_capital: 100,
    exchanges: ['binance'],
    min_profit_threshold: 0,
    max_position_size: 10,
    max_slippage: 10,
    enable_triangular: false,
    enable_quadrangular: true,
  };
  expect(backtestErrors(good)).toEqual({});
  expect(
    backtestErrors({ ...good, name: ' ', start_date: '', end_date: '', initial_capital: Number.NaN, exchanges: [] }),
  ).toEqual({
    name: 'Name is required',
    start_date: 'Start date is required',
    end_date: 'End date is required',
    initial_capital: 'Minimum capital is $100',
    exchanges: 'Select at least one exchange',
  });
  expect(
    Object.keys(backtestErrors({ ...good, min_profit_threshold: 101, max_position_size: 9, max_slippage: -1 })),
  ).toEqual(['min_profit_threshold', 'max_position_size', 'max_slippage']);
  expect(backtestErrors({ ...good, end_date: good.start_date, enable_quadrangular: false })).toEqual({
    end_date: 'End date must be after the start date',
    enable_triangular: 'Select at least one opportunity type',
  });
});

test('a pair is added in upper case, once', () => {
  expect(withPair(['BTC/USDT'], ' eth/usdt ')).toEqual(['BTC/USDT', 'ETH/USDT']);
  expect(withPair(['BTC/USDT'], 'btc/usdt')).toEqual(['BTC/USDT']);
  expect(withPair(['BTC/USDT'], ' ')).toEqual(['BTC/USDT']);
});

import { expect, test } from 'vitest';
import { readTradingConfig, tradingStart, writeTradingConfig } from './trading-config.ts';

const defaults = {
  selectedExchanges: ['kucoin', 'binance', 'kraken'],
  selectedPairs: [],
  minProfit: 0.5,
  maxCapital: 1_000,
};
const stored = (value: unknown) => readTradingConfig(JSON.stringify(value));

test('what was written is read again, with the moment it was written beside it', () => {
  const config = {
    selectedExchanges: ['okx'],
    selectedPairs: ['BTC/USDT', 'ETH/BTC'],
    minProfit: 0.2,
    maxCapital: 1.234,
  };
  const text = writeTradingConfig(config, Date.parse('2026-01-31T12:00:00Z'));
  expect(JSON.parse(text)).toEqual({ ...config, lastUpdated: '2026-01-31T12:00:00.000Z' });
  expect(readTradingConfig(text)).toEqual(config);
});

test('nothing, and what cannot be read, are the defaults', () => {
  for (const text of [null, '', '{', 'null', '7', '[]', '"x"']) expect(readTradingConfig(text)).toEqual(defaults);
});

test('each odd field falls back by itself', () => {
  expect(stored({ selectedExchanges: 'kraken', selectedPairs: ['BTC/USDT'] })).toEqual({
    ...defaults,
    selectedPairs: ['BTC/USDT'],
  });
  expect(stored({ selectedExchanges: [' Kraken', 'kraken', 7, ''], selectedPairs: ['btc/usdt', null] })).toEqual({
    ...defaults,
    selectedExchanges: ['kraken'],
    selectedPairs: ['BTC/USDT'],
  });
  for (const minProfit of [-1, 101, 'much', '', null, true]) expect(stored({ minProfit })).toEqual(defaults);
  for (const maxCapital of [0, -5, 1e16, 'much', [], {}]) expect(stored({ maxCapital })).toEqual(defaults);
  expect(stored({ minProfit: '0.7', maxCapital: '250' })).toEqual({ ...defaults, minProfit: 0.7, maxCapital: 250 });
});

test('that no exchange was chosen is kept', () => {
  expect(stored({ selectedExchanges: [] }).selectedExchanges).toEqual([]);
});

test('a start names all that was chosen, and pairs only when there are any', () => {
  expect(tradingStart(defaults, 'paper')).toEqual({
    mode: 'paper',
    enabled_exchanges: ['kucoin', 'binance', 'kraken'],
    min_profit_threshold: 0.5,
    max_capital_per_route: 1_000,
  });
  expect(tradingStart({ ...defaults, selectedPairs: ['BTC/USDT'] }, null)).toEqual({
    enabled_exchanges: ['kucoin', 'binance', 'kraken'],
    trading_pairs: ['BTC/USDT'],
    min_profit_threshold: 0.5,
    max_capital_per_route: 1_000,
  });
});

import { expect, test } from 'vitest';
import { readTradingConfig, tradingDraft, tradingStart, writeTradingConfig } from './trading-config.ts';

const defaults = {
  selectedExchanges: ['kucoin', 'binance', 'kraken'],
  selectedPairs: [],
  minProfit: 0.5,
  maxCapital: 1_000,
};
const stored = (value: unknown) => readTradingConfig(JSON.stringify(value)).config;

test('a stored configuration is read back with its date', () => {
  const config = {
    selectedExchanges: ['okx'],
    selectedPairs: ['BTC/USDT', 'ETH/BTC'],
    minProfit: 0.2,
    maxCapital: 1.234,
  };
  const text = writeTradingConfig(config, Date.parse('2026-01-31T12:00:00Z'));
  expect(JSON.parse(text)).toEqual({ ...config, lastUpdated: '2026-01-31T12:00:00.000Z' });
  expect(readTradingConfig(text)).toEqual({ config, lastUpdated: Date.parse('2026-01-31T12:00:00Z') });
});

test('nothing, and unreadable text, give the defaults', () => {
  for (const text of [null, '', '{', 'null', '7', '[]', '"x"']) {
    expect(readTradingConfig(text)).toEqual({ config: defaults, lastUpdated: null });
  }
});

test('each invalid field falls back by itself', () => {
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

test('an empty choice of exchanges is kept', () => {
  expect(stored({ selectedExchanges: [] }).selectedExchanges).toEqual([]);
});

test('a start sends all fields, and pairs only if there are any', () => {
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

test('the form begins with the draft; without one, or with an older one, from the saved threshold and capital', () => {
  const config = { ...defaults, selectedPairs: ['BTC/USDT'], minProfit: 0.7 };
  const at = (moment: string) => Date.parse(moment);
  const saved = { min_profit_threshold: 0.2, max_capital_per_route: 400, updated_at: '2026-01-31T12:00:00.000Z' };
  const fromSaved = { ...config, minProfit: 0.2, maxCapital: 400 };
  expect(tradingDraft({ config, lastUpdated: at('2026-01-31T12:00:01Z') }, saved)).toEqual(config);
  expect(tradingDraft({ config, lastUpdated: at('2026-01-31T11:59:59Z') }, saved)).toEqual(fromSaved);
  expect(tradingDraft({ config, lastUpdated: null }, saved)).toEqual(fromSaved);
  expect(tradingDraft({ config, lastUpdated: at('2026-01-31T11:00:00Z') }, null)).toEqual(config);
  // A configuration without a date cannot be newer, and what it does not name stays.
  const dateless = { min_profit_threshold: null, max_capital_per_route: -5, updated_at: null };
  expect(tradingDraft({ config, lastUpdated: at('2026-01-31T11:00:00Z') }, { ...saved, updated_at: null })).toEqual(
    config,
  );
  expect(tradingDraft({ config, lastUpdated: null }, dateless)).toEqual(config);
});

import {
  autoQuotes,
  backtestDefaults,
  backtestExchanges,
  caps,
  configurableExchanges,
  executionToastMs,
  globalDefaults,
  history,
  pairPresets,
  passphraseExchanges,
  recentWindowMs,
  reconnect,
  riskAssets,
  riskDefaults,
  rows,
  toastDurations,
  tradingDefaults,
} from '@triquad/core';
import { EmailFields } from '@triquad/core/rules';
import { expect, test } from 'vitest';

test('limits of lists, windows and durations are those of the specification', () => {
  expect(history).toEqual({ period_hours: 168, interval: '1h' });
  expect(rows).toMatchObject({
    ...{ scannerOpportunities: 50, tradingOpportunities: 100, tradingExecutions: 10, pendingOrders: 20, history: 50 },
    ...{ tradingLogs: 50, logsPage: 500, notifications: 10 },
  });
  expect(caps).toMatchObject({ opportunities: 100, logs: 500, notifications: 20, toasts: 20 });
  expect(recentWindowMs).toBe(300_000);
  expect(reconnect).toMatchObject({ attempts: 5, first_delay_ms: 1_000, longest_delay_ms: 30_000 });
  expect(toastDurations).toMatchObject({ blank: 4_000, error: 4_000, success: 2_000, loading: null });
  expect(executionToastMs).toBe(5_000);
});

test('defaults and choices of the forms are those of the specification', () => {
  expect(tradingDefaults).toMatchObject({
    selectedExchanges: ['kucoin', 'binance', 'kraken'],
    minProfit: 0.5,
    maxCapital: 1_000,
  });
  expect(globalDefaults).toEqual({
    ...{ total_capital: 10_000, max_capital_per_route: 1_000, min_profit_threshold: 0.5 },
    ...{ max_concurrent_orders: 3, max_daily_drawdown_pct: 5 },
  });
  expect([...riskAssets]).toEqual(['BTC', 'ETH', 'BNB']);
  expect(riskDefaults).toEqual({
    ...{ max_position: 1_000, max_daily_volume: 5_000, cooldown_after_failure_seconds: 60, stop_loss_pct: 10 },
  });
  expect(backtestDefaults).toMatchObject({
    ...{ initial_capital: 10_000, exchanges: ['binance'], min_profit_threshold: 0.5, max_position_size: 1_000 },
    ...{ max_slippage: 0.5, enable_triangular: true, enable_quadrangular: false },
  });
  expect([...backtestExchanges]).toEqual(['binance', 'coinbase', 'kraken']);
  expect([...configurableExchanges]).toEqual(['binance', 'kraken', 'kucoin', 'coinbase', 'okx']);
  expect([...passphraseExchanges].sort()).toEqual(['kucoin', 'okx']);
  expect(EmailFields.shape.smtp_port.parse(undefined)).toBe(587);
});

test('the presets of pairs are those of the specification', () => {
  expect([...pairPresets.major]).toEqual(['BTC/USDT', 'ETH/USDT', 'BNB/USDT', 'ETH/BTC', 'BNB/BTC', 'BNB/ETH']);
  const more = ['UNI', 'AAVE', 'LINK', 'SOL', 'ADA', 'DOT', 'AVAX', 'MATIC'].map((asset) => `${asset}/USDT`);
  expect(pairPresets.defi.slice(pairPresets.major.length)).toEqual(more);
  expect(autoQuotes).toBe('USDT,BTC,ETH');
});

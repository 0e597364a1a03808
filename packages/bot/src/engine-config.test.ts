import { expect, test } from 'vitest';
import { configFields, defaultFields, engineConfig } from './engine-config.ts';
import { defaultConfig } from './model/config.ts';

test('a new data directory starts with the defaults of the engine, and names the usual bounds', () => {
  expect(engineConfig(defaultFields)).toEqual({ ...defaultConfig, max_unwind_loss_pct: 1, max_profit_pct: 3 });
});

test('every field of a configuration reaches the engine', () => {
  const assets = { SOL: { max_position: 30, max_daily_volume: 40 } };
  const config = engineConfig({
    name: 'Careful',
    mode: 'paper',
    enabled_exchanges: ['okx'],
    trading_pairs: ['SOL/USDT'],
    min_profit_threshold: 0.7,
    max_capital_per_route: 20,
    total_capital: 500,
    max_concurrent_orders: 2,
    max_daily_drawdown_pct: 3,
    enable_triangular: false,
    enable_quadrangular: true,
    auto_execute: false,
    risk: { assets, cooldown_after_failure_seconds: 7, stop_loss_pct: 8, max_unwind_loss_pct: 0.4, max_profit_pct: 5 },
  });
  expect(config).toMatchObject({
    parameters: {
      enabled_exchanges: ['okx'],
      trading_pairs: ['SOL/USDT'],
      min_profit_threshold: 0.7,
      max_capital_per_route: 20,
    },
    paper_funds: { USDT: '500' },
    max_concurrent_orders: 2,
    max_daily_drawdown_pct: 3,
    enable_triangular: false,
    enable_quadrangular: true,
    auto_execute: false,
    assets,
    cooldown_after_failure_seconds: 7,
    stop_loss_pct: 8,
    max_unwind_loss_pct: 0.4,
    max_profit_pct: 5,
  });
});

test('the settings of the engine give the configuration back that they came from', () => {
  const fields = {
    ...defaultFields,
    name: 'Careful',
    trading_pairs: ['SOL/USDT'],
    total_capital: 512.5,
    auto_execute: false,
    paper: { conditions: 'realistic' as const, taken_pct: 40 },
    by_hand: { kraken: ['TRI' as const, 'QUAD' as const] },
    fees: { kraken: { taker_pct: 0.26, markets: { 'USDC/USDT': { taker_pct: 0 } } } },
    risk: {
      assets: { SOL: { max_position: 1, max_daily_volume: 2 } },
      cooldown_after_failure_seconds: 1,
      stop_loss_pct: 2,
      max_unwind_loss_pct: 0,
      max_profit_pct: 100,
    },
  };
  expect(configFields('Careful', engineConfig(fields))).toEqual(fields);
  const { max_unwind_loss_pct: _, ...risk } = fields.risk;
  expect(configFields('Careful', engineConfig({ ...fields, risk })).risk).toEqual({ ...risk, max_unwind_loss_pct: 1 });
});

import { BotConfig } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { differencesOf } from './config-differences.ts';

const config = (fields: object) =>
  BotConfig.parse({ id: 'a', name: 'A', version: 1, updated_at: '2026-01-01T00:00:00.000Z', ...fields });

test('two configurations differ by the settings that do, by their dotted names, and not by name, version or date', () => {
  const now = config({
    min_profit_threshold: 0.5,
    enabled_exchanges: ['okx', 'binance'],
    auto_execute: false,
    by_hand: { kraken: ['QUAD', 'TRI'], okx: ['TRI'] },
    risk: { assets: { BTC: { max_position: 1_000, max_daily_volume: 5_000 } }, stop_loss_pct: 10 },
  });
  const other = config({
    ...{ id: 'b', name: 'B', version: 7, updated_at: '2026-02-01T00:00:00.000Z' },
    min_profit_threshold: 0.2,
    enabled_exchanges: ['binance', 'okx'],
    auto_execute: true,
    by_hand: { kraken: ['TRI', 'QUAD'], binance: ['TRI'] },
    risk: { assets: { BTC: { max_position: 500, max_daily_volume: 5_000 } } },
  });
  expect(differencesOf(now, other)).toEqual([
    { name: 'min_profit_threshold', now: '0.5', other: '0.2' },
    { name: 'auto_execute', now: 'false', other: 'true' },
    { name: 'by_hand.okx', now: 'TRI', other: '' },
    { name: 'risk.assets.BTC.max_position', now: '1000', other: '500' },
    { name: 'risk.stop_loss_pct', now: '10', other: '' },
    { name: 'by_hand.binance', now: '', other: 'TRI' },
  ]);
  expect(differencesOf(now, now)).toEqual([]);
});

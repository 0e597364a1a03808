import { trade } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { againstShown, filterTrades } from './rows.ts';
import { endsOf, windowOf } from './window.ts';

const midnight = Date.UTC(2026, 0, 31);
const hour = 3_600_000;
const at = (hours: number) => new Date(midnight + hours * hour).toISOString();
const trades = [
  trade('now', 0, { entry_time: at(5), opportunity_type: 'TRI', exchange: 'kucoin', symbols: ['USDT', 'BTC', 'USDT'] }),
  trade('first', 0, {
    market: 'practice',
    entry_time: at(0),
    opportunity_type: 'QUAD',
    exchange: 'kraken',
    error_message: 'refused',
  }),
  trade('last', 0, { entry_time: new Date(midnight - 1).toISOString(), opportunity_id: 'o-7' }),
  trade('week', 0, { entry_time: at(-6 * 24) }),
  trade('older', 0, { entry_time: at(-6 * 24 - 1) }),
];
const ids = (window: string, filter: object = {}) =>
  filterTrades(trades, endsOf(windowOf(window), midnight), filter).map(({ id }) => id);

test('windows are days in UTC: the first moment of a day is of that day', () => {
  expect(ids('today')).toEqual(['now', 'first']);
  expect(ids('yesterday')).toEqual(['last']);
  expect(ids('week')).toEqual(['now', 'first', 'last', 'week']);
  expect(ids('month')).toHaveLength(5);
  expect(windowOf('whenever')).toBe('today');
});

test('trades are found by id, opportunity, currency, exchange and what went wrong', () => {
  expect(ids('month', { q: 'O-7' })).toEqual(['last']);
  expect(ids('month', { q: 'btc' })).toEqual(['now']);
  expect(ids('month', { q: ' REFUSED ' })).toEqual(['first']);
  expect(ids('month', { type: 'QUAD' })).toEqual(['first']);
  expect(ids('month', { exchange: 'kucoin', q: 'kraken' })).toEqual([]);
  expect(ids('month', { market: 'practice' })).toEqual(['first']);
  expect(ids('month', { market: 'unknown' })).toEqual(['now', 'last', 'week', 'older']);
});

test('what came is compared with what was shown, where both are known', () => {
  expect(againstShown(trade('t', 0, { profit: 6.33, expected_profit: 6.41 }))).toBeCloseTo(-0.08, 9);
  expect(againstShown(trade('t', 0, { profit: null, expected_profit: 1 }))).toBeNull();
});

import { trade } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { daysOf, endsOf, type WindowName } from '../../components/window/windows.ts';
import { againstShown, filterTrades, joined } from './rows.ts';

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
const none = { first: '', last: '' };
const ids = (window: WindowName, filter: object = {}) =>
  filterTrades(trades, endsOf(daysOf(window, midnight, none), midnight), filter).map(({ id }) => id);

test('windows are days in UTC: the first moment of a day is of that day', () => {
  expect(ids('today')).toEqual(['now', 'first']);
  expect(ids('yesterday')).toEqual(['last']);
  expect(ids('7d')).toEqual(['now', 'first', 'last', 'week']);
  expect(ids('30d')).toHaveLength(5);
});

test('what comes next is of a window that ends today, and of no other', () => {
  const next = trade('next', 0, { entry_time: at(30) });
  const yesterday = daysOf('yesterday', midnight, none);
  expect(filterTrades([next], endsOf(daysOf('today', midnight, none), midnight), {})).toEqual([next]);
  expect(filterTrades([next], endsOf(yesterday, midnight), {})).toEqual([]);
  expect(
    filterTrades(trades, endsOf({ first: '2026-01-25', last: '2026-01-30' }, midnight), {}).map(({ id }) => id),
  ).toEqual(['last', 'week']);
});

test('a trade that is among the newest and among the older ones is one', () => {
  const [a, b, c] = [trade('a'), trade('b'), trade('c')] as const;
  expect(joined([a, b], [{ ...b, profit: 1 }, c])).toEqual([a, b, c]);
});

test('trades are found by who started them', () => {
  const started = [trade('a', 0, { trigger: 'manual' }), trade('b', 0, { trigger: 'automatic' }), trade('c')];
  expect(filterTrades(started, {}, { by: 'manual' }).map(({ id }) => id)).toEqual(['a']);
  expect(filterTrades(started, {}, {})).toHaveLength(3);
});

test('trades are found by id, opportunity, currency, exchange and what went wrong', () => {
  expect(ids('30d', { q: 'O-7' })).toEqual(['last']);
  expect(ids('30d', { q: 'btc' })).toEqual(['now']);
  expect(ids('30d', { q: ' REFUSED ' })).toEqual(['first']);
  expect(ids('30d', { type: 'QUAD' })).toEqual(['first']);
  expect(ids('30d', { exchange: 'kucoin', q: 'kraken' })).toEqual([]);
  expect(ids('30d', { market: 'practice' })).toEqual(['first']);
  expect(ids('30d', { market: 'unknown' })).toEqual(['now', 'last', 'week', 'older']);
});

test('what came is compared with what was shown, where both are known', () => {
  expect(againstShown(trade('t', 0, { profit: 6.33, expected_profit: 6.41 }))).toBeCloseTo(-0.08, 9);
  expect(againstShown(trade('t', 0, { profit: null, expected_profit: 1 }))).toBeNull();
});

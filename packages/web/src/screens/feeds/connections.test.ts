import { Feed } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { ageOf, countsOf, excludedOf, totalsOf, worstFirst } from './connections.ts';

const feed = (exchange: string, state: string, fields: object = {}) =>
  Feed.parse({
    exchange,
    connection: null,
    state,
    since: '2026-01-31T12:00:00Z',
    last_message_at: '2026-01-31T12:00:59.500Z',
    at: '2026-01-31T12:01:00Z',
    markets: 10,
    markets_trusted: 8,
    messages_per_second: 2.5,
    ...fields,
  });

test('connections in trouble come first, a state that is not known before all', () => {
  const feeds = [feed('okx', 'live'), feed('kucoin', 'down'), feed('binance', 'live'), feed('kraken', 'napping')];
  expect(worstFirst(feeds).map(({ exchange }) => exchange)).toEqual(['kraken', 'kucoin', 'binance', 'okx']);
  expect(countsOf(feeds)).toEqual([
    ['napping', 1],
    ['down', 1],
    ['live', 2],
  ]);
});

test("ages are by the bot's clock, so that the browser's may be wrong", () => {
  expect([ageOf(feed('okx', 'live'), 'last_message_at'), ageOf(feed('okx', 'live'), 'since')]).toEqual([500, 60_000]);
  expect(ageOf(feed('okx', 'live', { last_message_at: null }), 'last_message_at')).toBeNull();
  expect(ageOf(feed('okx', 'live', { at: null }), 'since')).toBeNull();
  // It says that the message comes from the future.
  expect(ageOf(feed('okx', 'live', { last_message_at: '2027-01-01T00:00:00Z' }), 'last_message_at')).toBe(0);
});

test('figures add up over the connections, also where one gives none', () => {
  const silent = feed('kraken', 'down', { markets: null, markets_trusted: null, messages_per_second: null });
  expect(totalsOf([feed('okx', 'live'), feed('binance', 'live'), silent])).toEqual({
    markets: 20,
    trusted: 16,
    messages: 5,
  });
});

test('a market that several connections of an exchange name as excluded is listed once', () => {
  const excluded = [{ market: 'A/B', reason: 'Three orders refused' }, { market: 'C/D' }];
  const feeds = [
    feed('okx', 'live', { connection: 'a', excluded }),
    feed('okx', 'live', { connection: 'b', excluded }),
  ];
  expect(excludedOf(feeds)).toEqual([
    { exchange: 'okx', market: 'A/B', reason: 'Three orders refused', until: null },
    { exchange: 'okx', market: 'C/D', reason: '', until: null },
  ]);
});

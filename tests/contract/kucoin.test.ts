import { afterEach, beforeEach, expect, test } from 'vitest';
import { createExchangeFeed } from '../../packages/bot/src/venues/exchange/exchange-feed.ts';
import { kucoin } from '../../packages/bot/src/venues/exchange/kucoin/kucoin.ts';
import { type LocalKucoin, startLocalKucoin } from '../harness/exchanges/kucoin.ts';
import type { Listing } from '../harness/exchanges/local-market.ts';
import { createLocalTime, type LocalTime } from '../harness/exchanges/time.ts';
import { type Heard, hearFeed } from './hear-feed.ts';

const listing = (base: string, quote: string, rules: Partial<Listing> = {}): Listing => ({
  ...{ base, quote, tick: '0.1', lot: '0.00000001', minNotional: '0.1', status: 'TRADING' },
  ...rules,
});
const triangle = [
  listing('BTC', 'USDT'),
  listing('ETH', 'USDT', { tick: '0.01' }),
  listing('ETH', 'BTC', { tick: '0.00001' }),
];

let time: LocalTime;
let server: LocalKucoin;
let heard: Heard | null = null;
beforeEach(async () => {
  time = createLocalTime();
  server = await startLocalKucoin(
    [...triangle, listing('LONE', 'USDT'), listing('OFF', 'BTC', { status: 'BREAK' })],
    time.clock,
  );
});
afterEach(async () => {
  heard?.stop();
  heard = null;
  await server[Symbol.asyncDispose]();
});

const feedOf = () => createExchangeFeed(kucoin({ clock: time.clock, place: server.url }));
const listen = async (): Promise<Heard> => {
  heard = await hearFeed(time, feedOf());
  return heard;
};

test('the markets of KuCoin are those through which a cycle leads, with their rules and fees', async () => {
  const instruments = await feedOf().instruments(5_000);
  expect(instruments.map(({ symbol }) => symbol)).toEqual(['BTC/USDT', 'ETH/USDT', 'ETH/BTC']);
  expect(instruments[2]).toMatchObject({
    ...{ exchange: 'kucoin', base: 'ETH', quote: 'BTC', tickSize: 0.00001, lotStep: 1e-8, minNotional: 0.1 },
    ...{ takerFee: 0.001, feeCurrency: 'quote', feeSource: 'market' },
  });
});

test('the feed of KuCoin says the best five levels of each market as they change', async () => {
  const { until, books } = await listen();
  await until('live', 'markets: 3');
  const side = (best: number, step: number) =>
    Array.from({ length: 7 }, (_, at) => [(best + at * step).toFixed(5), `${at + 1}`] as const);
  server.quote('ETH-BTC', side(0.05, -0.00001), side(0.05001, 0.00001));
  await time.until(() => expect(books('ETH/BTC').length).toBe(1));
  const sides = {
    bids: [0.05, 0.04999, 0.04998, 0.04997, 0.04996],
    asks: [0.05001, 0.05002, 0.05003, 0.05004, 0.05005],
  };
  const withSizes = (prices: readonly number[]) => prices.map((price, at) => [price, at + 1]);
  expect(books('ETH/BTC')).toMatchObject([
    { kind: 'snapshot', depth: 5, bids: withSizes(sides.bids), asks: withSizes(sides.asks) },
  ]);
  expect(books('ETH/BTC')[0]?.exchange_time).toBe(time.clock.now());
});

test('the feed of KuCoin says that its connection lives, and reads books and the time', async () => {
  heard = await hearFeed(time, feedOf());
  const { until, events, subscribed } = heard;
  await until('live');
  expect(subscribed()).toEqual(['BTC/USDT', 'ETH/USDT', 'ETH/BTC']);
  const timed = () =>
    events.flatMap((event) => (event.type === 'HeartbeatReceived' && event.exchange_time !== null ? [event] : []));
  await time.until(() => expect(timed().length).toBeGreaterThan(1));
  const feed = feedOf();
  await feed.instruments(5_000);
  server.quote('ETH-BTC', [['0.05', '3']], [['0.06', '4']]);
  expect(await feed.readBook?.('ETH/BTC', 5_000)).toEqual({ kind: 'book', bids: [[0.05, 3]], asks: [[0.06, 4]] });
  expect(await feed.serverTime?.(5_000)).toEqual({ kind: 'time', at: time.clock.now() });
});

test('each connection of KuCoin has a token of its own', async () => {
  const { until } = await listen();
  await until('live');
  server.reset();
  await until('down', 'the exchange closed the connection');
  await until('live');
  expect(server.requests.filter((request) => request.includes('bullet')).length).toBe(2);
});

test('the feed of KuCoin connects again when nothing is heard though the connection is open', async () => {
  const { until } = await listen();
  await until('live');
  server.faults.isSilent = true;
  await until('down', 'nothing was heard for 3 s');
  server.faults.isSilent = false;
  await until('live');
});

test('the feed of KuCoin is down while its subscriptions are refused, and live once they are not', async () => {
  server.faults.refusesStreams = true;
  const { until } = await listen();
  await until('down', 'the exchange says: topic /market/ticker is not found');
  server.faults.refusesStreams = false;
  await until('live');
});

test('the feed of KuCoin is down while no address is answered, and says why', async () => {
  const { until } = await listen();
  await until('live');
  server.faults.page = 503;
  server.reset();
  await until('down', 'answers 503 with something that is no JSON');
  server.faults.page = null;
  await until('live');
});

test('the feed of KuCoin asks for nothing before it is welcome, and not for ever', async () => {
  server.faults.isRude = true;
  const { until } = await listen();
  await until('down', 'the exchange says no welcome');
  server.faults.isRude = false;
  await until('live');
});

test('the feed of KuCoin spreads its markets over connections, and keeps the limits of each', async () => {
  for (let at = 0; at < 200; at++) for (const quote of ['USDT', 'BTC']) server.list(listing(`C${at}`, quote));
  const { until, books } = await listen();
  await until('live', 'markets: 240', '1');
  await until('live', 'markets: 163', '2');
  expect([...server.clients].map(({ topics }) => topics.size).sort()).toEqual([164, 241]);
  server.quote('C199-BTC', [['0.05', '3']], [['0.06', '4']]);
  await time.until(() => expect(books('C199/BTC').length).toBe(1));
});

test('a market of KuCoin that comes near a profit is heard with twenty levels, from changes that join a snapshot', async () => {
  const { until, books } = await listen();
  await until('live', 'markets: 3');
  const side = (best: number, step: number) =>
    Array.from({ length: 30 }, (_, at) => [(best + at * step).toFixed(5), `${at + 1}`] as const);
  server.quote('BTC-USDT', [['50000', '3']], [['50001', '3']]);
  server.quote('ETH-USDT', [['2500', '3']], [['2501', '3']]);
  server.quote('ETH-BTC', side(0.05, -0.00001), side(0.05001, 0.00001));
  let size = 1;
  const last = () => books('ETH/BTC').at(-1);
  /** Changes a level that the best five do not show, until a book is as expected. */
  const becomes = (expected: object) =>
    time.until(() => {
      server.change('ETH-BTC', [['0.0499', String(++size)]], []);
      expect(last()).toMatchObject(expected);
    });
  server.faults.isStale = true;
  await time.until(() =>
    expect(server.requests.filter((path) => path.includes('level2_100')).length).toBeGreaterThan(1),
  );
  expect(books('ETH/BTC').every(({ depth }) => depth === 5)).toBe(true);
  server.faults.isStale = false;
  await becomes({ depth: 20, kind: 'snapshot' });
  expect([last()?.bids.length, last()?.asks.length, last()?.asks[0]]).toEqual([20, 20, [0.05001, 1]]);
  server.change('ETH-BTC', [], [['0.05001', '7']]);
  await time.until(() => expect(last()?.asks[0]).toEqual([0.05001, 7]));
  expect(last()?.depth).toBe(20);
  // A lost change leaves the best five alone, as they were sent.
  server.faults.lost = 1;
  server.change('ETH-BTC', [], [['0.05001', '8']]);
  await time.until(() => expect(server.faults.lost).toBe(0));
  const before = books('ETH/BTC').length;
  server.change('ETH-BTC', [['0.0499', '1']], []);
  await time.until(() => expect(books('ETH/BTC')[before]).toMatchObject({ depth: 5, sequence: null }));
  expect(books('ETH/BTC')[before]?.asks[0]).toEqual([0.05001, 8]);
  await becomes({ depth: 20 });
  server.reset();
  await until('down', 'the exchange closed the connection');
  await until('live');
  await becomes({ depth: 20 });
});

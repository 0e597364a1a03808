import { afterEach, beforeEach, expect, test } from 'vitest';
import { createExchangeFeed } from '../../packages/bot/src/venues/exchange/exchange-feed.ts';
import { okx } from '../../packages/bot/src/venues/exchange/okx/okx.ts';
import type { Listing } from '../harness/exchanges/local-market.ts';
import { type LocalOkx, startLocalOkx } from '../harness/exchanges/okx.ts';
import { createLocalTime, type LocalTime } from '../harness/exchanges/time.ts';
import { type Heard, hearFeed } from './hear-feed.ts';

const listing = (base: string, quote: string, rules: Partial<Listing> = {}): Listing => ({
  ...{ base, quote, tick: '0.1', lot: '0.00000001', minNotional: '0', status: 'TRADING' },
  ...rules,
});
const triangle = [
  listing('BTC', 'USDT'),
  listing('ETH', 'USDT', { tick: '0.01' }),
  listing('ETH', 'BTC', { tick: '0.00001' }),
];

let time: LocalTime;
let server: LocalOkx;
let heard: Heard | null = null;
beforeEach(async () => {
  time = createLocalTime();
  server = await startLocalOkx(
    [...triangle, listing('LONE', 'USDT'), listing('OFF', 'BTC', { status: 'BREAK' })],
    time.clock,
  );
});
afterEach(async () => {
  heard?.stop();
  heard = null;
  await server[Symbol.asyncDispose]();
});

const feedOf = () => createExchangeFeed(okx({ clock: time.clock, place: server.url }));
const listen = async (): Promise<Heard> => {
  heard = await hearFeed(time, feedOf());
  return heard;
};
const distrusted = ({ events }: Heard) =>
  events.flatMap((event) => (event.type === 'BookDistrusted' ? [`${event.symbol}: ${event.reason}`] : []));

test('the markets of OKX are those through which a cycle leads, with their rules and fees', async () => {
  const instruments = await feedOf().instruments(5_000);
  expect(instruments.map(({ symbol }) => symbol)).toEqual(['BTC/USDT', 'ETH/USDT', 'ETH/BTC']);
  expect(instruments[2]).toMatchObject({
    ...{ exchange: 'okx', base: 'ETH', quote: 'BTC', tickSize: 0.00001, lotStep: 1e-8, minQuantity: 1e-8 },
    ...{ minNotional: 0, takerFee: 0.0015, makerFee: 0.001, feeCurrency: 'received', feeSource: 'unknown group' },
  });
});

test('the feed of OKX says the best five levels of each market as they change', async () => {
  const { until, books, subscribed } = await listen();
  await until('live', 'markets: 3');
  expect(subscribed()).toEqual(['BTC/USDT', 'ETH/USDT', 'ETH/BTC']);
  const side = (best: number, step: number) =>
    Array.from({ length: 7 }, (_, at) => [(best + at * step).toFixed(5), `${at + 1}`] as const);
  server.quote('ETH-BTC', side(0.05, -0.00001), side(0.05001, 0.00001));
  await time.until(() => expect(books('ETH/BTC').length).toBe(1));
  const withSizes = (prices: readonly number[]) => prices.map((price, at) => [price, at + 1]);
  expect(books('ETH/BTC')).toMatchObject([
    {
      ...{ kind: 'snapshot', depth: 5, sequence: 1_001 },
      bids: withSizes([0.05, 0.04999, 0.04998, 0.04997, 0.04996]),
      asks: withSizes([0.05001, 0.05002, 0.05003, 0.05004, 0.05005]),
    },
  ]);
  expect(books('ETH/BTC')[0]?.exchange_time).toBe(time.clock.now());
});

test('the feed of OKX says that its connection lives, and reads books and the time', async () => {
  const { until, events } = await listen();
  await until('live');
  const beats = () => events.flatMap((event) => (event.type === 'HeartbeatReceived' ? [event.exchange_time] : []));
  await time.until(() => expect(beats().filter((time) => time !== null).length).toBeGreaterThan(1));
  // The answers to pings.
  await time.until(() => expect(beats().filter((time) => time === null).length).toBeGreaterThan(4));
  const feed = feedOf();
  await feed.instruments(5_000);
  server.quote('ETH-BTC', [['0.05', '3']], [['0.06', '4']]);
  expect(await feed.readBook?.('ETH/BTC', 5_000)).toEqual({ kind: 'book', bids: [[0.05, 3]], asks: [[0.06, 4]] });
  expect(await feed.serverTime?.(5_000)).toEqual({ kind: 'time', at: time.clock.now() });
  server.delist('ETH-BTC');
  const reason = 'answers 51001: Instrument ID does not exist';
  expect(await feed.readBook?.('ETH/BTC', 5_000)).toEqual({ kind: 'gone', reason });
  server.faults.refusal = { status: 429, seconds: 7 };
  expect(await feed.serverTime?.(5_000)).toEqual({ kind: 'throttled', scope: 'data', retryAfterMs: 7_000 });
});

test('OKX is not asked again at once when it was asked too often, in whatever order it says so', async () => {
  const feed = feedOf();
  server.faults.body = () => ({ msg: 'Too Many Requests', code: '50011' });
  expect(await feed.serverTime?.(5_000)).toEqual({ kind: 'throttled', scope: 'data', retryAfterMs: 60_000 });
});

test('a market that OKX refuses is left out, and the others are watched', async () => {
  const feed = feedOf();
  server.list(listing('SOL', 'USDT'));
  server.list(listing('SOL', 'BTC'));
  await feed.instruments(5_000);
  const hear = hearFeed(time, feed);
  await hear.then((of) => {
    heard = of;
  });
  server.delist('SOL-BTC');
  await heard?.until(
    'live',
    "refused: 1, the first: the exchange says: Wrong URL or channel:books5,instId:SOL-BTC doesn't",
  );
  expect(heard?.subscribed()).toEqual(['BTC/USDT', 'ETH/USDT', 'ETH/BTC', 'SOL/USDT']);
});

test('the feed of OKX is down while all of its markets are refused or nothing is heard, and live again after', async () => {
  const { until } = await listen();
  await until('live');
  server.announce({ event: 'notice', code: '64008', msg: 'The connection will soon be closed for a service upgrade.' });
  await until('down', 'the exchange is about to close the connection');
  await until('live');
  server.faults.isSilent = true;
  await until('down', 'nothing was heard for 3 s');
  server.faults.isSilent = false;
  await until('live');
  server.announce({ event: 'error', code: '60012', msg: 'Invalid request: {}' });
  await until('down', 'the exchange says: Invalid request');
  await until('live');
});

test('a book of OKX that is older than the one before is used no more, until the next one', async () => {
  const listening = await listen();
  const { until, books } = listening;
  await until('live');
  const say = (seqId: number, ts: number, bid: string): void =>
    server.announce({
      arg: { channel: 'books5', instId: 'ETH-BTC' },
      data: [{ asks: [['0.06', '1', '0', '1']], bids: [[bid, '1', '0', '1']], ts: String(ts), seqId }],
    });
  say(8, 2_000, '0.05');
  say(7, 1_900, '0.04');
  say(7, 1_900, '0.04');
  await time.until(() =>
    expect(distrusted(listening)).toEqual([
      'ETH/BTC: it is older than the one before',
      'ETH/BTC: it is older than the one before',
    ]),
  );
  // After maintenance its numbers begin again.
  say(9, 2_100, '0.051');
  say(3, 2_200, '0.052');
  await time.until(() => expect(books('ETH/BTC').map(({ bids }) => bids[0]?.[0])).toEqual([0.05, 0.051, 0.052]));
  expect(distrusted(listening).length).toBe(2);
});

test('the feed of OKX spreads its markets over connections, and keeps the limits of each', async () => {
  for (let at = 0; at < 200; at++) for (const quote of ['USDT', 'BTC']) server.list(listing(`C${at}`, quote));
  const { until, books } = await listen();
  await until('live', 'markets: 300', '1');
  await until('live', 'markets: 103', '2');
  const topics = [...server.clients].map(({ topics }) => topics.size - Number(topics.has('instruments')));
  expect(topics.sort()).toEqual([104, 301]);
  server.quote('C199-BTC', [['0.05', '3']], [['0.06', '4']]);
  await time.until(() => expect(books('C199/BTC').length).toBe(1));
});

test('OKX is connected to at port 443: it takes no other since 2026-10-31', async () => {
  const address = await okx({ clock: time.clock }).protocolOf([]).address();
  expect(new URL(address)).toMatchObject({ protocol: 'wss:', host: 'ws.okx.com', port: '', pathname: '/ws/v5/public' });
});

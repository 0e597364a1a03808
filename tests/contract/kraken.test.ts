import { afterEach, beforeEach, expect, test } from 'vitest';
import { levelsOf } from '../../packages/bot/src/market/book-side.ts';
import { applyUpdate, createOrderBook, type OrderBook } from '../../packages/bot/src/market/order-book.ts';
import type { MarketData } from '../../packages/bot/src/model/exchange.ts';
import { createExchangeFeed } from '../../packages/bot/src/venues/exchange/exchange-feed.ts';
import { kraken } from '../../packages/bot/src/venues/exchange/kraken/kraken.ts';
import { type LocalKraken, startLocalKraken } from '../harness/exchanges/kraken.ts';
import type { Level, Listing } from '../harness/exchanges/local-market.ts';
import { createLocalTime, type LocalTime } from '../harness/exchanges/time.ts';
import { type Heard, hearFeed } from './hear-feed.ts';

const listing = (base: string, quote: string, rules: Partial<Listing> = {}): Listing => ({
  ...{ base, quote, tick: '0.1', lot: '0.00000001', minNotional: '0.5', status: 'TRADING' },
  ...rules,
});
const triangle = [
  listing('BTC', 'USD'),
  listing('DOGE', 'USD', { tick: '0.0000001' }),
  listing('DOGE', 'BTC', { tick: '0.00000001' }),
];

let time: LocalTime;
let server: LocalKraken;
let heard: Heard | null = null;
let stop = () => {};
beforeEach(async () => {
  time = createLocalTime();
  server = await startLocalKraken(
    [...triangle, listing('LONE', 'USD'), listing('OFF', 'BTC', { status: 'BREAK' })],
    time.clock,
  );
});
afterEach(async () => {
  stop();
  stop = () => {};
  heard?.stop();
  heard = null;
  await server[Symbol.asyncDispose]();
});

const feedOf = () => createExchangeFeed(kraken({ clock: time.clock, place: server.url }));
const listen = async (feed = feedOf()): Promise<Heard> => {
  heard = await hearFeed(time, feed);
  return heard;
};
/** The book of a market as the bot keeps it, which asks for it again when a checksum is wrong. */
const follow = async (
  feed: MarketData,
  symbol: string,
): Promise<OrderBook & { readonly applied: readonly string[] }> => {
  const book = Object.assign(createOrderBook(feed.books), { applied: [] as string[] });
  await feed.instruments(5_000);
  stop = feed.subscribe((event) => {
    if (event.type !== 'BookUpdated' || event.symbol !== symbol) return;
    const was = book.broken;
    const applied = applyUpdate(book, event);
    book.applied.push(applied);
    if (applied === 'checksum' && was !== 'checksum' && feed.books.kind !== 'whole') feed.books.resync(symbol);
  });
  return book;
};
const side = (best: number, step: number, count = 12): Level[] =>
  Array.from({ length: count }, (_, at) => [(best + at * step).toFixed(8), `${at + 1}.00100000`]);

test('the markets of Kraken are those through which a cycle leads, by their common names, with rules and fees', async () => {
  const instruments = await feedOf().instruments(5_000);
  expect(instruments.map(({ symbol }) => symbol)).toEqual(['BTC/USD', 'DOGE/USD', 'DOGE/BTC']);
  expect(instruments[2]).toMatchObject({
    ...{ exchange: 'kraken', base: 'DOGE', quote: 'BTC', tickSize: 1e-8, lotStep: 1e-8, minQuantity: 1e-8 },
    ...{ minNotional: 0.5, takerFee: 0.004, makerFee: 0.0025, feeCurrency: 'quote', feeSource: 'market' },
  });
});

test('the books of Kraken agree with their checksums as they change, and lose what falls out of sight', async () => {
  const book = await follow(feedOf(), 'DOGE/BTC');
  server.quote('DOGE/BTC', side(0.000002, -1e-8), side(0.00000202, 1e-8));
  await time.until(() => expect(book.applied.length).toBe(1));
  // A new best level pushes the tenth out, a removal brings it back.
  server.change('DOGE/BTC', [['0.00000201', '5']], []);
  server.change('DOGE/BTC', [['0.00000201', '0']], [['0.00000202', '0']]);
  server.change('DOGE/BTC', [['0.000002', '987654321.12345678']], []);
  await time.until(() => expect(book.applied).toEqual(['applied', 'applied', 'applied', 'applied']));
  expect([levelsOf(book.bids).count, levelsOf(book.asks).count]).toEqual([10, 10]);
  expect(levelsOf(book.asks).price[0]).toBe(0.00000203);
});

test('a thin book of Kraken has all that its market has', async () => {
  const book = await follow(feedOf(), 'DOGE/BTC');
  server.quote('DOGE/BTC', side(0.000002, -1e-8, 8), side(0.00000202, 1e-8, 3));
  await time.until(() => expect([levelsOf(book.bids).count, levelsOf(book.asks).count]).toEqual([8, 3]));
  server.change('DOGE/BTC', [], side(0.00000205, 1e-8, 4));
  await time.until(() => expect(levelsOf(book.asks).count).toBe(7));
  expect(book.broken).toBe(null);
});

test('a book of Kraken in which a change is lost is not trusted from the next one on, and comes again', async () => {
  const feed = feedOf();
  const book = await follow(feed, 'DOGE/BTC');
  server.quote('DOGE/BTC', side(0.000002, -1e-8), side(0.00000202, 1e-8));
  await time.until(() => expect(book.applied).toEqual(['applied']));
  server.faults.lost = 1;
  server.change('DOGE/BTC', [['0.000002', '7']], []);
  server.change('DOGE/BTC', [], [['0.00000202', '8']]);
  await time.until(() => expect(book.applied.slice(0, 3)).toEqual(['applied', 'checksum', 'applied']));
  expect([levelsOf(book.bids).size[0], levelsOf(book.asks).size[0]]).toEqual([7, 8]);
});

test('a book of Kraken of which a message cannot be read is void, and is asked for again by its feed', async () => {
  const { until, events, books, subscribed } = await listen();
  await until('live', 'markets: 3');
  expect(subscribed()).toEqual(['BTC/USD', 'DOGE/USD', 'DOGE/BTC']);
  server.quote('DOGE/BTC', side(0.000002, -1e-8), side(0.00000202, 1e-8));
  server.announce(
    '{"channel":"book","type":"update","data":[{"symbol":"DOGE/BTC","bids":[{"price":1e3,"qty":1}],"asks":[],"checksum":1}]}',
  );
  await time.until(() => expect(events.some(({ type }) => type === 'BookDistrusted')).toBe(true));
  await time.until(() => expect(subscribed()).toEqual(['BTC/USD', 'DOGE/USD', 'DOGE/BTC', 'DOGE/BTC']));
  await time.until(() => expect(books('DOGE/BTC').at(-1)?.kind).toBe('snapshot'));
  expect(books('DOGE/BTC').at(-1)?.bids.length).toBe(10);
});

test('the feed of Kraken says that its connection lives, and reads books and the time', async () => {
  server.faults.skewMs = 60_000;
  const feed = feedOf();
  await feed.instruments(5_000);
  // Before a connection has asked for the time, it is known to the second.
  expect(await feed.serverTime?.(5_000)).toEqual({ kind: 'time', at: time.clock.now() + 60_500 });
  const { until, events } = await listen(feed);
  await until('live');
  const beats = () => events.flatMap((event) => (event.type === 'HeartbeatReceived' ? [event] : []));
  await time.until(() =>
    expect(beats().filter(({ exchange_time }) => exchange_time !== null).length).toBeGreaterThan(1),
  );
  expect(await feed.serverTime?.(5_000)).toEqual({ kind: 'time', at: time.clock.now() + 60_000 });
  server.quote('DOGE/USD', [['0.1', '3']], [['0.2', '4']]);
  expect(await feed.readBook?.('DOGE/USD', 5_000)).toEqual({ kind: 'book', bids: [[0.1, 3]], asks: [[0.2, 4]] });
  server.delist('DOGE/USD');
  const reason = 'answers EQuery:Unknown asset pair';
  expect(await feed.readBook?.('DOGE/USD', 5_000)).toEqual({ kind: 'gone', reason });
});

test('Kraken is not asked again at once when it says with status 200 that it was asked too often', async () => {
  const feed = feedOf();
  await feed.instruments(5_000);
  server.faults.refusal = { status: 200, seconds: 1 };
  const throttled = { kind: 'throttled', scope: 'data', retryAfterMs: 1_000 };
  expect(await feed.readBook?.('DOGE/USD', 5_000)).toEqual(throttled);
  const asked = server.requests.length;
  expect(await feed.readBook?.('DOGE/USD', 5_000)).toMatchObject({ kind: 'throttled' });
  expect(server.requests.length).toBe(asked);
});

test('Kraken is not asked again at once either while it locks the address out', async () => {
  const feed = feedOf();
  await feed.instruments(5_000);
  server.faults.body = () => ({ error: ['EGeneral:Temporary lockout'] });
  const throttled = { kind: 'throttled', scope: 'data', retryAfterMs: 60_000 };
  expect(await feed.readBook?.('DOGE/USD', 5_000)).toEqual(throttled);
});

test('the feed of Kraken connects again in maintenance, in silence and after an error, and leaves out what is refused', async () => {
  const feed = feedOf();
  server.list(listing('SOL', 'USD'));
  server.list(listing('SOL', 'BTC'));
  await feed.instruments(5_000);
  server.delist('SOL/BTC');
  heard = await hearFeed(time, { ...feed, instruments: async () => [] });
  const { until, subscribed } = heard;
  await until('live', 'refused: 1, the first: the exchange says: Currency pair not supported SOL/BTC');
  expect(subscribed()).toEqual(['BTC/USD', 'DOGE/USD', 'DOGE/BTC', 'SOL/USD']);
  server.announce({ channel: 'status', type: 'update', data: [{ system: 'maintenance' }] });
  await until('down', 'the exchange is in maintenance');
  await until('live', 'refused: 1');
  server.faults.isSilent = true;
  await until('down', 'nothing was heard for 3 s');
  server.faults.isSilent = false;
  await until('live', 'refused: 1');
  server.announce({ error: 'Exceeded msg rate' });
  await until('down', 'the exchange says: Exceeded msg rate');
});

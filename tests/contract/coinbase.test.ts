import { afterEach, beforeEach, expect, test } from 'vitest';
import { coinbase } from '../../packages/bot/src/venues/exchange/coinbase/coinbase.ts';
import { createExchangeFeed } from '../../packages/bot/src/venues/exchange/exchange-feed.ts';
import { type LocalCoinbase, startLocalCoinbase } from '../harness/exchanges/coinbase.ts';
import type { Level, Listing } from '../harness/exchanges/local-market.ts';
import { createLocalTime, type LocalTime } from '../harness/exchanges/time.ts';
import { type Heard, hearFeed } from './hear-feed.ts';

const listing = (base: string, quote: string, rules: Partial<Listing> = {}): Listing => ({
  ...{ base, quote, tick: '0.01', lot: '0.00000001', minNotional: '1', status: 'TRADING' },
  ...rules,
});
const triangle = [
  listing('BTC', 'USD'),
  listing('ETH', 'USD'),
  listing('ETH', 'BTC', { tick: '0.00001', minNotional: '0.000016' }),
];

let time: LocalTime;
let server: LocalCoinbase;
let heard: Heard | null = null;
beforeEach(async () => {
  time = createLocalTime();
  server = await startLocalCoinbase(
    [...triangle, listing('LONE', 'USD'), listing('OFF', 'BTC', { status: 'BREAK' })],
    time.clock,
  );
});
afterEach(async () => {
  heard?.stop();
  heard = null;
  await server[Symbol.asyncDispose]();
});

const feedOf = () => createExchangeFeed(coinbase({ clock: time.clock, place: server.url }));
const listen = async (): Promise<Heard> => {
  heard = await hearFeed(time, feedOf());
  return heard;
};
const side = (best: number, step: number, count: number): Level[] =>
  Array.from({ length: count }, (_, at) => [(best + at * step).toFixed(5), `${at + 1}`]);

test('the markets of Coinbase are those through which a cycle leads, with their rules and fees', async () => {
  const instruments = await feedOf().instruments(5_000);
  expect(instruments.map(({ symbol }) => symbol)).toEqual(['BTC/USD', 'ETH/USD', 'ETH/BTC']);
  expect(instruments[2]).toMatchObject({
    ...{ exchange: 'coinbase', base: 'ETH', quote: 'BTC', tickSize: 0.00001, lotStep: 1e-8, minQuantity: 1e-8 },
    ...{ minNotional: 0.000016, takerFee: 0.012, makerFee: 0.006, feeCurrency: 'quote', feeSource: 'entry tier' },
  });
});

test('a market that is another name of one is not watched: its book would be counted twice', async () => {
  for (const base of ['BTC', 'ETH']) server.list(listing(base, 'USDC'));
  server.alias('BTC-USDC', 'BTC-USD');
  const symbols = (await feedOf().instruments(5_000)).map(({ symbol }) => symbol);
  expect(symbols).not.toContain('BTC/USDC');
  expect(symbols).toContain('ETH/BTC');
});

test('the feed of Coinbase says the best twenty levels of a whole book, as they change', async () => {
  server.quote('ETH-BTC', side(0.05, -0.00001, 300), side(0.05001, 0.00001, 300));
  const { until, books, subscribed } = await listen();
  await until('live', 'markets: 3');
  expect(subscribed()).toEqual(['BTC/USD', 'ETH/USD', 'ETH/BTC']);
  expect(books('ETH/BTC')).toMatchObject([{ kind: 'snapshot', depth: 20 }]);
  expect([books('ETH/BTC')[0]?.bids.length, books('ETH/BTC')[0]?.asks.length]).toEqual([20, 20]);
  // What the best levels leave open is filled by what was below them.
  server.change(
    'ETH-BTC',
    side(0.05, -0.00001, 100).map(([price]) => [price, '0']),
    [['0.05999', '1']],
  );
  await time.until(() => expect(books('ETH/BTC').length).toBe(2));
  expect(books('ETH/BTC')[1]?.bids.slice(0, 2)).toEqual([
    [0.049, 101],
    [0.04899, 102],
  ]);
});

test('the feed of Coinbase says that its connection lives, and reads books and the time', async () => {
  const { until, events } = await listen();
  await until('live');
  const beats = () => events.flatMap((event) => (event.type === 'HeartbeatReceived' ? [event.exchange_time] : []));
  await time.until(() => expect(beats().filter((time) => time !== null).length).toBeGreaterThan(1));
  const feed = feedOf();
  await feed.instruments(5_000);
  server.quote('ETH-BTC', [['0.05', '3']], [['0.06', '4']]);
  expect(await feed.readBook?.('ETH/BTC', 5_000)).toEqual({ kind: 'book', bids: [[0.05, 3]], asks: [[0.06, 4]] });
  expect(await feed.serverTime?.(5_000)).toEqual({ kind: 'time', at: time.clock.now() });
});

test('a lost message voids all books of its connection, which is made again', async () => {
  server.quote('ETH-BTC', [['0.05', '3']], [['0.06', '4']]);
  const { until, books } = await listen();
  await until('live');
  server.faults.lost = 1;
  server.change('ETH-BTC', [['0.05', '7']], []);
  server.change('ETH-USD', [['2000', '7']], []);
  await until('down', 'its messages are numbered');
  await until('live');
  expect(books('ETH/BTC').at(-1)?.bids).toEqual([[0.05, 7]]);
});

test('the feed of Coinbase is down in silence, when refused and after a message it cannot read, and live again after', async () => {
  const { until } = await listen();
  await until('live');
  server.faults.isSilent = true;
  await until('down', 'nothing was heard for 3 s');
  server.faults.isSilent = false;
  await until('live');
  server.announce('<html>');
  await until('down', 'no JSON of an object');
  server.faults.refusesStreams = true;
  await until('down', 'the exchange says: failed to subscribe: no such product');
  server.faults.refusesStreams = false;
  await until('live');
});

test('the feed of Coinbase spreads its markets over connections, and keeps its limit of requests', async () => {
  for (let at = 0; at < 40; at++) for (const quote of ['USD', 'BTC']) server.list(listing(`C${at}`, quote));
  const { until } = await listen();
  await until('live', 'markets: 50', '1');
  await until('live', 'markets: 33', '2');
  expect([...server.clients].map(({ topics }) => topics.size).sort()).toEqual([34, 51]);
});

test('Coinbase is scanned only, and says why', async () => {
  const feed = feedOf();
  const why = 'Coinbase names no fills, by which orders could be accounted for';
  expect((await feed.instruments(5_000)).map(({ scanOnly }) => scanOnly)).toEqual([why, why, why]);
  heard = await hearFeed(time, feed);
  await heard.until('live', `markets: 3; scanned only: ${why}`);
  // A check that passes does not change that.
  feed.restrict(null);
  expect((await feed.instruments(5_000)).map(({ scanOnly }) => scanOnly)).toEqual([why, why, why]);
});

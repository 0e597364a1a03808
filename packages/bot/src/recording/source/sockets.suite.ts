import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { chance } from '../../strategy/chance.suite.ts';
import { readQuotes } from '../read-quotes.ts';
import { normal, packed, pick, type Random, type Told } from './drawn-file.suite.ts';

const began = Date.UTC(2023, 10, 14);
type Top = readonly [bid: string, bidSize: string, ask: string, askSize: string];
type Level = readonly [price: string, size: string];
/** What an exchange sends of the market ETH/BTC; `top` of one that sends best prices, the others of one that sends a book. */
type Exchange = { readonly name: string; readonly address: string } & (
  | { readonly top: (top: Top) => unknown }
  | {
      readonly whole: (bids: readonly Level[], asks: readonly Level[]) => unknown;
      readonly changed: (bids: readonly Level[], asks: readonly Level[]) => unknown;
    }
);

const priced = (side: readonly Level[]) => side.map(([price, size]) => [price, size, '1.5']);
const exchanges: readonly Exchange[] = [
  {
    ...{ name: 'binance', address: 'wss://stream.binance.com:9443/stream?streams=ethbtc@bookTicker' },
    top: ([b, B, a, A]) => ({ stream: 'ethbtc@bookTicker', data: { u: 1, s: 'ETHBTC', b, B, a, A } }),
  },
  {
    ...{ name: 'kucoin', address: 'wss://ws-api.kucoin.com/endpoint' },
    top: ([bestBid, bestBidSize, bestAsk, bestAskSize]) => ({
      ...{ topic: '/market/ticker:ETH-BTC', subject: 'trade.ticker' },
      data: { bestBid, bestBidSize, bestAsk, bestAskSize },
    }),
  },
  {
    ...{ name: 'okx', address: 'wss://ws.okx.com:8443/ws/v5/public' },
    top: ([bidPx, bidSz, askPx, askSz]) => ({
      arg: { channel: 'tickers', instId: 'ETH-BTC' },
      data: [{ instType: 'SPOT', instId: 'ETH-BTC', bidPx, bidSz, askPx, askSz }],
    }),
  },
  {
    ...{ name: 'kraken', address: 'wss://ws.kraken.com' },
    whole: (bids, asks) => [1, { bs: priced(bids), as: priced(asks) }, 'book-1000', 'ETH/XBT'],
    changed: (bids, asks) => [
      1,
      ...(asks.length > 0 ? [{ a: priced(asks) }] : []),
      ...(bids.length > 0 || asks.length === 0 ? [{ b: priced(bids) }] : []),
      'book-1000',
      'ETH/XBT',
    ],
  },
  {
    ...{ name: 'coinbase', address: 'wss://ws-feed.pro.coinbase.com' },
    whole: (bids, asks) => ({ type: 'snapshot', product_id: 'ETH-BTC', bids, asks }),
    changed: (bids, asks) => ({
      ...{ type: 'l2update', product_id: 'ETH-BTC' },
      changes: [...bids.map((level) => ['buy', ...level]), ...asks.map((level) => ['sell', ...level])],
    }),
  },
];

const others: readonly unknown[] = [
  { event: 'heartbeat' },
  { type: 'subscriptions', channels: [] },
  [],
  7,
  { data: null },
];

const drawTop = (random: Random): Top => {
  const bid = 1 + Math.floor(random() * 1_000);
  const text = (value: number) => (value / 1e4).toFixed(4);
  const kind = random();
  if (kind < 0.1) return [text(bid), '0', text(bid + 3), '1'];
  if (kind < 0.2) return ['', '', text(bid), '1'];
  return kind < 0.3 ? [text(bid), '1', text(bid), '1'] : [text(bid), '1.25', text(bid + 1), '0.5'];
};
const isBook = ([bid, bidSize, ask, askSize]: Top): boolean =>
  Number(bid) > 0 && Number(bidSize) > 0 && Number(askSize) > 0 && Number(bid) < Number(ask);

/** Changes of one side: prices of ten, and sizes of which some are none. */
const drawLevels = (random: Random, base: number, most: number): readonly Level[] => {
  const count = Math.floor(random() * (most + 1));
  const prices = Array.from({ length: count }, () => (base + Math.floor(random() * 10)).toFixed(2));
  return [...new Set(prices)].map((price) => [price, random() < 0.35 ? '0.000' : (1 + random()).toFixed(3)]);
};

/** The plain reader of a book: all its prices, sorted for each look. */
const bestOf = (side: ReadonlyMap<string, string>, direction: 1 | -1): readonly [string, string] =>
  [...side].sort(([one], [other]) => direction * (Number(other) - Number(one)))[0] ?? ['', ''];
const apply = (side: Map<string, string>, levels: readonly Level[]): void => {
  for (const [price, size] of levels)
    if (Number(size) > 0) side.set(price, size);
    else side.delete(price);
};

type Drawn = { readonly line: string; readonly told: readonly Told[] };
const symbol = 'ETH/BTC';

const drawLines = (random: Random, exchange: Exchange): readonly Drawn[] => {
  let book: { readonly bids: Map<string, string>; readonly asks: Map<string, string> } | null = null;
  let at = began;
  const toldOf = (top: Top): Told => (isBook(top) ? [at, symbol, ...top.map(Number)] : [at, symbol, null]);
  const message = (): { readonly sent: unknown; readonly told: readonly Told[] } => {
    if (random() < 0.1) return { sent: pick(random, others), told: [] };
    if ('top' in exchange) {
      const top = drawTop(random);
      return { sent: exchange.top(top), told: [toldOf(top)] };
    }
    const isWhole = random() < 0.2;
    const [bids, asks] = [drawLevels(random, 90, isWhole ? 6 : 2), drawLevels(random, 97, isWhole ? 6 : 2)];
    if (isWhole) book = { bids: new Map(), asks: new Map() };
    const sent = isWhole ? exchange.whole(bids, asks) : exchange.changed(bids, asks);
    if (book === null) return { sent, told: [] };
    apply(book.bids, bids);
    apply(book.asks, asks);
    return { sent, told: [toldOf([...bestOf(book.bids, 1), ...bestOf(book.asks, -1)])] };
  };
  return Array.from({ length: 1 + Math.floor(random() * 40) }, () => {
    at += 1 + Math.floor(random() * 500);
    const moment = `${Math.floor(at / 1_000)}.${String(at % 1_000).padStart(3, '0')}${pick(random, ['', '9', '123'])}`;
    if (random() < 0.08) {
      book = null;
      return { line: `${moment}: {"cut":`, told: [[at, symbol, null]] };
    }
    const { sent, told } = message();
    return { line: `${moment}: ${JSON.stringify(sent)}`, told };
  });
};

/** What is told twice is told once: a book that is void already, and one that is as it was. */
const once = (rows: readonly Told[]): readonly Told[] => {
  let shown = 'null';
  return rows.filter(([, , ...sides]) => {
    const is = sides[0] === null ? 'null' : sides.join();
    const isNew = is !== shown;
    shown = is;
    return isNew;
  });
};

/** Draws so many captures of each exchange, and compares what is read with what was drawn. */
export const comparesDrawnSockets = (count: number): void =>
  test.each(exchanges)('drawn captures of cryptofeed: $name', async (exchange) => {
    const folder = mkdtempSync(join(tmpdir(), 'triquad-sockets-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const random = chance(`captures of ${exchange.name}`);
    for (let number = 0; number < count; number++) {
      const drawn = drawLines(random, exchange);
      const text = [`${exchange.address} <-> 1699999999.5`, ...drawn.map(({ line }) => line), ''].join('\n');
      const name = `${exchange.name.toUpperCase()}.ws.${number}`;
      const { ending, bytes } = packed(random, name, text);
      writeFileSync(join(folder, name + ending), bytes);
      const quotes = [];
      for await (const batch of readQuotes(join(folder, name + ending), () => {})) quotes.push(...batch);
      expect(once(normal(quotes)), text).toEqual(once(drawn.flatMap(({ told }) => told)));
    }
  });

import { applyUpdate, createOrderBook, disconnectBook, distrustBook, type OrderBook } from '../../market/order-book.ts';
import { createVirtualClock } from '../../model/clock.ts';
import type { FeedEvent, Stamp } from '../../model/feed-event.ts';
import { priceOf, sizeOf } from '../../model/grid.ts';
import type { Instrument } from '../../model/instrument.ts';
import { elapsedOf, instantOf } from '../../model/moment.ts';
import type { Connection, ConnectionNeeds, Subscription } from './connection.ts';
import type { ExchangeDialect } from './exchange-feed.ts';
import { openMarketConnection } from './market-connection.ts';

/** One side of a book: sizes by price, both as they are written. */
export type Side = ReadonlyMap<string, string>;
export type Book = { readonly bids: Side; readonly asks: Side };

/** How an exchange writes its messages. `time` in ms; `version` counts the changes of a market. */
export type Speaker = {
  readonly dialect: ExchangeDialect;
  readonly markets: readonly Instrument[];
  /** Levels a side that its messages show. */
  readonly depth: number;
  /** The first message of a subscription; null where there is none. */
  whole(market: Instrument, book: Book, version: number, time: number): string | null;
  change(market: Instrument, before: Book, after: Book, version: number, time: number): string;
  /** With the next number of the connection, where all messages have one. */
  numbered?(text: string, number: number): string;
};

/** How often each fault happens, 0 to 1. */
export type LineFaults = {
  readonly lose: number;
  readonly repeat: number;
  readonly reorder: number;
  readonly cut: number;
  readonly spoil: number;
  readonly stale: number;
  readonly reset: number;
};

type Sent = { readonly market: number; readonly version: number; readonly text: string };
type Moment = { readonly book: Book; readonly version: number; readonly time: number };
/** The book as it is, what was to be seen of its last versions, the newest version that arrived, and the book some time ago. */
type Truth = { book: Book; version: number; readonly shown: string[]; newest: number; readonly past: Moment[] };

const remembered = 64;
const connectedAt = 1_700_000_000_000;

/** The best levels of a side, best first. */
export const bestOf = (side: Side, direction: 1 | -1, depth: number): (readonly [string, string])[] =>
  [...side].sort(([one], [other]) => direction * (Number(one) - Number(other))).slice(0, depth);

/**
 * An exchange whose messages reach the bot over a line that loses, repeats, reorders, cuts and spoils them, and now and then resets. Plays
 * `count` messages; throws where a book that may be traded upon is not the exchange's book as of the newest message of it that arrived.
 */
export const playFaultyLine = (speaker: Speaker, faults: LineFaults, count: number, random: () => number) => {
  const { markets, dialect, depth } = speaker;
  const clock = createVirtualClock(connectedAt);
  let passed = 0;
  const stamp = (): Stamp => ({ at: instantOf(connectedAt + passed), received: elapsedOf(passed) });
  const books = markets.map(() => createOrderBook(dialect.proof ?? { kind: 'whole' }));
  const truths = markets.map(
    (): Truth => ({ book: { bids: new Map(), asks: new Map() }, version: 0, shown: [], newest: 0, past: [] }),
  );
  const counts = { trusted: 0, distrusted: 0, resets: 0 };
  const awaited: Subscription[] = [];
  let number = 0;
  let line: Sent[] = [];
  let mustReset = false;
  let needs: ConnectionNeeds | null = null;

  const connection: Connection = {
    begin: () => {},
    acknowledge: () => {},
    refuse: () => {},
    note: () => {},
    close: () => {},
    renew: (reason) => {
      mustReset = true;
      needs?.changed('down', reason);
    },
    ask: (_, subscription) => {
      if (!awaited.some(({ id }) => id === subscription.id)) awaited.push(subscription);
    },
  };

  const placeOf = (symbol: string): number => markets.findIndex((market) => market.symbol === symbol);
  const hear = (event: FeedEvent): void => {
    if (event.type === 'FeedStatusChanged') {
      if (event.status !== 'live') for (const book of books) disconnectBook(book);
      return;
    }
    if (!('symbol' in event)) return;
    const book = books[placeOf(event.symbol)] as OrderBook;
    if (event.type !== 'BookUpdated') {
      if (event.type === 'BookDistrusted') counts.distrusted++;
      distrustBook(book);
      return;
    }
    const applied = applyUpdate(book, event);
    if (applied === 'checksum' || applied === 'crossed') {
      counts.distrusted++;
      opened.resync(event.symbol);
    }
  };
  const protocol = dialect.protocolOf(markets);
  const opened = openMarketConnection(
    { exchange: dialect.name, name: '1', clock, markets, listener: hear },
    protocol,
    dialect.isKept,
    (given) => {
      needs = given;
      return connection;
    },
  );

  const send = (market: number, version: number, text: string): void => {
    const sent = speaker.numbered ? speaker.numbered(text, number) : text;
    number++;
    line.push({ market, version, text: sent });
  };
  const shownOf = ({ bids, asks }: Book): string => {
    const numbers = (side: Side, direction: 1 | -1) =>
      bestOf(side, direction, depth).map(([price, size]) => [Number(price), Number(size)]);
    return JSON.stringify([numbers(bids, -1), numbers(asks, 1)]);
  };
  const begin = (subscription: Subscription, stale = 0): void => {
    // No other message of the market is of the same moment.
    passed++;
    needs?.acknowledged(subscription);
    for (let market = subscription.from; market < subscription.to; market++) {
      const truth = truths[market] as Truth;
      const now = { book: truth.book, version: truth.version, time: connectedAt + passed };
      const { book, version, time } = random() < stale ? (truth.past[0] ?? now) : now;
      const text = speaker.whole(markets[market] as Instrument, book, version, time);
      if (text !== null) send(market, version, text);
    }
  };
  const reset = (): void => {
    mustReset = false;
    counts.resets++;
    line = [];
    awaited.length = 0;
    number = Math.floor(random() * 3);
    needs?.changed('down', 'reset');
    // Each connection asks for its address first.
    void needs?.address().catch(() => {});
    needs?.changed('connecting', '');
    for (const subscription of protocol.subscriptions) begin(subscription);
    needs?.changed('live', '');
  };

  /** One to three levels become others; what is left is never crossed nor empty. */
  const move = (market: number): void => {
    const truth = truths[market] as Truth;
    const after = { bids: new Map(truth.book.bids), asks: new Map(truth.book.asks) };
    for (let left = 1 + Math.floor(random() * 3); left > 0; left--) {
      const isBid = random() < 0.5;
      const side = isBid ? after.bids : after.asks;
      const step = Math.floor(random() * 30);
      const price = (isBid ? 99.9 - step / 10 : 100.1 + step / 10).toFixed(1);
      if (random() < 0.4 && side.size > 1) side.delete(price);
      else side.set(price, (0.00000001 + Math.floor(random() * 9)).toFixed(8));
    }
    passed++;
    truth.version++;
    truth.shown[truth.version % remembered] = shownOf(after);
    const text = speaker.change(markets[market] as Instrument, truth.book, after, truth.version, connectedAt + passed);
    truth.past.push({ book: truth.book, version: truth.version - 1, time: connectedAt + passed - 1 });
    if (truth.past.length > 10) truth.past.shift();
    truth.book = after;
    send(market, truth.version, text);
  };

  const check = (market: number): void => {
    const [book, truth] = [books[market] as OrderBook, truths[market] as Truth];
    if (book.broken !== null || !book.isConfirmed || book.bids.count === 0 || book.asks.count === 0) return;
    counts.trusted++;
    const side = ({ units, lots, count: levels, grid }: OrderBook['bids']) =>
      Array.from({ length: Math.min(levels, depth) }, (_, at) => [
        priceOf(grid, units[at] as number),
        sizeOf(grid, lots[at] as number),
      ]);
    const has = JSON.stringify([side(book.bids), side(book.asks)]);
    const expected = truth.shown[truth.newest % remembered];
    if (has !== expected)
      throw new Error(
        `${dialect.name} ${markets[market]?.symbol} at ${passed} is trusted as ${has}, and is ${expected}`,
      );
  };

  const deliver = ({ market, version, text }: Sent): void => {
    // A connection that is about to be made again hears nothing more.
    if (mustReset) return;
    const truth = truths[market] as Truth;
    // What is cut does not say what it is about: it is as good as lost.
    if (text.endsWith('}')) truth.newest = Math.max(truth.newest, version);
    needs?.hear(Buffer.from(text), stamp());
    check(market);
  };

  const spoil = (text: string): string => {
    if (random() < faults.cut) return text.slice(0, -4).replace(/\}*$/, '');
    return random() < faults.spoil ? text.replace(/"checksum":\d+/, '"checksum":1') : text;
  };
  const transport = (given: LineFaults): void => {
    const [first, second] = line;
    if (first === undefined || truths[first.market]?.version === 0) return;
    if (second !== undefined && random() < given.reorder) line.splice(0, 2, second, first);
    const next = line.shift() as Sent;
    if (random() < given.lose) return;
    deliver(given === faults ? { ...next, text: spoil(next.text) } : next);
    if (random() < given.repeat) deliver(next);
  };

  for (const [market] of markets.entries()) {
    for (let before = 0; before < 20; before++) move(market);
    (truths[market] as Truth).newest = 20;
  }
  reset();
  const none: LineFaults = { lose: 0, repeat: 0, reorder: 0, cut: 0, spoil: 0, stale: 0, reset: 0 };
  const step = (given: LineFaults): void => {
    passed += 1 + Math.floor(random() * 5);
    if (mustReset || random() < given.reset) reset();
    const subscription = random() < 0.2 ? awaited.shift() : undefined;
    if (subscription !== undefined) begin(subscription, given.stale);
    // As the engine does, when a book that was asked for does not come.
    if (random() < 0.02)
      for (const [market, { broken }] of books.entries())
        if (broken !== null) opened.resync((markets[market] as Instrument).symbol);
    if (random() < 0.9) move(Math.floor(random() * markets.length));
    while (line.length > Math.floor(random() * 4)) transport(given);
  };
  for (let at = 0; at < count; at++) step(faults);
  // Once nothing goes wrong any more, every book comes back.
  for (let at = 0; at < 300; at++) step(none);
  const isBack = books.every((book) => book.broken === null && book.isConfirmed);
  return { ...counts, isBack };
};

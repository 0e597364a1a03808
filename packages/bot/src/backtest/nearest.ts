import type { NearCycleRecord } from '@triquad/core/contract';
import { bestPrice } from '../market/book-side.ts';
import { applyUpdate, createOrderBook, disconnectBook, type OrderBook } from '../market/order-book.ts';
import { type Elapsed, elapsedOf, since } from '../model/clock.ts';
import type { BookUpdated, FeedEvent } from '../model/event.ts';
import type { MarketData } from '../model/exchange.ts';
import { feeOf, type Instrument } from '../model/instrument.ts';
import { isoTime } from '../model/moment.ts';
import { createFreshness } from '../recording/freshness.ts';
import type { Cycle } from '../strategy/cycle.ts';
import { createDetector, type DetectorOptions } from '../strategy/detector.ts';

/** First and last mid price of a market in the run. */
export type MidChange = { readonly instrument: Instrument; readonly first: number; readonly last: number };

/** What one exchange showed while a backtest ran, whatever the bot made of it. */
export type Showed = {
  /** The best cycles, each at its best moment, the most profitable after fees first. */
  readonly nearest: readonly NearCycleRecord[];
  readonly mids: readonly MidChange[];
};

/** Follows an exchange through what its engine is given, and through looks at what it is not. */
type MarketWatch = {
  /** Takes each message before the engine does. */
  take(event: FeedEvent): void;
  /** Looks at best prices of a moment that no message said. */
  look(tops: Touches, at: number): void;
  nearest(): readonly NearCycleRecord[];
};

type WatchOptions = Pick<DetectorOptions, 'types' | 'fundingCurrencies'> & {
  readonly feed: Pick<MarketData, 'venue' | 'books' | 'heartbeatMs'>;
  /** With the fees of the run. */
  readonly instruments: readonly Instrument[];
  /** A book that says nothing for longer is not traded upon, in ms. */
  readonly maxBookAgeMs: number;
  /** Where each message follows the one before it for certain; left out, a book of each market is kept to know them. */
  readonly touches?: Touches | undefined;
};

/** The best prices of the markets of an exchange after its last message, by their places in its list. */
export type Touches = { readonly bids: ArrayLike<number>; readonly asks: ArrayLike<number> };

/** A cycle with what is left of it after fees, and its best moment: the product of its rates before fees, and when, in UTC milliseconds. */
type Near = { readonly cycle: Cycle; readonly kept: number; product: number; at: number };

/** Caveats for the operator about the best cycles of a run that is played in windows. */
export const nearestNote =
  'Where nothing paid, the nearest cycles were looked at once a minute: between two looks one may have been nearer.';
/** So many of the best cycles are told. */
const mostNear = 10;
/** How often the best of the cycles that lose before fees is looked for: that is a walk over all of them. */
const lookMs = 60_000;

/**
 * Follows every directed cycle without fees: one that is worth more than it costs is seen in each row, of the others the best at the end of
 * each minute.
 */
export const watchMarket = (options: WatchOptions): MarketWatch => {
  const { feed, instruments, types, fundingCurrencies, maxBookAgeMs, touches } = options;
  const detector = createDetector({ instruments: freeOfFees(instruments), types, fundingCurrencies, threshold: 0 });
  const markets = new Map(instruments.map(({ symbol }, market) => [symbol, market]));
  const books: (OrderBook | undefined)[] = instruments.map(() => undefined);
  const kept = instruments.map(keptOver);
  const near = new Map<number, Near>();
  const freshness = createFreshness(instruments.length);
  // Where a connection shows that it lives, a quiet book is as good as a new one.
  const ages = feed.heartbeatMs === undefined;
  const epoch: Elapsed = elapsedOf(0);
  let looked = Number.NEGATIVE_INFINITY;

  const note = (cycle: Cycle, at: number): void => {
    const known = near.get(cycle.key);
    if (known === undefined) {
      const left = cycle.edges.reduce((all, edge) => all * (kept[edge >> 1]?.[edge & 1] as number), 1);
      near.set(cycle.key, { cycle, kept: left, product: cycle.product, at });
    } else if (cycle.product > known.product) Object.assign(known, { product: cycle.product, at });
  };
  const lookAtAll = (at: number): void => {
    const best = detector.best();
    if (best !== null) note(best, at);
  };
  const drop = (market: number): void => {
    detector.update(market, Number.NaN, Number.NaN);
  };

  let [bid, ask] = [0, 0];
  /** Reads the best prices after a message; whether its book is to be used. */
  const read = (event: BookUpdated, market: number): boolean => {
    if (touches !== undefined) {
      bid = touches.bids[market] as number;
      ask = touches.asks[market] as number;
      // A snapshot counts once a message has followed it.
      return event.kind === 'delta';
    }
    books[market] ??= createOrderBook(feed.books);
    const book = books[market] as OrderBook;
    applyUpdate(book, event);
    bid = bestPrice(book.bids);
    ask = bestPrice(book.asks);
    return book.broken === null && book.isConfirmed;
  };

  const quote = (event: BookUpdated, market: number): void => {
    if (!read(event, market)) {
      drop(market);
      return;
    }
    const hits = detector.update(market, bid, ask);
    // The books were like this one after the other, and not at once.
    if (event.quiet) return;
    for (let hit = 0; hit < hits; hit++) {
      const known = near.get(detector.key(hit));
      if (known === undefined || detector.productAt(hit) > known.product) note(detector.cycle(hit), event.at);
    }
  };

  const take = (event: FeedEvent): void => {
    if (event.type === 'BookUpdated') {
      const market = markets.get(event.symbol);
      if (market === undefined) return;
      const now = since(epoch, event.received);
      if (!event.quiet && event.at - looked >= lookMs) {
        if (looked > 0) lookAtAll(event.at);
        looked = event.at;
      }
      if (ages) {
        freshness.dropBefore(now - maxBookAgeMs, drop);
        freshness.touch(market, now);
      }
      quote(event, market);
    } else if (event.type === 'BookDistrusted') {
      const market = markets.get(event.symbol);
      if (market !== undefined) lose(market);
    } else if (event.type === 'BooksReset') for (const market of books.keys()) lose(market);
  };
  const lose = (market: number): void => {
    const book = books[market];
    if (book !== undefined) disconnectBook(book);
    drop(market);
  };

  return {
    take,
    look: ({ bids, asks }, at) => {
      for (let market = 0; market < instruments.length; market++)
        detector.update(market, bids[market] as number, asks[market] as number);
      lookAtAll(at);
      looked = at;
    },
    nearest: () => {
      lookAtAll(looked);
      return nearestOf(feed.venue, near.values());
    },
  };
};

/** The markets as if nothing were charged. */
const freeOfFees = (instruments: readonly Instrument[]): Instrument[] =>
  instruments.map((one) => ({ ...one, takerFee: 0, tokenFee: 0, feeCurrency: 'received' }));

/** The best of these cycles, the most profitable after fees first. */
const nearestOf = (exchange: string, near: Iterable<Near>): readonly NearCycleRecord[] =>
  [...near]
    .sort((a, b) => b.product * b.kept - a.product * a.kept)
    .slice(0, mostNear)
    .map((one) => recordOf(exchange, one));

/** What a leg leaves of one unit, selling and buying. */
const keptOver = (instrument: Instrument): readonly [sell: number, buy: number] => {
  const fee = feeOf(instrument);
  return [1 - fee, instrument.feeCurrency === 'quote' ? 1 / (1 + fee) : 1 - fee];
};

const recordOf = (exchange: string, { cycle, kept, product, at }: Near): NearCycleRecord => ({
  type: cycle.type,
  exchange,
  symbols: cycle.symbols,
  at: isoTime(at),
  gross_pct: 100 * (product - 1),
  profit_pct: 100 * (product * kept - 1),
  break_even_pct: 100 * (1 - product ** (-1 / cycle.edges.length)),
});

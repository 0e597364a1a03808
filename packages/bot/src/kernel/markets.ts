import { bestPrice, levelsOf } from '../market/book-side.ts';
import { charged, type FeePayer, feePayerOf, paidInToken } from '../market/fees.ts';
import {
  applyUpdate,
  createOrderBook,
  disconnectBook,
  distrustBook,
  type OrderBook,
  snapshotOf,
  type Trust,
  trustOf,
} from '../market/order-book.ts';
import type { BookUpdated } from '../model/event.ts';
import type { BookProof } from '../model/exchange.ts';
import type { Instrument } from '../model/instrument.ts';
import { type Elapsed, since } from '../model/moment.ts';
import { heardOf, oldUnheard, receivedAt, type Unheard } from '../model/unheard.ts';
import { createDetector, type Detector } from '../strategy/detector.ts';
import { type Connection, createConnection } from './connection.ts';
import { createEdges } from './edges.ts';
import type { ExchangeMarkets } from './exchange-markets.ts';
import type { Market, Scan } from './market.ts';
import { relistMarkets } from './relist.ts';
import { topsOf } from './tops.ts';
import { unheardBookOf } from './unheard-book.ts';

type Setting = {
  readonly exchange: string;
  readonly books: BookProof;
  readonly instruments: readonly Instrument[];
  readonly fundingCurrencies: readonly string[];
  /** Of the feed; left out, a book that is older than `maxBookAgeMs` is stale. */
  readonly heartbeatMs?: number | undefined;
  readonly maxBookAgeMs: number;
  /** Left out, every message is heard as it comes. */
  readonly unheard?: Unheard | undefined;
  now(): Elapsed;
};

/** A book that has not changed for so long, in ms, is read again before an execution, and its reading holds for so long. */
const quietAfterMs = 30_000;
const readingHoldsMs = 1000;
/** What a sweep mostly finds. */
const nothing = { lost: [], back: [] };

export const createExchangeMarkets = (setting: Setting, first: Scan): ExchangeMarkets => {
  const { exchange, fundingCurrencies, heartbeatMs, maxBookAgeMs, unheard, now } = setting;
  let clockAheadMs: number | null = null;
  let connections: readonly Connection[] = [];
  const connection = (name: string | null = null): Connection => {
    const known = connections.find((one) => one.name === name);
    if (known) return known;
    const one = createConnection(name, heartbeatMs ?? null, () => clockAheadMs);
    connections = [...connections, one];
    return one;
  };
  /** As listed, by the ids of their markets. */
  const instruments = [...setting.instruments];
  /** As they were heard, by the ids of their markets. */
  const books: OrderBook[] = [];
  const unheardBook = unheardBookOf(books, (id) => pull(id));
  const marketOf = (instrument: Instrument, id: number): Market => {
    const book = createOrderBook(setting.books);
    books[id] = book;
    const market = {
      ...{ id, instrument, offered: false, excluded: false, delisted: false, confirmed: null },
      connection: heartbeatMs === undefined ? connection() : null,
    };
    return unheard === undefined ? { ...market, book } : Object.assign(Object.create(unheardBook), market);
  };
  const markets = instruments.map(marketOf);
  const bySymbol = new Map(markets.map((market) => [market.instrument.symbol, market]));
  const edges = createEdges(bySymbol);
  const updates: ExchangeMarkets['updates'] = { count: 0, last_at: null };
  let pairs: ReadonlySet<string>;
  let isAwaiting = false;
  let detector: Detector;
  let feePayer: FeePayer | null;

  // A quiet book on a connection that lives is true: its age says nothing.
  const longestAgeMs = heartbeatMs === undefined ? maxBookAgeMs : Number.POSITIVE_INFINITY;
  const trust = (market: Market, at = now()): Trust => {
    const own = trustOf(books[market.id] as OrderBook, at, longestAgeMs);
    return withdrawn(market) ?? (own === 'trusted' ? (linkFault(market, at) ?? own) : own);
  };
  const withdrawn = ({ delisted, instrument }: Market): 'suspended' | null =>
    delisted || instrument.status === 'suspended' ? 'suspended' : null;
  const linkFault = ({ connection }: Market, at: Elapsed): Trust | null =>
    connection === null ? 'unsubscribed' : connection.fault(at);
  const isScanned = (market: Market): boolean =>
    !market.excluded && (pairs.size === 0 || pairs.has(market.instrument.symbol));

  const offer = (market: Market, at = now()): number => {
    pull(market.id);
    const { bids, asks } = books[market.id] as OrderBook;
    return offerTops(market, trust(market, at) === 'trusted', bestPrice(bids), bestPrice(asks));
  };
  const offerTops = (market: Market, isTrusted: boolean, bid: number, ask: number): number => {
    const offered = isTrusted && isScanned(market);
    if (!offered && !market.offered) return 0;
    market.offered = offered;
    return offered ? detector.update(market.id, bid, ask) : detector.update(market.id, 0, 0);
  };

  let sweptAt = now();
  const hear = (market: Market, event: BookUpdated): boolean => {
    updates.count++;
    updates.last_at = event.at;
    market.connection?.hear(event);
    return applyUpdate(books[market.id] as OrderBook, event) !== 'duplicate';
  };
  const hearLate = (event: BookUpdated): void => {
    const market = bySymbol.get(event.symbol);
    if (market) hear(market, event);
  };
  /** The book is as if every message had been heard. The cycles found last stay as they are: they are read meanwhile. */
  const pull = (id: number): void => unheard?.fetch(id, hearLate);
  /** So are all cycles, at the moment of each message: what has grown old since then was left alone until the last sweep. */
  const catchUp = (at = sweptAt): void => unheard?.moved((id) => follow(id, at));
  const follow = (id: number, at: Elapsed): void => {
    if (!unheard) return;
    const market = markets[id] as Market;
    const { broken, isConfirmed } = books[id] as OrderBook;
    const bid = unheard.bids[id] ?? 0;
    const ask = unheard.asks[id] ?? 0;
    const received = receivedAt(unheard, id);
    const isSound = broken === null && isConfirmed && bid > 0 && bid < ask;
    // A sound book stays sound: its best prices are enough until somebody reads it.
    if (isSound && !isAwaiting && unheard.waits[id] === 1) {
      const isUp = withdrawn(market) === null && linkFault(market, at) === null;
      offerTops(market, isUp && since(received, at) <= longestAgeMs, bid, ask);
      return;
    }
    offer(market, at);
    if (isAwaiting && trust(market, received) === 'trusted') isAwaiting = false;
  };

  /** Whether it is no longer offered, or is again; what is unheard is followed later, and only grows old. */
  const hasMoved = (market: Market, id: number): boolean =>
    unheard?.waits[id] === 1
      ? market.offered && since(receivedAt(unheard, id), sweptAt) > longestAgeMs
      : market.offered !== (isScanned(market) && trust(market, sweptAt) === 'trusted');
  const hasOld = unheard && oldUnheard(unheard, longestAgeMs);
  const allMoved = (): readonly Market[] =>
    unheard === undefined || hasOld?.(sweptAt) ? markets.filter(hasMoved) : heardOf(unheard, markets, hasMoved);

  const voidBooks = (voided: readonly Market[], voidBook = disconnectBook): readonly Market[] => {
    for (const market of voided) {
      voidBook(market.book);
      offer(market);
    }
    return voided;
  };

  let [last, isPaidInToken] = [first, false];
  const lookFor = (next: Scan): void => {
    const { threshold, pairs: wanted, tri, quad, fees } = next;
    last = next;
    pairs = new Set(wanted);
    const own = instruments.map((instrument) => charged(instrument, fees));
    feePayer = feePayerOf(own);
    const priced = isPaidInToken ? own.map(paidInToken) : own;
    for (const [at, market] of markets.entries()) market.instrument = priced[at] ?? market.instrument;
    detector = createDetector({ instruments: priced, types: { tri, quad }, fundingCurrencies, threshold });
    for (const market of markets) {
      market.offered = false;
      offer(market);
    }
  };
  lookFor(first);

  return {
    exchange,
    markets,
    updates,
    scan: (next) => {
      catchUp();
      // The bot starts and stops with the cycles that it looks for already: with thousands of markets they take long to lay out.
      if (JSON.stringify(next) !== JSON.stringify(last)) lookFor(next);
      else for (const market of markets) offer(market);
    },
    payInToken: (isPaid) => {
      if (isPaid === isPaidInToken) return;
      catchUp();
      isPaidInToken = isPaid;
      lookFor(last);
    },
    isPaidInToken: () => isPaidInToken,
    feePayer: () => feePayer,
    trust: (market) => {
      pull(market.id);
      return trust(market);
    },
    detector: () => {
      catchUp();
      return detector;
    },
    market: (symbol) => bySymbol.get(symbol),
    apply: (event) => {
      const market = bySymbol.get(event.symbol);
      if (!market) return null;
      catchUp();
      if (!hear(market, event)) return null;
      const hits = offer(market);
      if (isAwaiting && trust(market) === 'trusted') isAwaiting = false;
      return { market, hits };
    },
    relist: (listed) => {
      catchUp();
      const relisted = relistMarkets({ instruments, markets, bySymbol, marketOf }, listed);
      const { changed, added, removed } = relisted;
      edges.clear();
      if (changed.length + added.length + removed.length > 0) lookFor(last);
      return relisted;
    },
    exclude: (symbol, isExcluded) => {
      const market = bySymbol.get(symbol);
      if (!market) return;
      catchUp();
      market.excluded = isExcluded;
      offer(market);
    },
    awaitsBooks: () => {
      if (isAwaiting) catchUp();
      return isAwaiting;
    },
    awaitBooks: (isAwaited) => {
      catchUp();
      isAwaiting = isAwaited;
    },
    attend: (symbol, by) => unheard?.attend(symbol, by),
    distrust: (symbol, reason) => {
      catchUp();
      if (symbol === undefined) return voidBooks(markets);
      const one = bySymbol.get(symbol);
      return voidBooks(one ? [one] : [], reason === 'differs' ? (book) => disconnectBook(book, reason) : distrustBook);
    },
    sweep: () => {
      const before = sweptAt;
      sweptAt = now();
      // What was fetched may not have been followed yet: then it does not come back now.
      let moved = allMoved();
      if (moved.some(({ offered }) => !offered)) {
        catchUp(before);
        moved = allMoved();
      }
      if (moved.length === 0) return nothing;
      const { lost = [], back = [] } = Object.groupBy(moved, ({ offered }) => (offered ? 'lost' : 'back'));
      for (const market of lost) offer(market);
      return { lost, back };
    },
    letIn: offer,
    connections: () => {
      // What is unheard came all the same.
      const newest = unheard?.newest();
      if (newest) for (const one of connections) one.hear(newest);
      return connections;
    },
    connection,
    subscribe: (symbol, name) => {
      const market = bySymbol.get(symbol);
      if (!market || heartbeatMs === undefined) return [];
      market.connection = connection(name);
      return voidBooks([market]);
    },
    unsubscribe: (name) => {
      if (heartbeatMs === undefined) return [];
      const gone = markets.filter(
        (market) => market.connection !== null && (name === undefined || market.connection.name === name),
      );
      for (const market of gone) market.connection = null;
      return voidBooks(gone);
    },
    isQuiet: ({ book, confirmed }) =>
      heartbeatMs !== undefined &&
      since(book.receiveTime, now()) > quietAfterMs &&
      (confirmed === null || since(confirmed, now()) > readingHoldsMs),
    get clockAheadMs() {
      return clockAheadMs;
    },
    set clockAheadMs(ms) {
      clockAheadMs = ms;
    },
    read: (symbol) => {
      const market = bySymbol.get(symbol);
      return market ? snapshotOf(exchange, symbol, market.book) : null;
    },
    tops: () => {
      const at = now();
      return topsOf(books, (id) => trust(markets[id] as Market, at) === 'trusted', unheard, at, longestAgeMs);
    },
    levels: (symbol, side) => {
      const market = bySymbol.get(symbol);
      if (!market) return null;
      const { asks, bids } = market.book;
      return trust(market) === 'trusted' ? levelsOf(side === 'buy' ? asks : bids) : null;
    },
    edge: edges.between,
  };
};

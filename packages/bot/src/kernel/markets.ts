import { bestPrice, levelsOf } from '../market/book-side.ts';
import { charged, type FeePayer, feePayerOf, paidInToken } from '../market/fees.ts';
import {
  applyUpdate,
  createOrderBook,
  disconnectBook,
  distrustBook,
  snapshotOf,
  type Trust,
  trustOf,
} from '../market/order-book.ts';
import type { BookProof } from '../model/exchange.ts';
import type { Instrument } from '../model/instrument.ts';
import { type Elapsed, since } from '../model/moment.ts';
import { createDetector, type Detector } from '../strategy/detector.ts';
import { type Connection, createConnection } from './connection.ts';
import { createEdges } from './edges.ts';
import type { ExchangeMarkets } from './exchange-markets.ts';
import type { Market, Scan } from './market.ts';
import { relistMarkets } from './relist.ts';
import { topsOf } from './tops.ts';

type Setting = {
  readonly exchange: string;
  readonly books: BookProof;
  readonly instruments: readonly Instrument[];
  readonly fundingCurrencies: readonly string[];
  /** Of the feed; left out, a book that is older than `maxBookAgeMs` is stale. */
  readonly heartbeatMs?: number | undefined;
  readonly maxBookAgeMs: number;
  now(): Elapsed;
};

/** A book that has not changed for so long, in ms, is read again before an execution, and its reading holds for so long. */
const quietAfterMs = 30_000;
const readingHoldsMs = 1000;
/** What a sweep mostly finds. */
const nothing = { lost: [], back: [] };

export const createExchangeMarkets = (setting: Setting, first: Scan): ExchangeMarkets => {
  const { exchange, fundingCurrencies, heartbeatMs, maxBookAgeMs, now } = setting;
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
  const marketOf = (instrument: Instrument, id: number): Market => ({
    ...{ id, instrument, offered: false, excluded: false, delisted: false, confirmed: null },
    connection: heartbeatMs === undefined ? connection() : null,
    book: createOrderBook(setting.books),
  });
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
    const own = trustOf(market.book, at, longestAgeMs);
    return withdrawn(market) ?? (own === 'trusted' ? (linkFault(market, at) ?? own) : own);
  };
  const withdrawn = ({ delisted, instrument }: Market): 'suspended' | null =>
    delisted || instrument.status === 'suspended' ? 'suspended' : null;
  const linkFault = ({ connection }: Market, at: Elapsed): Trust | null =>
    connection === null ? 'unsubscribed' : connection.fault(at);
  const isScanned = (market: Market): boolean =>
    !market.excluded && (pairs.size === 0 || pairs.has(market.instrument.symbol));

  const offer = (market: Market): number => {
    const offered = isOpen(market, now());
    if (!offered && !market.offered) return 0;
    market.offered = offered;
    const { bids, asks } = market.book;
    return offered ? detector.update(market.id, bestPrice(bids), bestPrice(asks)) : detector.update(market.id, 0, 0);
  };
  const isOpen = (market: Market, at: Elapsed): boolean => isScanned(market) && trust(market, at) === 'trusted';

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
      // The bot starts and stops with the cycles that it looks for already: with thousands of markets they take long to lay out.
      if (JSON.stringify(next) !== JSON.stringify(last)) lookFor(next);
      else for (const market of markets) offer(market);
    },
    payInToken: (isPaid) => {
      if (isPaid === isPaidInToken) return;
      isPaidInToken = isPaid;
      lookFor(last);
    },
    isPaidInToken: () => isPaidInToken,
    feePayer: () => feePayer,
    trust: (market) => trust(market),
    detector: () => detector,
    market: (symbol) => bySymbol.get(symbol),
    apply: (event) => {
      const market = bySymbol.get(event.symbol);
      if (!market) return null;
      updates.count++;
      updates.last_at = event.at;
      market.connection?.hear(event);
      if (applyUpdate(market.book, event) === 'duplicate') return null;
      const hits = offer(market);
      if (isAwaiting && trust(market) === 'trusted') isAwaiting = false;
      return { market, hits };
    },
    relist: (listed) => {
      const relisted = relistMarkets({ instruments, markets, bySymbol, marketOf }, listed);
      const { changed, added, removed } = relisted;
      edges.clear();
      if (changed.length + added.length + removed.length > 0) lookFor(last);
      return relisted;
    },
    exclude: (symbol, isExcluded) => {
      const market = bySymbol.get(symbol);
      if (!market) return;
      market.excluded = isExcluded;
      offer(market);
    },
    awaitsBooks: () => isAwaiting,
    awaitBooks: (isAwaited) => {
      isAwaiting = isAwaited;
    },
    distrust: (symbol, reason) => {
      if (symbol === undefined) return voidBooks(markets);
      const one = bySymbol.get(symbol);
      return voidBooks(one ? [one] : [], reason === 'differs' ? (book) => disconnectBook(book, reason) : distrustBook);
    },
    sweep: () => {
      const at = now();
      const moved = markets.filter((market) => market.offered !== isOpen(market, at));
      if (moved.length === 0) return nothing;
      const { lost = [], back = [] } = Object.groupBy(moved, ({ offered }) => (offered ? 'lost' : 'back'));
      for (const market of lost) offer(market);
      return { lost, back };
    },
    letIn: offer,
    connections: () => connections,
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
      return topsOf(markets, (market) => trust(market, at) === 'trusted');
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

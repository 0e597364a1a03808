import { bestPrice, levelsOf } from '../market/book-side.ts';
import { charged, paidInToken } from '../market/fees.ts';
import { applyUpdate, createOrderBook, disconnectBook, snapshotOf, type Trust, trustOf } from '../market/order-book.ts';
import type { BookUpdated } from '../model/event.ts';
import type { BookProof, Side } from '../model/exchange.ts';
import type { Instrument } from '../model/instrument.ts';
import type { Levels } from '../model/levels.ts';
import { type Elapsed, since } from '../model/moment.ts';
import type { Unheard } from '../model/unheard.ts';
import type { Tops } from '../portfolio/usd-prices.ts';
import { createDetector, type Detector } from '../strategy/detector.ts';
import { type Connection, createConnection } from './connection.ts';
import { createEdges } from './edges.ts';
import type { Market, Relisted, Scan } from './market.ts';
import { relistMarkets } from './relist.ts';
import { topsOf } from './tops.ts';

/** The markets of one exchange with the cycles over them. */
export type ExchangeMarkets = {
  readonly exchange: string;
  readonly markets: readonly Market[];
  detector(): Detector;
  market(symbol: string): Market | undefined;
  /** Takes a market out of all cycles, or lets it in again. */
  exclude(symbol: string, isExcluded: boolean): void;
  /** Takes the markets that the exchange lists now. What of them has changed; the books of those whose rules did are void. */
  relist(listed: readonly Instrument[]): Relisted;
  /** Starts looking for other cycles; the books stay. */
  scan(scan: Scan): void;
  /** Whether the fee token is assumed to pay the fees from now on. */
  payInToken(isPaid: boolean): void;
  isPaidInToken(): boolean;
  /** Takes a message; how many cycles through its market now exceed the threshold, null when the message changed nothing. */
  apply(event: BookUpdated): { readonly market: Market; readonly hits: number } | null;
  /** Whether new books are to come before anything is begun, at whatever exchange. */
  awaitsBooks(): boolean;
  /** From here on new books are awaited, until one is trusted; or no longer. */
  awaitBooks(isAwaited: boolean): void;
  /** Voids every book, or one. */
  distrust(symbol?: string, reason?: 'waiting' | 'differs'): readonly Market[];
  /** Takes books that are no longer trusted out of their cycles, and lets in those that are again, with how many cycles exceed the threshold. */
  sweep(): {
    readonly lost: readonly Market[];
    readonly found: readonly { readonly market: Market; readonly hits: number }[];
  };
  /** The connections of the feed that were heard of, and one by its name; left out, the only one. */
  connections(): readonly Connection[];
  connection(name?: string): Connection;
  /** The subscription of a market is acknowledged: its book is void until messages come. Returns the market. */
  subscribe(symbol: string, connection?: string): readonly Market[];
  /** The subscriptions of a connection are gone, left out, all; returns the markets. Nothing happens where the feed acknowledges none. */
  unsubscribe(connection?: string): readonly Market[];
  /** Whether a trusted book has not changed for so long that it is to be read again before an execution. */
  isQuiet(market: Market): boolean;
  /** The exchange's clock less ours, in ms, as it was measured last; null when it was not. */
  clockAheadMs: number | null;
  trust(market: Market): Trust;
  /** A book as a snapshot that is read at once; null while it is void. */
  read(symbol: string): BookUpdated | null;
  /** The best prices of the trusted books as they are now. */
  tops(): Tops;
  /** What a trusted book offers to an order of that side; null while it is not trusted. */
  levels(symbol: string, side: Side): Levels | null;
  /** Edge of the detector that turns one currency into another, null where there is no market. */
  edge(from: string, to: string): number | null;
  readonly updates: { count: number; last_at: number | null };
};

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

export const createExchangeMarkets = (setting: Setting, first: Scan): ExchangeMarkets => {
  const { exchange, fundingCurrencies, heartbeatMs, maxBookAgeMs, unheard, now } = setting;
  let clockAheadMs: number | null = null;
  const connections = new Map<string, Connection>();
  const connection = (name?: string): Connection => {
    const known =
      connections.get(name ?? '') ?? createConnection(name ?? null, heartbeatMs ?? null, () => clockAheadMs);
    connections.set(name ?? '', known);
    return known;
  };
  /** As listed, by the ids of their markets. */
  const instruments = [...setting.instruments];
  const marketOf = (instrument: Instrument, id: number): Market => ({
    id,
    instrument,
    book: createOrderBook(setting.books),
    offered: false,
    excluded: false,
    delisted: false,
    connection: heartbeatMs === undefined ? connection() : null,
    confirmed: null,
  });
  const markets = instruments.map(marketOf);
  const bySymbol = new Map(markets.map((market) => [market.instrument.symbol, market]));
  const edges = createEdges(bySymbol);
  const updates: ExchangeMarkets['updates'] = { count: 0, last_at: null };
  let pairs: ReadonlySet<string>;
  let isAwaiting = false;
  let detector: Detector;

  // A quiet book on a connection that lives is true: its age says nothing.
  const longestAgeMs = heartbeatMs === undefined ? maxBookAgeMs : Number.POSITIVE_INFINITY;
  const trust = ({ book, connection, delisted, instrument }: Market, at = now()): Trust => {
    if (delisted || instrument.status === 'suspended') return 'suspended';
    const own = trustOf(book, at, longestAgeMs);
    if (own !== 'trusted') return own;
    return connection === null ? 'unsubscribed' : (connection.fault(at) ?? 'trusted');
  };
  const isScanned = (market: Market): boolean =>
    !market.excluded && (pairs.size === 0 || pairs.has(market.instrument.symbol));

  const offer = (market: Market, at = now()): number => {
    const offered = isScanned(market) && trust(market, at) === 'trusted';
    if (!offered && !market.offered) return 0;
    market.offered = offered;
    const { bids, asks } = market.book;
    return offered ? detector.update(market.id, bestPrice(bids), bestPrice(asks)) : detector.update(market.id, 0, 0);
  };

  let sweptAt = now();
  const hear = (market: Market, event: BookUpdated): boolean => {
    updates.count++;
    updates.last_at = event.at;
    market.connection?.hear(event);
    return applyUpdate(market.book, event) !== 'duplicate';
  };
  /** The books are as if every message had been heard at its moment: what has grown old since then was left alone until the last sweep. */
  const catchUp = (): void =>
    unheard?.fetch((event) => {
      const market = bySymbol.get(event.symbol);
      if (!market || !hear(market, event)) return;
      offer(market, sweptAt);
      if (isAwaiting && trust(market, event.received) === 'trusted') isAwaiting = false;
    });

  const voidBooks = (voided: readonly Market[], reason?: 'waiting' | 'differs'): readonly Market[] => {
    for (const market of voided) {
      disconnectBook(market.book, reason);
      offer(market);
    }
    return voided;
  };

  let last = first;
  let isPaidInToken = false;
  const lookFor = (next: Scan): void => {
    const { threshold, pairs: wanted, tri, quad, fees } = next;
    last = next;
    pairs = new Set(wanted);
    const priced = instruments.map((instrument) => {
      const own = charged(instrument, fees);
      return isPaidInToken ? paidInToken(own) : own;
    });
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
    trust: (market) => {
      catchUp();
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
      catchUp();
      return isAwaiting;
    },
    awaitBooks: (isAwaited) => {
      catchUp();
      isAwaiting = isAwaited;
    },
    distrust: (symbol, reason) => {
      catchUp();
      const one = symbol === undefined ? undefined : bySymbol.get(symbol);
      return voidBooks(symbol === undefined ? markets : one ? [one] : [], reason);
    },
    sweep: () => {
      sweptAt = now();
      const moved = markets.filter(
        (market) => !unheard?.has(market.id) && market.offered !== (isScanned(market) && trust(market) === 'trusted'),
      );
      const seen = moved.map((market) => ({ market, hits: offer(market) }));
      return { lost: moved.filter(({ offered }) => !offered), found: seen.filter(({ hits }) => hits > 0) };
    },
    connections: () => [...connections.values()],
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
      catchUp();
      const market = bySymbol.get(symbol);
      return market ? snapshotOf(exchange, symbol, market.book) : null;
    },
    tops: () => {
      const at = now();
      const isYoung = (received: Elapsed): boolean => since(received, at) <= longestAgeMs;
      return topsOf(markets, (market) => trust(market, at) === 'trusted', unheard, isYoung);
    },
    levels: (symbol, side) => {
      catchUp();
      const market = bySymbol.get(symbol);
      return market && trust(market) === 'trusted'
        ? levelsOf(side === 'buy' ? market.book.asks : market.book.bids)
        : null;
    },
    edge: edges.between,
  };
};

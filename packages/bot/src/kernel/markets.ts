import type { ExchangeFees } from '@triquad/core/contract';
import { bestPrice, levelsOf } from '../market/book-side.ts';
import { charged } from '../market/fees.ts';
import {
  applyUpdate,
  createOrderBook,
  disconnectBook,
  type OrderBook,
  type Trust,
  trustOf,
} from '../market/order-book.ts';
import type { BookUpdated } from '../model/event.ts';
import type { BookProof, Side } from '../model/exchange.ts';
import type { Instrument } from '../model/instrument.ts';
import type { Levels } from '../model/levels.ts';
import { type Elapsed, since } from '../model/moment.ts';
import { createDetector, type Detector } from '../strategy/detector.ts';

/** One market of an exchange as it stands now. */
export type Market = {
  readonly id: number;
  /** With the fees of the scan. */
  instrument: Instrument;
  readonly book: OrderBook;
  /** Whether the detector reckons with it: trusted, and among the pairs that are traded. */
  offered: boolean;
  /** Its orders are refused: no cycle leads through it. */
  excluded: boolean;
};

/** What decides which cycles are looked for. */
export type Scan = {
  /** Fraction: 0.005 is 0.5 %. */
  readonly threshold: number;
  /** Empty means all. */
  readonly pairs: readonly string[];
  readonly tri: boolean;
  readonly quad: boolean;
  /** Of the configuration; left out, the markets' own hold. */
  readonly fees?: ExchangeFees | undefined;
};

/** The markets of one exchange with the cycles over them. */
export type ExchangeMarkets = {
  readonly exchange: string;
  readonly markets: readonly Market[];
  detector(): Detector;
  market(symbol: string): Market | undefined;
  /** Takes a market out of all cycles, or lets it in again. */
  exclude(symbol: string, isExcluded: boolean): void;
  /** Starts looking for other cycles; the books stay. */
  scan(scan: Scan): void;
  /** Takes a message; how many cycles through its market now exceed the threshold, null when the message changed nothing. */
  apply(event: BookUpdated): { readonly market: Market; readonly hits: number } | null;
  /** Whether new books are to come before anything is begun, at whatever exchange. */
  awaitsBooks(): boolean;
  /** From here on new books are awaited, until one is trusted; or no longer. */
  awaitBooks(isAwaited: boolean): void;
  /** Voids every book, or one. */
  distrust(symbol?: string): readonly Market[];
  /** Takes books that have grown too old out of their cycles; returns them. */
  sweep(): readonly Market[];
  trust(market: Market): Trust;
  /** What a trusted book offers to an order of that side; null while it is not trusted. */
  levels(symbol: string, side: Side): Levels | null;
  /** Edge of the detector that turns one currency into another, null where there is no market. */
  edge(from: string, to: string): number | null;
  /** `heard`: when the bytes of the last message were read. */
  readonly updates: { count: number; last_at: number | null; heard: Elapsed | null };
};

type Setting = {
  readonly exchange: string;
  readonly books: BookProof;
  readonly instruments: readonly Instrument[];
  readonly fundingCurrencies: readonly string[];
  readonly maxBookAgeMs: number;
  now(): Elapsed;
};

export const createExchangeMarkets = (setting: Setting, first: Scan): ExchangeMarkets => {
  const { exchange, instruments, maxBookAgeMs, now } = setting;
  const markets = instruments.map(
    (instrument, id): Market => ({
      id,
      instrument,
      book: createOrderBook(setting.books),
      offered: false,
      excluded: false,
    }),
  );
  const bySymbol = new Map(markets.map((market) => [market.instrument.symbol, market]));
  const updates: ExchangeMarkets['updates'] = { count: 0, last_at: null, heard: null };
  let pairs: ReadonlySet<string>;
  let isAwaiting = false;
  let detector: Detector;

  const trust = (market: Market): Trust => trustOf(market.book, now(), maxBookAgeMs);
  const isScanned = (market: Market): boolean =>
    !market.excluded && (pairs.size === 0 || pairs.has(market.instrument.symbol));

  const offer = (market: Market): number => {
    const offered = isScanned(market) && trust(market) === 'trusted';
    if (!offered && !market.offered) return 0;
    market.offered = offered;
    const { bids, asks } = market.book;
    return offered ? detector.update(market.id, bestPrice(bids), bestPrice(asks)) : detector.update(market.id, 0, 0);
  };

  const scan = ({ threshold, pairs: wanted, tri, quad, fees }: Scan): void => {
    pairs = new Set(wanted);
    const { fundingCurrencies } = setting;
    const priced = instruments.map((instrument) => charged(instrument, fees));
    for (const [at, market] of markets.entries()) market.instrument = priced[at] ?? market.instrument;
    detector = createDetector({ instruments: priced, types: { tri, quad }, fundingCurrencies, threshold });
    for (const market of markets) {
      market.offered = false;
      offer(market);
    }
  };
  scan(first);

  return {
    exchange,
    markets,
    updates,
    scan,
    trust,
    detector: () => detector,
    market: (symbol) => bySymbol.get(symbol),
    apply: (event) => {
      const market = bySymbol.get(event.symbol);
      if (!market) return null;
      updates.count++;
      updates.last_at = event.at;
      if (updates.heard === null || since(updates.heard, event.received) > 0) updates.heard = event.received;
      if (applyUpdate(market.book, event) === 'duplicate') return null;
      const hits = offer(market);
      if (isAwaiting && trust(market) === 'trusted') isAwaiting = false;
      return { market, hits };
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
    distrust: (symbol) => {
      const one = symbol === undefined ? undefined : bySymbol.get(symbol);
      const voided = symbol === undefined ? markets : one ? [one] : [];
      for (const market of voided) {
        disconnectBook(market.book);
        offer(market);
      }
      return voided;
    },
    sweep: () => {
      const aged = markets.filter((market) => market.offered && trust(market) !== 'trusted');
      for (const market of aged) offer(market);
      return aged;
    },
    levels: (symbol, side) => {
      const market = bySymbol.get(symbol);
      if (!market || trust(market) !== 'trusted') return null;
      return levelsOf(side === 'buy' ? market.book.asks : market.book.bids);
    },
    edge: (from, to) => {
      const sale = bySymbol.get(`${from}/${to}`);
      if (sale) return 2 * sale.id;
      const purchase = bySymbol.get(`${to}/${from}`);
      return purchase ? 2 * purchase.id + 1 : null;
    },
  };
};

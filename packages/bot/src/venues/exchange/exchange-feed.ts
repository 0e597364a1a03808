import { inCycles } from '../../market/in-cycles.ts';
import { readInstrumentList } from '../../market/instrument-list.ts';
import type { Clock } from '../../model/clock.ts';
import type { BookProof, MarketData, Throttled, Unknown } from '../../model/exchange.ts';
import type { FeedEvent } from '../../model/feed-event.ts';
import { type Grid, priceOf } from '../../model/grid.ts';
import { type Instrument, parseSymbol } from '../../model/instrument.ts';
import type { LevelList, LevelUpdates } from '../../model/levels.ts';
import { type Elapsed, since } from '../../model/moment.ts';
import { createHotMarkets, parts } from './hot-markets.ts';
import type { Snapshot } from './joined-book.ts';
import { openMarketConnection } from './market-connection.ts';
import type { ProtocolOf } from './protocol.ts';
import { AskedTooOften } from './rest.ts';
import { createScanOnly } from './scan-only.ts';
import { openShards, type Shards } from './shards.ts';
import { createSnapshots } from './snapshots.ts';

/** `place`: where the exchange is reached, as `addressesOf` takes it, e.g. `eea` or `http://127.0.0.1:9000`. */
export type FeedOptions = { readonly clock: Clock; readonly place?: string | undefined };

/** What one exchange differs in from another. */
export type ExchangeDialect = {
  readonly name: string;
  readonly clock: Clock;
  /** The list of its markets, as its API gives it. These calls reject with a clause that says what is the matter. */
  list(timeoutMs: number): Promise<string>;
  /** True for a rejection of `book` that says that there is no such market. */
  isUnknownMarket(reason: string): boolean;
  /** Its clock, in ms since 1970. */
  time(timeoutMs: number): Promise<number>;
  /** The best levels of a market at this moment, best first. */
  book(market: Instrument, timeoutMs: number): Promise<{ readonly bids: LevelUpdates; readonly asks: LevelUpdates }>;
  /** The same with the number of its last update, best `snapshotDepth` levels: where changes of books join it. */
  snapshot?(market: Instrument, timeoutMs: number): Promise<Snapshot>;
  readonly protocolOf: ProtocolOf;
  /** What proves its books; left out, each message is a whole book. */
  readonly proof?: Exclude<BookProof, { kind: 'whole' }>;
  /** A book is the first message of its market with all changes since: the feed keeps it, and says its best levels, whole. */
  readonly isKept?: boolean;
  /** How many a connection may have, and how many connections are made at most. */
  readonly marketsOfConnection: number;
  readonly mostConnections: number;
  /** Why nothing is ever begun there, as a clause. Left out, it may be traded. */
  readonly scanOnly?: string;
};

/** A feed that can be kept from being traded upon. */
export type ExchangeFeed = MarketData & {
  /** From now on it is scanned only, for that reason, a clause; null: it is traded again. */
  restrict(reason: string | null): void;
};

/**
 * Those of its markets through which a cycle leads, as many as there are connections for. One that was watched `before` stays while it is
 * listed: what is held of its currencies is sold there.
 */
export const watchedOf = (
  { name, mostConnections, marketsOfConnection }: ExchangeDialect,
  listed: readonly Instrument[],
  before: readonly Instrument[] = [],
): readonly Instrument[] => {
  const own = listed.filter(({ exchange, symbol }) => exchange === name && parseSymbol(symbol).ok);
  const known = new Set(before.map(({ symbol }) => symbol));
  const { kept = [], others = [] } = Object.groupBy(own, ({ symbol }) => (known.has(symbol) ? 'kept' : 'others'));
  const wanted = new Set(inCycles(own));
  return [...kept, ...others.filter((market) => wanted.has(market))].slice(0, mostConnections * marketsOfConnection);
};

/** @throws Error that names those it does not list. */
const namedOf = (listed: readonly Instrument[], symbols: readonly string[]): readonly Instrument[] => {
  const known = new Map(listed.map((instrument) => [instrument.symbol, instrument]));
  const unknown = symbols.filter((symbol) => !known.has(symbol));
  if (unknown.length > 0) throw new Error(`lists no ${unknown.join(', ')}`);
  return symbols.flatMap((symbol) => known.get(symbol) ?? []);
};

/**
 * Public market data of one exchange: books of these markets; left out, of those through which a cycle leads. Of the hot ones it has more
 * than the usual stream; `isDeep`: of all of them, as far as its connections carry so many.
 */
export const createExchangeFeed = (
  dialect: ExchangeDialect,
  symbols?: readonly string[],
  isDeep = false,
): ExchangeFeed => {
  const { name, clock, list, protocolOf, proof, marketsOfConnection } = dialect;
  let markets: readonly Instrument[] = [];
  let skipped: readonly string[] = [];
  let listed: ReadonlySet<string> = new Set();
  let shards: Shards | null = null;
  const scanOnly = createScanOnly(name, clock, dialect.scanOnly);

  const instruments = async (timeoutMs: number): Promise<readonly Instrument[]> => {
    const read = readInstrumentList(await list(timeoutMs), null);
    if (!read.ok) throw new Error(`its list of markets cannot be read: ${read.message}`);
    skipped = read.skipped;
    listed = new Set(read.instruments.map(({ symbol }) => symbol));
    if (listed.size > 0) shards?.relist(listed);
    markets =
      symbols === undefined ? watchedOf(dialect, read.instruments, markets) : namedOf(read.instruments, symbols);
    return scanOnly.mark(markets);
  };

  /** Reads the list for what is refused, as often as the engine reads it by itself at most. */
  const readAgain = (tell: (event: FeedEvent) => void): (() => void) => {
    let last: Elapsed | null = null;
    return () => {
      const now = clock.monotonic();
      if (last !== null && since(last, now) < listMs) return;
      last = now;
      void answered(async () => ({ kind: 'list', instruments: await instruments(listTimeoutMs) }) as const).then(
        (answer) => {
          if (answer.kind === 'list' && shards !== null)
            tell({ type: 'InstrumentsChanged', exchange: name, instruments: answer.instruments, at: clock.now() });
        },
      );
    };
  };
  return {
    venue: name,
    source: 'exchange',
    books: proof === undefined ? { kind: 'whole' } : { ...proof, resync: (symbol) => shards?.resync(symbol) },
    heartbeatMs,
    instruments,
    subscribe: (listener) => {
      const heard = scanOnly.hear(listener);
      const { snapshot } = dialect;
      /** Markets whose snapshots the exchange refused, as it does not know them. */
      const unknown = new Set<string>();
      const refuse = (market: Instrument, reason: string): void => {
        if (!dialect.isUnknownMarket(reason)) return;
        const { symbol } = market;
        unknown.add(symbol);
        heard.tell({ type: 'MarketUnusable', exchange: name, symbol, why: 'unknown', reason, at: clock.now() });
      };
      const snapshots = snapshot && createSnapshots(clock, snapshot, refuse);
      const keep = (wanted: readonly Instrument[]): void =>
        shards?.keep(wanted.filter(({ symbol }) => listed.has(symbol) && !unknown.has(symbol)));
      const hot = snapshot && (isDeep ? followAll : followHot)(markets, clock, keep);
      const tell = (event: FeedEvent): void => {
        hot?.see(event);
        heard.tell(withSkipped(event, skipped));
      };
      const refused = readAgain(heard.tell);
      const needs = { exchange: name, clock, listener: tell, refused, markets, marketsOfConnection, snapshots };
      const opened = openShards(needs, (own) => openMarketConnection(own, protocolOf(own.markets), dialect.isKept));
      shards = opened;
      return () => {
        heard.stop();
        hot?.stop();
        opened.close();
        shards = null;
      };
    },
    reconnect: (connection) => shards?.reconnect(connection),
    restrict: (reason) => scanOnly.restrict(reason, markets),
    serverTime: (timeoutMs) => answered(async () => ({ kind: 'time', at: await dialect.time(timeoutMs) })),
    readBook: async (symbol, timeoutMs) => {
      const market = markets.find((one) => one.symbol === symbol);
      if (market === undefined) return { kind: 'gone', reason: `it lists no ${symbol}` };
      const answer = await answered(
        async () => ({ kind: 'book', ...(await dialect.book(market, timeoutMs)) }) as const,
      );
      return answer.kind === 'unknown' && dialect.isUnknownMarket(answer.reason) ? { ...answer, kind: 'gone' } : answer;
    },
  };
};

/** Adds to a connection that lives the markets that the list keeps out, with the first of them. */
const withSkipped = (event: FeedEvent, skipped: readonly string[]): FeedEvent => {
  if (event.type !== 'FeedStatusChanged' || event.status !== 'live' || skipped.length === 0) return event;
  const left = `markets not traded, as their rules cannot be read: ${skipped.length}, first ${skipped[0]}`;
  return { ...event, detail: [event.detail, left].filter((part) => part !== '').join('; ') };
};

type Follow = { see(event: FeedEvent): void; stop(): void };
type FollowNeeds = readonly [
  markets: readonly Instrument[],
  clock: Clock,
  keep: (wanted: readonly Instrument[]) => void,
];

const followAll = (...[markets, clock, keep]: FollowNeeds): Follow => {
  const again = (): void => {
    keep(markets);
    cancel = clock.after(wholeMs, again);
  };
  let cancel = clock.after(wholeMs, again);
  return { see: () => {}, stop: () => cancel() };
};

/** Keeps the hot markets among those that a listener hears of. */
const followHot = (...[markets, clock, keep]: FollowNeeds): Follow => {
  const places = new Map(markets.map(({ symbol }, place) => [symbol, place]));
  const hot = createHotMarkets(markets);
  const bestOf = ({ units, count }: LevelList, grid: Grid): number =>
    count > 0 ? priceOf(grid, units[0] as number) : 0;
  const look = (): void => {
    const picked = hot.look(clock.monotonic());
    if (picked !== null) keep(picked.flatMap((place) => markets[place] ?? []));
    cancel = clock.after(hotMs, look);
  };
  let cancel = clock.after(hotMs, look);
  return {
    see: (event: FeedEvent): void => {
      if (event.type !== 'BookUpdated') return;
      const place = places.get(event.symbol);
      if (place !== undefined) hot.see(place, bestOf(event.bids, event.grid), bestOf(event.asks, event.grid));
    },
    stop: () => cancel(),
  };
};

/** How often all of the markets are looked at, and some of them, in ms. */
const wholeMs = 2_000;
const hotMs = wholeMs / parts;

/** Between two readings of the list for what is refused, and until it is answered, in ms. */
const listMs = 600_000;
const listTimeoutMs = 10_000;

/** How often each connection is asked whether it lives, and says by a market that is always busy what time it is, in ms. */
const heartbeatMs = 1_000;

/** The answer of a call, or what became of it. */
async function answered<Answer>(call: () => Promise<Answer>): Promise<Answer | Throttled | Unknown> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof AskedTooOften) return error.throttled;
    return { kind: 'unknown', reason: error instanceof Error ? error.message : String(error) };
  }
}

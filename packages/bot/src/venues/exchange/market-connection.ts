import { createBookMessage, type Stamp } from '../../model/feed-event.ts';
import { gridOf } from '../../model/grid.ts';
import type { Levels } from '../../model/levels.ts';
import { type Elapsed, since } from '../../model/moment.ts';
import { type ConnectionState, connect } from './connection.ts';
import { createDeepBooks } from './deep-books.ts';
import type { Frame } from './frame.ts';
import { KeptBook } from './kept-book.ts';
import { writeLevels } from './level-buffer.ts';
import type { Protocol } from './protocol.ts';
import { createRejections } from './rejections.ts';
import type { MarketConnection, ShardNeeds } from './shards.ts';

type Said = Pick<Frame, 'kind' | 'market' | 'first' | 'last' | 'time' | 'checked'> & {
  readonly bids: Levels;
  readonly asks: Levels;
};

/** A connection that says the books of its markets. `open` makes the connection itself. */
export const openMarketConnection = (
  needs: ShardNeeds,
  protocol: Protocol,
  isKept = false,
  open: typeof connect = connect,
): MarketConnection => {
  const { exchange, name: connectionName, clock, markets, listener } = needs;
  const own = { exchange, connection: connectionName };
  const { reader, depth, meaningOf, again, deep: stream, ...dialect } = protocol;
  const grids = markets.map((market) => gridOf(market));
  const message = createBookMessage(exchange);
  const rejections = createRejections(clock, (sentence) => connection.note(sentence));

  /** The newest message of each market by its time, or by its number where it has none. */
  const numbers = new Float64Array(markets.length).fill(Number.NaN);
  const times = new Float64Array(markets.length).fill(Number.NaN);

  /** Messages of each market in a row that could not be read, and when the last of them came. */
  const unread = new Map<number, { readonly count: number; readonly at: Elapsed }>();

  const kept = new Map<number, KeptBook>();
  let isLive = false;
  const subscribed = new Set<number>();

  /** Times stay: the first book of the next connection must not be an older one. */
  const forget = (): void => {
    subscribed.clear();
    deep?.forget();
    numbers.fill(Number.NaN);
    kept.clear();
  };

  /** A book that was made before another that came is not used, nor is the other: the next newer one is. */
  const isOlder = ({ market, last, time }: Readonly<Frame>): boolean => {
    const [number, newest] = [numbers[market] as number, times[market] as number];
    // By its time first: numbers may begin again after maintenance.
    if (time < newest || (!(time > newest) && last < number)) return true;
    numbers[market] = last;
    times[market] = time;
    return false;
  };

  const askAgain = (market: number): void => {
    const asked = again?.(market);
    if (asked !== undefined) connection.ask(asked.requests, asked.subscription);
  };

  /** What the feed itself distrusts, it asks for itself. */
  const distrust = (market: number, reason: string, { at }: Stamp): void => {
    const symbol = markets[market]?.symbol;
    if (symbol === undefined) return;
    listener({ type: 'BookDistrusted', exchange, symbol, reason, at });
    askAgain(market);
  };

  const hearBook = (frame: Readonly<Frame>, stamp: Stamp): void => {
    const { market } = frame;
    unread.delete(market);
    if (isKept) {
      hearKept(frame, stamp);
      return;
    }
    if (deep?.hear(frame, stamp) === true) return;
    if (isOlder(frame)) {
      distrust(market, 'it is older than the one before', stamp);
      return;
    }
    sayFrame(frame, stamp);
  };

  const sayFrame = (frame: Said, stamp: Stamp): void => {
    const { market, first, last, time, checked = null } = frame;
    const [of, grid] = [markets[market], grids[market]];
    if (of === undefined || grid === undefined) return;
    message.depth = depth;
    message.symbol = of.symbol;
    message.kind = frame.kind === 'book' ? 'snapshot' : 'delta';
    message.grid = grid;
    message.sequence = orNull(last);
    message.first_sequence = frame.kind === 'book' ? null : orNull(first);
    message.exchange_time = orNull(time);
    message.checked = checked;
    message.at = stamp.at;
    message.received = stamp.received;
    writeLevels(message.bids, grid, frame.bids);
    writeLevels(message.asks, grid, frame.asks);
    listener(message);
  };

  /** Says the best levels of a book that the feed keeps. */
  const sayBest = (market: number, book: KeptBook, { at, received }: Stamp, levels: number, last: number): void => {
    const [of, grid] = [markets[market], grids[market]];
    if (of === undefined || grid === undefined) return;
    message.depth = levels;
    message.symbol = of.symbol;
    message.kind = 'snapshot';
    message.grid = grid;
    message.sequence = orNull(last);
    message.first_sequence = null;
    message.exchange_time = orNull(book.time);
    message.checked = null;
    message.at = at;
    message.received = received;
    book.writeBest(levels, message, grid);
    listener(message);
  };

  /** Says the best levels of a book that is kept, once its subscription is acknowledged. */
  const sayKept = (market: number, book: KeptBook, stamp: Stamp): void => {
    if (subscribed.has(market)) sayBest(market, book, stamp, depth, Number.NaN);
  };

  const hearKept = (frame: Readonly<Frame>, stamp: Stamp): void => {
    const { market } = frame;
    const book = kept.get(market) ?? new KeptBook();
    // Changes before the first book belong to none.
    if (frame.kind === 'changes' && !kept.has(market)) return;
    kept.set(market, book);
    if (book.apply(frame, depth)) sayKept(market, book, stamp);
  };

  const hearBooks = (first: Readonly<Frame>, stamp: Stamp): void => {
    for (let frame: Readonly<Frame> | null = first; frame !== null; frame = reader.next())
      if (frame.kind === 'lost') connection.renew(frame.fault, true);
      else hearBook(frame, stamp);
  };

  /** A market of which nothing can be read is void by then: for a while it is neither asked for again nor reported with each message. */
  const hearUnreadable = ({ market, fault }: Readonly<Frame>, bytes: Uint8Array, stamp: Stamp): void => {
    const before = unread.get(market);
    const isKnown = before !== undefined && since(before.at, stamp.received) < unreadMs;
    if (isKnown && before.count >= mostUnread) return;
    if (market >= 0) unread.set(market, { count: isKnown ? before.count + 1 : 1, at: stamp.received });
    rejections.add(fault, bytes);
    const symbol = markets[market]?.symbol;
    if (symbol !== undefined)
      listener({ type: 'MarketUnusable', exchange, symbol, why: 'unreadable', reason: fault, at: stamp.at });
    distrust(market, 'a message about it cannot be read', stamp);
  };

  const hearBeat = (exchange_time: number | null, stamp: Stamp): void =>
    listener({ type: 'HeartbeatReceived', ...own, exchange_time, ...stamp });

  const symbols = new Set(markets.map(({ symbol }) => symbol));
  /** Markets that were reported as halted, and not as trading since. */
  const halts = new Map<string, string>();
  const hearState = ({ symbol, halted }: { readonly symbol: string; readonly halted: string | null }): void => {
    if (!symbols.has(symbol) || halted === (halts.get(symbol) ?? null)) return;
    if (halted === null) halts.delete(symbol);
    else halts.set(symbol, halted);
    listener({ type: 'MarketHalted', exchange, symbol, halted, at: clock.now() });
  };

  const hearControl = ({ control }: Readonly<Frame>, bytes: Uint8Array): void => {
    const meaning = meaningOf(control);
    if (meaning.kind === 'welcome') connection.begin();
    else if (meaning.kind === 'acknowledged') for (const id of meaning.ids) connection.acknowledge(id);
    else if (meaning.kind === 'refused') connection.refuse(meaning.id, meaning.reason);
    else if (meaning.kind === 'failure') {
      if (!isLive) needs.refused?.();
      connection.renew(meaning.reason, true);
    } else if (meaning.kind === 'states') for (const state of meaning.markets) hearState(state);
    else if (meaning.kind === 'unknown') rejections.add('an answer that is not known', bytes);
  };

  const changed = (state: ConnectionState, said: string): void => {
    isLive = state === 'live';
    if (!isLive) forget();
    const detail = said === '' ? details[state](markets.length) : said;
    listener({ type: 'FeedStatusChanged', ...own, status: statuses[state], detail, at: clock.now() });
  };

  const connection = open({
    ...dialect,
    clock,
    changed,
    beat: (stamp) => hearBeat(null, stamp),
    acknowledged: ({ from, to }) => {
      const stamp = { at: clock.now(), received: clock.monotonic() };
      for (const [place, { symbol }] of markets.slice(from, to).entries()) {
        listener({ type: 'MarketSubscribed', ...own, symbol, at: stamp.at });
        subscribed.add(from + place);
        const book = kept.get(from + place);
        if (book !== undefined) sayKept(from + place, book, stamp);
      }
    },
    refused: ({ from, to }, reason) => {
      const at = clock.now();
      for (const { symbol } of markets.slice(from, to))
        listener({ type: 'MarketUnusable', exchange, symbol, why: 'refused', reason, at });
    },
    hear: (bytes, stamp) => {
      const frame = reader.read(bytes);
      if (frame.kind === 'book' || frame.kind === 'changes') hearBooks(frame, stamp);
      else if (frame.kind === 'canary') hearBeat(frame.time, stamp);
      else if (frame.kind === 'control') {
        hearBeat(null, stamp);
        hearControl(frame, bytes);
      } else if (frame.kind === 'lost') connection.renew(frame.fault, true);
      else hearUnreadable(frame, bytes, stamp);
    },
  });
  /** A number of the usual stream may be one that the book had already: said without one, it counts all the same. */
  const deep =
    stream &&
    needs.snapshots &&
    createDeepBooks(stream, {
      clock,
      markets,
      snapshots: needs.snapshots,
      ask: ({ requests, subscription }) => connection.ask(requests, subscription),
      say: (market, book, last, stamp) => sayBest(market, book, stamp, stream.depth, last),
      fallBack: (market, top, book, stamp) => {
        if (top === null) sayBest(market, book, stamp, depth, Number.NaN);
        else sayFrame({ ...top, kind: 'book', market, first: Number.NaN, last: Number.NaN }, stamp);
      },
    });

  return {
    renew: (reason, isFailure) => connection.renew(reason, isFailure),
    close: () => {
      connection.close();
      forget();
    },
    isLive: () => isLive,
    resync: (symbol) => {
      const market = markets.findIndex((one) => one.symbol === symbol);
      if (market >= 0) askAgain(market);
    },
    keep: (wanted) => {
      if (!isLive) return;
      const places = markets.flatMap((market, place) => (wanted.includes(market) ? [place] : []));
      deep?.keep(places);
    },
  };
};

const mostUnread = 3;
const unreadMs = 600_000;

/** A connection is live as soon as it is open: its markets follow one by one. */
const statuses = { connecting: 'connecting', synchronising: 'live', live: 'live', down: 'down' } as const;
const details: Readonly<Record<ConnectionState, (markets: number) => string>> = {
  connecting: () => 'connecting',
  synchronising: () => 'subscribing',
  live: (markets) => `markets: ${markets}`,
  down: () => 'down',
};

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

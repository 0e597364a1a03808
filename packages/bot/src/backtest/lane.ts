import type { Grid } from '../model/grid.ts';
import { sizeOf } from '../model/grid.ts';
import { elapsedOf, instantOf } from '../model/moment.ts';
import type { Unheard } from '../model/unheard.ts';
import type { QuoteBatch } from '../recording/quote-batch.ts';
import { createRecordedBook } from '../venues/recorded/recorded-book.ts';
import { type RowWatch, type RowWatchOptions, watchRows } from './row-watch.ts';

/** One row of a recording; sizes in base. */
export type Row = { timeMs: number; bid: number; bidSize: number; ask: number; askSize: number };

/** Which rows may be kept back one after the other. */
export type Stretch = {
  /** Of a session, and from one moment on until before another. */
  readonly session: number;
  readonly from: number;
  readonly before: number;
  /** When the monotonic clock began. */
  readonly origin: number;
};

/** What comes of one exchange: the last of each market that the engine has not heard. Markets are places in its list. */
export type KeptLane<R> = {
  readonly exchange: string;
  readonly symbols: readonly string[];
  readonly watch: RowWatch;
  readonly unheard: Unheard;
  /** How many rows the engine has fetched. */
  fetched(): number;
  /** Whether the engine waits for the rows of a market: something of the bot is under way there. */
  isAttended(market: number): boolean;
  /** Looks at the next row of a market; `now` on the monotonic clock. Whether a cycle through it may pay. */
  look(market: number, row: R, now: number): boolean;
  /** Keeps the row that was looked at last, until the engine fetches it. */
  keep(market: number, row: R): void;
  /** The engine hears a later row, or that the book is void. */
  forget(market: number): void;
};

/** The rows of one exchange. */
export type Lane = KeptLane<Row> & {
  /**
   * Looks at the rows of a batch from one on, and keeps them, as long as they are of the stretch and do not matter; `places`: where the markets
   * of the batch are here. The first row that was not kept.
   */
  skim(batch: QuoteBatch, places: readonly number[], row: number, end: number, stretch: Stretch): number;
};

/** The markets of a lane of which a row waits, and those of which none may. */
export type Waiting = {
  /** 1 where one does. */
  readonly waits: Uint8Array;
  add(market: number): void;
  remove(market: number): void;
  /** Whether it waited; it does no longer, as the engine fetches it. */
  take(market: number): boolean;
  /** How many were taken. */
  fetched(): number;
  moved: Unheard['moved'];
  attend: Unheard['attend'];
  /** Whether anyone waits for its rows. */
  isAttended(market: number): boolean;
};

export const createWaiting = (symbols: readonly string[]): Waiting => {
  const count = symbols.length;
  const places = new Map(symbols.map((symbol, market) => [symbol, market]));
  const waits = new Uint8Array(count);
  const isMoved = new Uint8Array(count);
  const attended = new Int32Array(count);
  const moved: number[] = [];
  let fetched = 0;
  return {
    waits,
    add: (market) => {
      waits[market] = 1;
      if (isMoved[market] === 1) return;
      isMoved[market] = 1;
      moved.push(market);
    },
    remove: (market) => {
      waits[market] = 0;
    },
    take: (market) => {
      if (waits[market] === 0) return false;
      waits[market] = 0;
      fetched++;
      return true;
    },
    fetched: () => fetched,
    moved: (take) => {
      for (const market of moved) {
        isMoved[market] = 0;
        take(market);
      }
      moved.length = 0;
    },
    attend: (symbol, by) => {
      const market = places.get(symbol);
      if (market !== undefined) attended[market] = (attended[market] as number) + by;
    },
    isAttended: (market) => (attended[market] as number) > 0,
  };
};

const most = Number.MAX_SAFE_INTEGER;

/** Creates the lane before its first row. `onGrid`: markets of which every price of the recording is known to be one of its grid. */
export const createLane = (
  options: RowWatchOptions,
  grids: ReadonlyMap<string, Grid>,
  onGrid: ReadonlySet<string>,
): Lane => {
  const { feed, instruments } = options;
  const symbols = instruments.map(({ symbol }) => symbol);
  const watch = watchRows(options);
  const { received } = watch;
  const column = (of: (grid: Grid | undefined) => number = () => 0): Float64Array =>
    Float64Array.from(symbols, (symbol) => of(grids.get(symbol)));
  const pricePer = column((grid) => grid?.pricePer ?? 1);
  const isOnGrid = Uint8Array.from(symbols, (symbol) => Number(onGrid.has(symbol)));
  const lot = column((grid) => (grid ? sizeOf(grid, 1) : 1));
  const [times, bids, bidSizes, asks, askSizes] = [column(), column(), column(), column(), column()];
  /** The best prices as the engine's book would have them. */
  const [topBids, topAsks] = [column(), column()];
  const waiting = createWaiting(symbols);
  const bookOf = createRecordedBook(feed.name, grids);
  const quote = { timeMs: 0, session: 0, symbol: '', bid: 0, bidSize: 0, ask: 0, askSize: 0 };

  /** The price as the engine's book has it: 0 where it offers nothing, NaN where that makes the book void. */
  const priceIn = (market: number, price: number, size: number, isAsk: boolean): number => {
    // To find it out takes a division, and a good part of all that is done with a row.
    if (isOnGrid[market] === 1 && price > 0 && size >= 0 && size < Infinity)
      return size >= (lot[market] as number) ? price : 0;
    const per = pricePer[market] as number;
    const units = Math.round(price * per);
    if (isAsk && units > most && price < Infinity) return 0;
    if (!(units > 0 && units <= most && units / per === price && size >= 0 && size < Infinity)) return Number.NaN;
    return size >= (lot[market] as number) ? price : 0;
  };
  /** Of the row that was looked at last. */
  let [topBid, topAsk] = [0, 0];
  const look = (
    market: number,
    at: number,
    now: number,
    bid: number,
    bidSize: number,
    ask: number,
    askSize: number,
  ): boolean => {
    topBid = priceIn(market, bid, bidSize, false);
    topAsk = priceIn(market, ask, askSize, true);
    if (Number.isNaN(topBid) || Number.isNaN(topAsk) || (topAsk > 0 && topBid >= topAsk)) {
      topBid = Number.NaN;
      topAsk = Number.NaN;
    }
    return watch.quote(market, at, now, topBid, topAsk);
  };
  const keep = (market: number, at: number, bid: number, bidSize: number, ask: number, askSize: number): void => {
    times[market] = at;
    bids[market] = bid;
    bidSizes[market] = bidSize;
    asks[market] = ask;
    askSizes[market] = askSize;
    topBids[market] = topBid;
    topAsks[market] = topAsk;
    waiting.add(market);
  };

  return {
    exchange: feed.name,
    symbols,
    watch,
    fetched: waiting.fetched,
    isAttended: waiting.isAttended,
    look: (market, { timeMs, bid, bidSize, ask, askSize }, now) =>
      look(market, timeMs, now, bid, bidSize, ask, askSize),
    keep: (market, { timeMs, bid, bidSize, ask, askSize }) => keep(market, timeMs, bid, bidSize, ask, askSize),
    skim: (batch, places, row, end, { session, from, before, origin }) => {
      const { timeMs, session: sessions, market: markets, bid: bidOf, bidSize: bidSizeOf } = batch;
      const { ask: askOf, askSize: askSizeOf } = batch;
      let last = from;
      let at = row;
      for (; at < end; at++) {
        const time = timeMs[at] as number;
        const market = places[markets[at] as number] as number;
        const bid = bidOf[at] as number;
        if (!(time >= last && time < before) || sessions[at] !== session) break;
        if (market < 0 || Number.isNaN(bid) || waiting.isAttended(market)) break;
        const bidSize = bidSizeOf[at] as number;
        const ask = askOf[at] as number;
        const askSize = askSizeOf[at] as number;
        const now = time - origin;
        if (look(market, time, now, bid, bidSize, ask, askSize)) break;
        keep(market, time, bid, bidSize, ask, askSize);
        last = time;
      }
      return at;
    },
    forget: waiting.remove,
    unheard: {
      ...{ waits: waiting.waits, received, bids: topBids, asks: topAsks },
      moved: waiting.moved,
      attend: waiting.attend,
      fetch: (market, take) => {
        if (!waiting.take(market)) return;
        quote.timeMs = times[market] as number;
        quote.symbol = symbols[market] as string;
        quote.bid = bids[market] as number;
        quote.bidSize = bidSizes[market] as number;
        quote.ask = asks[market] as number;
        quote.askSize = askSizes[market] as number;
        take(bookOf(quote, { at: instantOf(quote.timeMs), received: elapsedOf(received[market] as number) }));
      },
    },
  };
};

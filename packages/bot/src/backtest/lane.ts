import type { Grid } from '../model/grid.ts';
import { sizeOf } from '../model/grid.ts';
import { elapsedOf, instantOf } from '../model/moment.ts';
import type { Unheard } from '../model/unheard.ts';
import { copyRow, createBatchRows, type QuoteBatch } from '../recording/quote-batch.ts';
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
};

/**
 * What comes of one exchange: the last row of each market that the engine has not heard. A row matters to it where a cycle through its market may
 * pay, or where something of the bot is under way in that market; of the others it fetches the last one when it looks at its books. Markets are
 * places in the list of the exchange.
 */
export type Lane = {
  readonly symbols: readonly string[];
  readonly watch: RowWatch;
  readonly unheard: Unheard;
  /** How many rows the engine has fetched. */
  fetched(): number;
  /** Looks at a row and keeps it, until the engine fetches it; unless the answer is false: then the engine must hear it now. */
  take(market: number, row: Row): boolean;
  /** The engine hears a later row. */
  forget(market: number): void;
  /** The book of a market is void, or left out those of all, and the engine hears that. */
  drop(market?: number): void;
  /**
   * Looks at the rows of a batch from one on, and keeps them, as long as they are of the stretch and do not matter; `places`: where the markets
   * of the batch are here. The first row that was not kept.
   */
  skim(batch: QuoteBatch, places: readonly number[], row: number, end: number, stretch: Stretch): number;
  /** The batch is about to be filled again. */
  settle(): void;
};

/** By market: 1 where a row waits; 1 where one has waited since that was asked for last; how many parts of the engine need each row. */
export type WaitingColumns = {
  readonly waits: Uint8Array;
  readonly hasWaited: Uint8Array;
  readonly attended: Int32Array;
};

export const createColumns = (count: number): WaitingColumns => ({
  waits: new Uint8Array(count),
  hasWaited: new Uint8Array(count),
  attended: new Int32Array(count),
});

/** The markets of a lane of which a row waits, and those of which none may. */
export type Waiting = {
  readonly waits: Uint8Array;
  add(market: number): void;
  remove(market: number): void;
  /** Whether it waited; it does no longer, as the engine fetches it. */
  take(market: number): boolean;
  /** How many were taken. */
  fetched(): number;
  moved: Unheard['moved'];
  attend: Unheard['attend'];
  /** Whether a part of the engine needs its rows. */
  isAttended(market: number): boolean;
};

export const createWaiting = (symbols: readonly string[], columns = createColumns(symbols.length)): Waiting => {
  const { waits, hasWaited, attended } = columns;
  const places = new Map(symbols.map((symbol, market) => [symbol, market]));
  const moved: number[] = [];
  let fetched = 0;
  return {
    waits,
    add: (market) => {
      waits[market] = 1;
      if (hasWaited[market] === 1) return;
      hasWaited[market] = 1;
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
        hasWaited[market] = 0;
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

/**
 * Creates the lane before its first row. `onGrid`: markets of which every price of the recording is known to be one of its grid. `origin`:
 * when the monotonic clock began, in UTC milliseconds.
 */
export const createLane = (
  options: RowWatchOptions,
  grids: ReadonlyMap<string, Grid>,
  onGrid: ReadonlySet<string>,
  origin: number,
): Lane => {
  const { feed, instruments } = options;
  const symbols = instruments.map(({ symbol }) => symbol);
  const watch = watchRows(options);
  const { row: watched } = watch;
  const column = (of: (grid: Grid | undefined) => number = () => 0): Float64Array =>
    Float64Array.from(symbols, (symbol) => of(grids.get(symbol)));
  const pricePer = column((grid) => grid?.pricePer ?? 1);
  const lot = column((grid) => (grid ? sizeOf(grid, 1) : 1));
  /** From this size on the engine's book has a price as it is: infinite where the recording has prices off the grid. */
  const lotOnGrid = lot.map((size, market) => (onGrid.has(symbols[market] as string) ? size : Infinity));
  /** Of each market the row that waits: its place in the batch that is played, or −1 where it lies in `settled` at that of the market. */
  const rowOf = new Int32Array(symbols.length).fill(-1);
  const settled = createBatchRows(symbols.length);
  let played: QuoteBatch = settled;
  const waiting = createWaiting(symbols);
  const bookOf = createRecordedBook(feed.venue, grids);
  const quote = { timeMs: 0, session: 0, symbol: '', bid: 0, bidSize: 0, ask: 0, askSize: 0 };

  /** The price as the engine's book has it: 0 where it offers nothing, NaN where that makes the book void. */
  const countedPrice = (market: number, price: number, size: number, isAsk: boolean): number => {
    const per = pricePer[market] as number;
    const units = Math.round(price * per);
    if (isAsk && units > most && price < Infinity) return 0;
    if (!(units > 0 && units <= most && units / per === price && size >= 0 && size < Infinity)) return Number.NaN;
    return size >= (lot[market] as number) ? price : 0;
  };
  // The compiler knows a number by `Number`: else the price is an object for each row, as all are that a function takes or gives back.
  const priceIn = (market: number, price: number, size: number, isAsk: boolean): number =>
    price > 0 && size >= (lotOnGrid[market] as number) && size < Infinity
      ? price
      : Number(countedPrice(market, price, size, isAsk));
  const look = (market: number, batch: QuoteBatch, row: number): boolean => {
    const bid = priceIn(market, batch.bid[row] as number, batch.bidSize[row] as number, false);
    const ask = priceIn(market, batch.ask[row] as number, batch.askSize[row] as number, true);
    // NaN too: such a book is void.
    const isSound = bid < ask || (ask === 0 && bid >= 0);
    const at = batch.timeMs[row] as number;
    watched[0] = at;
    watched[1] = at - origin;
    watched[2] = isSound ? bid : Number.NaN;
    watched[3] = isSound ? ask : Number.NaN;
    return watch.take(market);
  };

  return {
    symbols,
    watch,
    fetched: waiting.fetched,
    take: (market, { timeMs, bid, bidSize, ask, askSize }) => {
      settled.timeMs[market] = timeMs;
      settled.bid[market] = bid;
      settled.bidSize[market] = bidSize;
      settled.ask[market] = ask;
      settled.askSize[market] = askSize;
      if (look(market, settled, market) || waiting.isAttended(market)) return false;
      rowOf[market] = -1;
      waiting.add(market);
      return true;
    },
    settle: () => {
      for (let market = 0; market < rowOf.length; market++) {
        const row = rowOf[market] as number;
        if (row >= 0) copyRow(played, row, settled, market);
      }
      rowOf.fill(-1);
    },
    skim: (batch, places, row, end, { session, from, before }) => {
      const { timeMs, session: sessions, market: markets, bid } = batch;
      played = batch;
      let last = from;
      let at = row;
      for (; at < end; at++) {
        const time = timeMs[at] as number;
        const market = places[markets[at] as number] as number;
        if (!(time >= last && time < before) || sessions[at] !== session) break;
        if (market < 0 || Number.isNaN(bid[at] as number) || waiting.isAttended(market)) break;
        if (look(market, batch, at)) break;
        rowOf[market] = at;
        waiting.add(market);
        last = time;
      }
      return at;
    },
    forget: waiting.remove,
    drop: (market) => {
      for (const one of market === undefined ? symbols.keys() : [market]) {
        watch.drop(one);
        waiting.remove(one);
      }
    },
    unheard: {
      ...{ waits: waiting.waits, received: watch.received, bids: watch.bids, asks: watch.asks },
      moved: waiting.moved,
      attend: waiting.attend,
      newest: () => {
        const at = watched[0] as number;
        return at > 0 ? { at: instantOf(at), received: elapsedOf(watched[1] as number) } : null;
      },
      fetch: (market, take) => {
        if (!waiting.take(market)) return;
        const row = rowOf[market] as number;
        const [batch, at] = row < 0 ? [settled, market] : [played, row];
        quote.timeMs = batch.timeMs[at] as number;
        quote.symbol = symbols[market] as string;
        quote.bid = batch.bid[at] as number;
        quote.bidSize = batch.bidSize[at] as number;
        quote.ask = batch.ask[at] as number;
        quote.askSize = batch.askSize[at] as number;
        const stamp = { at: instantOf(quote.timeMs), received: elapsedOf(watch.received[market] as number) };
        take(bookOf(quote, stamp));
      },
    },
  };
};

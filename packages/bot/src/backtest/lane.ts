import type { Grid } from '../model/grid.ts';
import { sizeOf } from '../model/grid.ts';
import { elapsedOf, instantOf } from '../model/moment.ts';
import type { Unheard } from '../model/unheard.ts';
import { createRecordedBook } from '../venues/recorded/recorded-book.ts';
import { type RowWatch, type RowWatchOptions, watchRows } from './row-watch.ts';

/** One row of a recording; sizes in base. */
export type Row = { timeMs: number; bid: number; bidSize: number; ask: number; askSize: number };

/** The rows of one exchange: the last of each market that the engine has not heard. Markets are places in its list. */
export type Lane = {
  readonly exchange: string;
  readonly symbols: readonly string[];
  readonly watch: RowWatch;
  readonly unheard: Unheard;
  /** How many rows the engine has fetched. */
  fetched(): number;
  /** Looks at the next row of a market; `now` on the monotonic clock. Whether a cycle through it may pay. */
  look(market: number, row: Row, now: number): boolean;
  /** Keeps the row that was looked at, until the engine fetches it. */
  keep(market: number, row: Row, now: number): void;
  /** The engine hears a later row, or that the book is void. */
  forget(market: number): void;
};

const most = Number.MAX_SAFE_INTEGER;

/** Creates the lane before its first row. */
export const createLane = (options: RowWatchOptions, grids: ReadonlyMap<string, Grid>): Lane => {
  const { feed, instruments } = options;
  const symbols = instruments.map(({ symbol }) => symbol);
  const watch = watchRows(options);
  const column = (of: (grid: Grid | undefined) => number = () => 0): Float64Array =>
    Float64Array.from(symbols, (symbol) => of(grids.get(symbol)));
  const pricePer = column((grid) => grid?.pricePer ?? 1);
  const lot = column((grid) => (grid ? sizeOf(grid, 1) : 1));
  const [times, received, bids, bidSizes, asks, askSizes] = [
    column(),
    column(),
    column(),
    column(),
    column(),
    column(),
  ];
  /** The best prices as the engine's book would have them. */
  const [topBids, topAsks] = [column(), column()];
  const waits = new Uint8Array(symbols.length);
  /** Those that wait, and some that do no longer. */
  const waiting: number[] = [];
  let fetched = 0;
  const bookOf = createRecordedBook(feed.name, grids);
  const quote = { timeMs: 0, session: 0, symbol: '', bid: 0, bidSize: 0, ask: 0, askSize: 0 };

  /** The price as the engine's book has it: 0 where it offers nothing, NaN where that makes the book void. */
  const priceIn = (market: number, price: number, size: number, isAsk: boolean): number => {
    const per = pricePer[market] as number;
    const units = Math.round(price * per);
    if (isAsk && units > most && price < Infinity) return 0;
    if (!(units > 0 && units <= most && units / per === price && size >= 0 && size < Infinity)) return Number.NaN;
    return size >= (lot[market] as number) ? price : 0;
  };
  /** Of the row that was looked at last. */
  let [bid, ask] = [0, 0];

  return {
    exchange: feed.name,
    symbols,
    watch,
    fetched: () => fetched,
    look: (market, row, now) => {
      bid = priceIn(market, row.bid, row.bidSize, false);
      ask = priceIn(market, row.ask, row.askSize, true);
      const isVoid = Number.isNaN(bid) || Number.isNaN(ask) || (ask > 0 && bid >= ask);
      if (isVoid) [bid, ask] = [Number.NaN, Number.NaN];
      return watch.quote(market, row.timeMs, now, bid, ask);
    },
    keep: (market, row, now) => {
      times[market] = row.timeMs;
      received[market] = now;
      bids[market] = row.bid;
      bidSizes[market] = row.bidSize;
      asks[market] = row.ask;
      askSizes[market] = row.askSize;
      topBids[market] = bid;
      topAsks[market] = ask;
      if (waits[market] === 1) return;
      waits[market] = 1;
      waiting.push(market);
    },
    forget: (market) => {
      waits[market] = 0;
    },
    unheard: {
      has: (market) => waits[market] === 1,
      receivedAt: (market) => elapsedOf(received[market] as number),
      bid: (market) => topBids[market] as number,
      ask: (market) => topAsks[market] as number,
      fetch: (take) => {
        if (waiting.length === 0) return;
        for (const market of waiting) {
          if (waits[market] === 0) continue;
          waits[market] = 0;
          fetched++;
          quote.timeMs = times[market] as number;
          quote.symbol = symbols[market] as string;
          quote.bid = bids[market] as number;
          quote.bidSize = bidSizes[market] as number;
          quote.ask = asks[market] as number;
          quote.askSize = askSizes[market] as number;
          take(bookOf(quote, { at: instantOf(quote.timeMs), received: elapsedOf(received[market] as number) }));
        }
        waiting.length = 0;
      },
    },
  };
};

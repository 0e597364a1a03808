import type { BookUpdated, Stamp } from '../model/event.ts';
import { createBookMessage } from '../model/feed-event.ts';
import type { Grid } from '../model/grid.ts';
import { sizeOf } from '../model/grid.ts';
import { createDetector } from '../strategy/detector.ts';
import { createRecordedBook } from '../venues/recorded/recorded-book.ts';
import { cheapest, type RowWatch, type RowWatchOptions, slack, watchRows } from './row-watch.ts';

/** One row of a recording; sizes in base. */
export type Row = { timeMs: number; bid: number; bidSize: number; ask: number; askSize: number };

/** The rows of one exchange: the last of each market, and what the engine was given of them. Markets are places in its list. */
export type Lane = {
  readonly exchange: string;
  readonly symbols: readonly string[];
  readonly watch: RowWatch;
  /** Looks at the next row of a market; `now` on the monotonic clock. Whether a cycle through it may pay. */
  look(market: number, row: Row, now: number): boolean;
  /** Keeps it in place of the row before. */
  keep(market: number, row: Row): void;
  /** Of the row that was kept last. */
  timeOf(market: number): number;
  messageOf(market: number, stamp: Stamp): BookUpdated;
  /** Notes that the engine gets that row now: whether it could see a cycle pay by the rows that it has. */
  give(market: number): boolean;
  /** Notes that the engine has no book of a market. */
  takeBack(market: number): void;
  /** Says that a market has neither bids nor asks. */
  emptyOf(market: number, stamp: Stamp): BookUpdated;
};

const most = Number.MAX_SAFE_INTEGER;

/** Creates the lane before its first row. */
export const createLane = (options: RowWatchOptions, grids: ReadonlyMap<string, Grid>): Lane => {
  const { feed, instruments, types, fundingCurrencies, minProfitPct } = options;
  const symbols = instruments.map(({ symbol }) => symbol);
  const watch = watchRows(options);
  // As the engine's own, or with lower fees: what it does not find, the engine does not.
  const threshold = (1 + minProfitPct / 100) * slack - 1;
  const given = createDetector({ instruments: [...cheapest(instruments)], types, fundingCurrencies, threshold });
  const column = (of: (grid: Grid | undefined) => number = () => 0): Float64Array =>
    Float64Array.from(symbols, (symbol) => of(grids.get(symbol)));
  const pricePer = column((grid) => grid?.pricePer ?? 1);
  const lot = column((grid) => (grid ? sizeOf(grid, 1) : 1));
  const [times, bids, bidSizes, asks, askSizes] = [column(), column(), column(), column(), column()];
  const bookOf = createRecordedBook(feed.name, grids);
  const empty = createBookMessage(feed.name);
  const quote = { timeMs: 0, session: 0, symbol: '', bid: 0, bidSize: 0, ask: 0, askSize: 0 };

  /** The price as the engine's book has it: 0 where it offers nothing, NaN where that makes the book void. */
  const priceIn = (market: number, price: number, size: number, isAsk: boolean): number => {
    const per = pricePer[market] as number;
    const units = Math.round(price * per);
    if (isAsk && units > most && price < Infinity) return 0;
    if (!(units > 0 && units <= most && units / per === price && size >= 0 && size < Infinity)) return Number.NaN;
    return size >= (lot[market] as number) ? price : 0;
  };
  /** The best prices as the engine's book has them. */
  let [bid, ask] = [0, 0];
  const read = (market: number, bidOf: number, bidSize: number, askOf: number, askSize: number): void => {
    bid = priceIn(market, bidOf, bidSize, false);
    ask = priceIn(market, askOf, askSize, true);
    const isVoid = Number.isNaN(bid) || Number.isNaN(ask) || (ask > 0 && bid >= ask);
    if (isVoid) [bid, ask] = [Number.NaN, Number.NaN];
  };

  return {
    exchange: feed.name,
    symbols,
    watch,
    look: (market, row, now) => {
      read(market, row.bid, row.bidSize, row.ask, row.askSize);
      return watch.quote(market, row.timeMs, now, bid, ask);
    },
    keep: (market, row) => {
      times[market] = row.timeMs;
      bids[market] = row.bid;
      bidSizes[market] = row.bidSize;
      asks[market] = row.ask;
      askSizes[market] = row.askSize;
    },
    timeOf: (market) => times[market] as number,
    messageOf: (market, stamp) => {
      quote.timeMs = times[market] as number;
      quote.symbol = symbols[market] as string;
      quote.bid = bids[market] as number;
      quote.bidSize = bidSizes[market] as number;
      quote.ask = asks[market] as number;
      quote.askSize = askSizes[market] as number;
      return bookOf(quote, stamp);
    },
    give: (market) => {
      read(
        market,
        bids[market] as number,
        bidSizes[market] as number,
        asks[market] as number,
        askSizes[market] as number,
      );
      return given.update(market, bid, ask) > 0;
    },
    takeBack: (market) => {
      given.update(market, Number.NaN, Number.NaN);
    },
    emptyOf: (market, { at, received }) => {
      empty.symbol = symbols[market] as string;
      empty.grid = grids.get(empty.symbol) ?? empty.grid;
      empty.at = at;
      empty.received = received;
      return empty;
    },
  };
};

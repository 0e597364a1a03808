import { type Grid, sizeOf } from '../model/grid.ts';
import type { Tops } from '../portfolio/usd-prices.ts';
import { copyRow, createBatchRows, type QuoteBatch } from '../recording/quote-batch.ts';
import type { LastPrices, Marks } from './marks.ts';

/** First and last mid prices of the markets of an exchange, by their places; 0 where there was none. */
export type Mids = { readonly first: ArrayLike<number>; readonly last: ArrayLike<number> };

/** Rows of a batch that may be read on without a stop: before a place, of one session, from one moment on and before another. */
export type Stretch = {
  readonly end: number;
  readonly session: number;
  /** UTC milliseconds. */
  readonly from: number;
  readonly before: number;
};

/** Place of a row. */
type Placed = { readonly market: number; readonly batch: QuoteBatch; readonly row: number };

/** The last row of each market of one exchange, and which of them the engine was not given. */
export type LastRows = {
  readonly symbols: readonly string[];
  readonly prices: LastPrices;
  /** Market of each symbol of a batch, −1 for one that is not listed. */
  places(batch: QuoteBatch): readonly number[];
  /** Takes a row. */
  note(batch: QuoteBatch, market: number, row: number): void;
  /** Takes the rows of a stretch, as long as nothing pays; the place of the first row that it did not read on from. */
  skim(batch: QuoteBatch, row: number, stretch: Stretch, marks: Marks): number;
  /** The engine is given the last row of a market. */
  give(market: number): void;
  /** Gives all rows that the engine was not given. */
  giveAll(take: (row: Placed) => void): void;
  /** Every book is void. */
  reset(): void;
  /** The batch is about to be filled again. */
  settle(): void;
  /** Best prices as the books of an engine would have them that was given every row; `now` in ms of the monotonic clock. */
  tops(now: number, maxAgeMs: number): Tops;
  mids(): Mids;
};

/** `origin`: when the monotonic clock began, in UTC milliseconds. */
export const createLastRows = (
  symbols: readonly string[],
  grids: ReadonlyMap<string, Grid>,
  origin: number,
): LastRows => {
  const count = symbols.length;
  const empty = (): Float64Array => new Float64Array(count).fill(Number.NaN);
  const prices = { bids: empty(), asks: empty(), times: empty() };
  const { bids, asks, times } = prices;
  const mids = createMids(prices);
  const counted = countedBy(symbols, grids);
  /** Place of the last row in the batch; −1 where it is in `kept`. */
  const rowOf = new Int32Array(count).fill(-1);
  const kept = createBatchRows(count);
  let current: QuoteBatch = kept;
  const isNew = new Uint8Array(count);
  const placesOf = createPlaces(symbols);

  const placed = (market: number): Placed =>
    (rowOf[market] as number) < 0
      ? { market, batch: kept, row: market }
      : { market, batch: current, row: rowOf[market] as number };

  const note: LastRows['note'] = (batch, market, row) => {
    const bid = batch.bid[row] as number;
    const ask = batch.ask[row] as number;
    mids.note(market, bid, ask);
    current = batch;
    bids[market] = bid;
    asks[market] = ask;
    times[market] = (batch.timeMs[row] as number) - origin;
    rowOf[market] = row;
    isNew[market] = 1;
  };

  return {
    ...{ symbols, prices, note, places: placesOf, mids: mids.all },
    skim: (batch, row, { end, session, from, before }, marks) => {
      const { timeMs, session: sessions, market: markets, bid: newBids, ask: newAsks } = batch;
      const { bids: calmBids, asks: calmAsks } = marks;
      const places = placesOf(batch);
      let last = from;
      let at = row;
      for (; at < end; at++) {
        const time = timeMs[at] as number;
        if (!(time >= last && time < before) || sessions[at] !== session) break;
        const market = places[markets[at] as number] as number;
        last = time;
        if (market < 0) continue;
        const bid = newBids[at] as number;
        const ask = newAsks[at] as number;
        if (!(bid <= (calmBids[market] as number) && ask >= (calmAsks[market] as number))) {
          note(batch, market, at);
          if (marks.look(market, time - origin)) break;
          continue;
        }
        // As in `note`: most rows are calm, and their market has had a mid price.
        bids[market] = bid;
        asks[market] = ask;
        times[market] = time - origin;
        rowOf[market] = at;
        isNew[market] = 1;
      }
      current = batch;
      return at;
    },
    give: (market) => {
      isNew[market] = 0;
    },
    giveAll: (take) => {
      for (let market = 0; market < count; market++) {
        if (isNew[market] === 0) continue;
        isNew[market] = 0;
        take(placed(market));
      }
    },
    reset: () => {
      for (let market = 0; market < count; market++) mids.note(market, Number.NaN, Number.NaN);
      for (const column of [bids, asks, times]) column.fill(Number.NaN);
      isNew.fill(0);
    },
    settle: () => {
      for (let market = 0; market < count; market++) {
        const row = rowOf[market] as number;
        if (row >= 0) copyRow(current, row, kept, market);
      }
      rowOf.fill(-1);
    },
    tops: (now, maxAgeMs) => {
      const all = { bids: new Array<number>(count), asks: new Array<number>(count) };
      for (let market = 0; market < count; market++) {
        const { batch, row } = placed(market);
        const isYoung = now - (times[market] as number) <= maxAgeMs;
        const bid = isYoung ? counted(market, bids[market] as number, batch.bidSize[row] as number, false) : Number.NaN;
        const ask = isYoung ? counted(market, asks[market] as number, batch.askSize[row] as number, true) : Number.NaN;
        const isUsed = bid > 0 && ask > bid;
        all.bids[market] = isUsed ? bid : Number.NaN;
        all.asks[market] = isUsed ? ask : Number.NaN;
      }
      return all;
    },
  };
};

/** The mid prices of markets; `note` takes the prices of a row before they are the last ones. */
const createMids = ({ bids, asks }: LastPrices) => {
  const first = new Float64Array(bids.length);
  const before = new Float64Array(bids.length);
  const midOf = (bid: number, ask: number): number => (bid > 0 && ask > 0 && ask < Infinity ? (bid + ask) / 2 : 0);
  const last = (market: number): number =>
    midOf(bids[market] as number, asks[market] as number) || (before[market] as number);
  return {
    first,
    note: (market: number, bid: number, ask: number): void => {
      if (midOf(bid, ask) === 0) before[market] = last(market);
      else if (first[market] === 0) first[market] = midOf(bid, ask);
    },
    all: (): Mids => ({ first, last: before.map((_, market) => last(market)) }),
  };
};

const most = Number.MAX_SAFE_INTEGER;

/** Gives the price of a row as a book has it: 0 where it offers nothing, NaN where that makes the book void. */
const countedBy = (symbols: readonly string[], grids: ReadonlyMap<string, Grid>) => {
  const pricePer = Float64Array.from(symbols, (symbol) => grids.get(symbol)?.pricePer ?? 1);
  const lot = Float64Array.from(symbols, (symbol) => {
    const grid = grids.get(symbol);
    return grid ? sizeOf(grid, 1) : 1;
  });
  return (market: number, price: number, size: number, isAsk: boolean): number => {
    const per = pricePer[market] as number;
    const units = Math.round(price * per);
    if (isAsk && units > most && price < Infinity) return 0;
    if (!(units > 0 && units <= most && units / per === price && size >= 0 && size < Infinity)) return Number.NaN;
    return size >= (lot[market] as number) ? price : 0;
  };
};

const createPlaces = (symbols: readonly string[]): LastRows['places'] => {
  const markets = new Map(symbols.map((symbol, market) => [symbol, market]));
  let names: readonly string[] = [];
  let places: number[] = [];
  return (batch) => {
    if (batch.symbols !== names) places = [];
    names = batch.symbols;
    for (let place = places.length; place < names.length; place++)
      places.push(markets.get(names[place] as string) ?? -1);
    return places;
  };
};

import type { Unheard } from '../model/unheard.ts';
import type { SimulatedBooks } from '../venues/simulated/simulated-books.ts';
import type { SimulatedMarkets } from '../venues/simulated/simulated-markets.ts';
import { createColumns, createWaiting, type WaitingColumns } from './lane.ts';

/** The last moves of the markets of all exchanges that the engine has not heard. Markets are places among those of all exchanges. */
export type SimulatedLanes = {
  /** By exchange. */
  readonly unheard: readonly Unheard[];
  /** By market. Of each the first move is needed too: without it the engine trusts no book. */
  readonly columns: WaitingColumns;
  /** Keeps the last move of a market, until the engine fetches it; where one `hasWaited` it is enough that it `waits`. */
  keep(market: number): void;
  /** The engine hears the last move; whether it is the first one. */
  hear(market: number): boolean;
  /** How many the engine has fetched. */
  fetched(): number;
};

export const createSimulatedLanes = (
  { exchanges, starts, exchangeOf, listings }: SimulatedMarkets,
  books: SimulatedBooks,
): SimulatedLanes => {
  const all = createColumns(listings.length);
  const { waits, hasWaited, attended } = all;
  const isNew = new Uint8Array(listings.length).fill(1);
  attended.fill(1);
  const partOf = <C extends Float64Array | Uint8Array | Int32Array>(column: C, exchange: number): C =>
    column.subarray(starts[exchange], starts[exchange + 1]) as C;
  const lanes = exchanges.map((_, exchange) => {
    const start = starts[exchange] as number;
    const symbols = listings.slice(start, starts[exchange + 1]).map(({ instrument }) => instrument.symbol);
    const own = [waits, hasWaited].map((column) => partOf(column, exchange)) as [Uint8Array, Uint8Array];
    const columns = { waits: own[0], hasWaited: own[1], attended: partOf(attended, exchange) };
    const waiting = createWaiting(symbols, columns);
    const unheard: Unheard = {
      ...{ waits: own[0], received: partOf(books.received, exchange) },
      ...{ bids: partOf(books.bids, exchange), asks: partOf(books.asks, exchange) },
      moved: waiting.moved,
      attend: waiting.attend,
      newest: () => books.newest(exchange),
      fetch: (market, take) => {
        if (waiting.take(market)) take(books.late(start + market));
      },
    };
    return { start, waiting, unheard };
  });
  return {
    unheard: lanes.map(({ unheard }) => unheard),
    columns: all,
    keep: (market) => {
      const { start, waiting } = lanes[exchangeOf[market] as number] as (typeof lanes)[number];
      waiting.add(market - start);
    },
    hear: (market) => {
      waits[market] = 0;
      if (isNew[market] === 0) return false;
      isNew[market] = 0;
      attended[market] = (attended[market] as number) - 1;
      return true;
    },
    fetched: () => lanes.reduce((sum, { waiting }) => sum + waiting.fetched(), 0),
  };
};

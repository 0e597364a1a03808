import type { SimulatedBooks } from '../venues/simulated/simulated-books.ts';
import type { SimulatedMarkets } from '../venues/simulated/simulated-markets.ts';
import { createWaiting, type KeptLane } from './lane.ts';

/** What comes of one exchange of a simulated market; `exchange`: its place. */
export const createSimulatedLane = (
  { exchanges, starts, listings }: SimulatedMarkets,
  books: SimulatedBooks,
  exchange: number,
): KeptLane & {
  /** Whether this is the first row of the market: without it the engine trusts no book. */
  isFirst(market: number): boolean;
} => {
  const [start, end] = [starts[exchange] as number, starts[exchange + 1] as number];
  const symbols = listings.slice(start, end).map(({ instrument }) => instrument.symbol);
  const waiting = createWaiting(symbols);
  const confirmed = new Uint8Array(symbols.length);
  const columnOf = (column: Float64Array): Float64Array => column.subarray(start, end);
  return {
    exchange: exchanges[exchange] as string,
    symbols,
    fetched: waiting.fetched,
    isAttended: waiting.isAttended,
    isFirst: (market) => {
      const isFirst = confirmed[market] === 0;
      confirmed[market] = 1;
      return isFirst;
    },
    keep: waiting.add,
    forget: waiting.remove,
    drop: waiting.remove,
    unheard: {
      ...{ waits: waiting.waits, received: columnOf(books.received) },
      ...{ bids: columnOf(books.bids), asks: columnOf(books.asks) },
      moved: waiting.moved,
      attend: waiting.attend,
      newest: () => books.newest(exchange),
      fetch: (market, take) => {
        if (waiting.take(market)) take(books.late(start + market));
      },
    },
  };
};

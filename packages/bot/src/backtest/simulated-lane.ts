import { elapsedOf, instantOf } from '../model/moment.ts';
import type { SimulatedWorld } from '../venues/simulated/simulated-world.ts';
import { createWaiting, type KeptLane } from './lane.ts';
import { type RowWatchOptions, watchRows } from './row-watch.ts';

/** When a book of the simulated market followed, in UTC milliseconds; what it says is read where it is. */
export type Followed = { timeMs: number };

/** What comes of one exchange of a simulated market; `place`: of the exchange among those of the world. */
export const createSimulatedLane = (
  options: RowWatchOptions,
  world: SimulatedWorld,
  place: number,
): KeptLane<Followed> & {
  /** The engine is told the whole book of each market. */
  open(at: number, now: number): void;
  /** Whether this is the first row of the market: without it the engine trusts no book. */
  isFirst(market: number): boolean;
} => {
  const { feed, instruments } = options;
  const watch = watchRows(options);
  const { bids, asks } = world.touches(feed.name);
  const symbols = instruments.map(({ symbol }) => symbol);
  const waiting = createWaiting(symbols);
  const confirmed = new Uint8Array(instruments.length);
  let [newestAt, newest] = [0, 0];
  return {
    exchange: feed.name,
    symbols,
    watch,
    fetched: waiting.fetched,
    isAttended: waiting.isAttended,
    open: (at, now) => {
      for (const market of instruments.keys()) watch.quote(market, at, now, Number.NaN, Number.NaN);
    },
    isFirst: (market) => {
      const isFirst = confirmed[market] === 0;
      confirmed[market] = 1;
      return isFirst;
    },
    look: (market, { timeMs }, now) => {
      newestAt = timeMs;
      newest = now;
      return watch.quote(market, timeMs, now, bids[market] as number, asks[market] as number);
    },
    keep: waiting.add,
    forget: waiting.remove,
    unheard: {
      ...{ waits: waiting.waits, received: watch.received, bids, asks },
      moved: waiting.moved,
      attend: waiting.attend,
      newest: () => (newestAt > 0 ? { at: instantOf(newestAt), received: elapsedOf(newest) } : null),
      fetch: (market, take) => {
        if (waiting.take(market)) take(world.late(place, market));
      },
    },
  };
};

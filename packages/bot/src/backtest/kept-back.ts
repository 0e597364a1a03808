import type { EngineEvent } from '../model/event.ts';
import { idle, type KeptLane } from './lane.ts';

/**
 * Which rows of a market the engine must hear at once. A row matters to it where a cycle through its market may pay, or where something of
 * the bot is under way in that market. Of the others only the last one of each market counts: the engine fetches it when it looks at its books.
 */
export type KeptBack<R> = {
  /** Takes a row, `now` on the monotonic clock; kept back it is, unless the answer is false: then the engine must hear it now. */
  take(lane: number, market: number, row: R, now: number): boolean;
  /** Until when something may be under way in each market of a lane, minus infinity where nothing is; null where the engine must hear all. */
  busyUntil(lane: number): Float64Array | null;
  /** The clock slept for so many ms: all that waits in the engine waits as much longer. */
  sleep(ms: number): void;
  /** How many rows were kept back and then fetched. */
  fetched(): number;
  /** The engine hears a row of the market now. */
  heard(lane: number, market: number): void;
  /** The engine is told that the book of a market is void; left out, all of the exchange. */
  drop(lane: number, market?: number): void;
  /** Learns from the engine where something is under way. */
  hear(event: EngineEvent): void;
};

/** An opportunity ends after ten seconds, and begins again only while its books are young, in ms. */
const livesMs = 11_000;
/** What an order took is owed for a minute, and for as long the worst is looked for that it could have met, in ms. */
const settlesMs = 75_000;

/** `maxBookAgeMs`: how long a book stays young. */
export const createKeptBack = <R extends { readonly timeMs: number }>(
  lanes: readonly KeptLane<R>[],
  maxBookAgeMs: number,
): KeptBack<R> => {
  const firsts = lanes.map((_, at) => lanes.slice(0, at).reduce((sum, { symbols }) => sum + symbols.length, 0));
  const count = lanes.reduce((sum, { symbols }) => sum + symbols.length, 0);
  const places = new Map(
    lanes.flatMap(({ exchange, symbols }, lane) =>
      symbols.map((symbol, market) => [`${exchange} ${symbol}`, (firsts[lane] as number) + market] as const),
    ),
  );
  const busyUntil = new Float64Array(count).fill(idle);
  const busyIn = lanes.map(({ symbols }, at) => {
    const first = firsts[at] as number;
    return busyUntil.subarray(first, first + symbols.length);
  });
  const orders = new Map<string, number>();

  const hold = (place: number | undefined, until: number): void => {
    if (place !== undefined) busyUntil[place] = Math.max(busyUntil[place] as number, until);
  };
  const placeOf = (exchange: string, symbol: string): number | undefined => places.get(`${exchange} ${symbol}`);

  return {
    fetched: () => lanes.reduce((sum, lane) => sum + lane.fetched(), 0),
    heard: (at, market) => lanes[at]?.forget(market),
    sleep: (ms) => {
      for (let place = 0; place < count; place++) busyUntil[place] = (busyUntil[place] as number) + ms;
    },
    take: (at, market, row, now) => {
      const lane = lanes[at] as KeptLane<R>;
      const first = firsts[at] as number;
      const place = first + market;
      if (lane.look(market, row, now)) {
        const until = row.timeMs + livesMs + maxBookAgeMs;
        for (const one of lane.watch.paying()) hold(first + one, until);
        return false;
      }
      const until = busyUntil[place] as number;
      // What a paper exchange says while an order is open is taken at the moment of the last message of any exchange.
      if (until > idle || orders.size > 0) {
        // The first row after it is heard too: it ends what is owed.
        if (row.timeMs >= until) busyUntil[place] = idle;
        return false;
      }
      lane.keep(market, row, now);
      return true;
    },
    busyUntil: (at) => (orders.size > 0 ? null : (busyIn[at] as Float64Array)),
    drop: (at, market) => {
      const lane = lanes[at] as KeptLane<R>;
      const dropped = market === undefined ? lane.symbols.keys() : [market];
      for (const one of dropped) {
        lane.watch.drop(one);
        lane.forget(one);
      }
    },
    hear: (event) => {
      switch (event.type) {
        case 'ExecutionStarted':
          for (const { symbol } of event.plan.legs) hold(placeOf(event.plan.exchange, symbol), event.at + settlesMs);
          return;
        case 'OrderIntended': {
          const place = placeOf(event.order.exchange, event.order.symbol);
          if (place === undefined || orders.has(event.order.id)) return;
          orders.set(event.order.id, place);
          return;
        }
        case 'OrderFilled':
          hold(placeOf(event.exchange, event.symbol), event.at + settlesMs);
          return;
        case 'OrderClosed': {
          const place = orders.get(event.order_id);
          if (place === undefined) return;
          orders.delete(event.order_id);
          hold(place, event.at + settlesMs);
        }
      }
    },
  };
};

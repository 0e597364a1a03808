import type { VirtualClock } from '../model/clock.ts';
import type { EngineEvent, FeedEvent } from '../model/event.ts';
import { createMarketOrder } from '../strategy/market-order.ts';
import type { Lane, Row } from './lane.ts';

/**
 * Rows of a recording that the engine has not heard. A row matters to it where a cycle through its market may pay, or where something of the bot
 * is under way in that market. Of the others only the last one of each market counts when the engine looks at its books: at a timer, a row
 * that matters, an event of the feed, the end. By then it must have been given them, by `bringUp`.
 */
export type KeptBack = {
  /** Takes a row, `now` on the monotonic clock; kept back it is, unless the answer is false: then the engine must hear it now, after `bringUp`. */
  take(lane: number, market: number, row: Row, now: number): boolean;
  /** Gives the engine a row, at its moment. */
  give(lane: number, market: number, row: Row): void;
  /** Gives the engine all that was kept back, each row at its moment; a moment to which the clock must be brought first, null when all is done. */
  bringUp(): number | null;
  /** The clock slept for so many ms: all that waits in the engine waits as much longer. */
  sleep(ms: number): void;
  /** How many rows were kept back and then given. */
  brought(): number;
  /** The engine is told that the book of a market is void; left out, all of the exchange. */
  drop(lane: number, market?: number): void;
  /** Learns from the engine where something is under way. */
  hear(event: EngineEvent): void;
};

/** An opportunity ends after ten seconds, and begins again only while its books are young, in ms. */
const livesMs = 11_000;
/** What an order took is owed for a minute, and for as long the worst is looked for that it could have met, in ms. */
const settlesMs = 75_000;

const idle = Number.NEGATIVE_INFINITY;

/** `maxBookAgeMs`: how long a book stays young. */
export const createKeptBack = (
  lanes: readonly Lane[],
  clock: VirtualClock,
  maxBookAgeMs: number,
  emit: (event: FeedEvent) => void,
): KeptBack => {
  const firsts = lanes.map((_, at) => lanes.slice(0, at).reduce((sum, { symbols }) => sum + symbols.length, 0));
  const count = lanes.reduce((sum, { symbols }) => sum + symbols.length, 0);
  const laneOf = Int32Array.from(lanes.flatMap(({ symbols }, lane) => symbols.map(() => lane)));
  const places = new Map(
    lanes.flatMap(({ exchange, symbols }, lane) =>
      symbols.map((symbol, market) => [`${exchange} ${symbol}`, (firsts[lane] as number) + market] as const),
    ),
  );
  const waiting = createMarketOrder(count);
  const busyUntil = new Float64Array(count).fill(idle);
  const openOrders = new Int32Array(count);
  const orders = new Map<string, number>();
  let brought = 0;

  const isReached = (at: number): boolean => at === clock.now() || clock.moveTo(at);
  const stamp = { at: clock.now(), received: clock.monotonic() };
  const stampNow = (): typeof stamp => {
    stamp.at = clock.now();
    stamp.received = clock.monotonic();
    return stamp;
  };

  /** Empties the books of all that wait: they are filled again one by one, and no two of them stand side by side that never did. */
  const takeBackAll = (): void => {
    for (let place = waiting.first(); place >= 0; place = waiting.next(place)) {
      const lane = lanes[laneOf[place] as number] as Lane;
      const market = place - (firsts[laneOf[place] as number] as number);
      lane.takeBack(market);
      emit(lane.emptyOf(market, stampNow()));
    }
  };

  const bringUp: KeptBack['bringUp'] = () => {
    let isTakenBack = false;
    for (let place = waiting.first(); place >= 0; place = waiting.first()) {
      const lane = lanes[laneOf[place] as number] as Lane;
      const market = place - (firsts[laneOf[place] as number] as number);
      if (!isReached(lane.timeOf(market))) return lane.timeOf(market);
      // The last rows of two markets may never have stood side by side: a cycle over them that pays never was.
      if (lane.give(market) && !isTakenBack) {
        isTakenBack = true;
        takeBackAll();
        lane.give(market);
      }
      waiting.remove(place);
      brought++;
      emit(lane.messageOf(market, stampNow()));
    }
    return null;
  };

  const hold = (place: number | undefined, until: number): void => {
    if (place !== undefined) busyUntil[place] = Math.max(busyUntil[place] as number, until);
  };
  const placeOf = (exchange: string, symbol: string): number | undefined => places.get(`${exchange} ${symbol}`);

  return {
    bringUp,
    brought: () => brought,
    sleep: (ms) => {
      for (let place = 0; place < count; place++) busyUntil[place] = (busyUntil[place] as number) + ms;
    },
    take: (at, market, row, now) => {
      const lane = lanes[at] as Lane;
      const first = firsts[at] as number;
      const place = first + market;
      if (lane.look(market, row, now)) {
        const until = row.timeMs + livesMs + maxBookAgeMs;
        for (const one of lane.watch.paying()) hold(first + one, until);
        return false;
      }
      const until = busyUntil[place] as number;
      if (until > idle || (openOrders[place] as number) > 0) {
        // The first row after it is heard too: it ends what is owed.
        if (row.timeMs >= until) busyUntil[place] = idle;
        return false;
      }
      lane.keep(market, row);
      waiting.touch(place);
      return true;
    },
    give: (at, market, row) => {
      const lane = lanes[at] as Lane;
      lane.keep(market, row);
      lane.give(market);
      emit(lane.messageOf(market, stampNow()));
    },
    drop: (at, market) => {
      const lane = lanes[at] as Lane;
      const dropped = market === undefined ? lane.symbols.keys() : [market];
      for (const one of dropped) {
        lane.watch.drop(one);
        lane.takeBack(one);
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
          openOrders[place] = (openOrders[place] as number) + 1;
          return;
        }
        case 'OrderFilled':
          hold(placeOf(event.exchange, event.symbol), event.at + settlesMs);
          return;
        case 'OrderClosed': {
          const place = orders.get(event.order_id);
          if (place === undefined) return;
          orders.delete(event.order_id);
          openOrders[place] = (openOrders[place] as number) - 1;
          hold(place, event.at + settlesMs);
        }
      }
    },
  };
};

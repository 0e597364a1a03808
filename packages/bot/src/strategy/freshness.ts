import { createMarketOrder } from './market-order.ts';

/** Markets in the order of their last quote, so that the stale ones are found without looking at the others. */
export type Freshness = {
  /** The market was quoted now: it is the freshest of all. */
  touch(market: number, timeMs: number): void;
  /** Forgets the markets last quoted before `timeMs` and names each. */
  dropBefore(timeMs: number, drop: (market: number) => void): void;
};

/** Creates it for so many markets, none of which has been quoted. */
export function createFreshness(count: number): Freshness {
  const order = createMarketOrder(count);
  const quotedAt = new Float64Array(count);
  return {
    touch: (market, timeMs) => {
      order.touch(market);
      quotedAt[market] = timeMs;
    },
    dropBefore: (timeMs, drop) => {
      for (let market = order.first(); market >= 0 && (quotedAt[market] as number) < timeMs; market = order.first()) {
        order.remove(market);
        drop(market);
      }
    },
  };
}

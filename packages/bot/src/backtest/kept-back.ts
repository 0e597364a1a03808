import type { KeptLane } from './lane.ts';

/**
 * Which rows of a market the engine must hear at once. A row matters to it where a cycle through its market may pay, or where something of
 * the bot is under way in that market. Of the others only the last one of each market counts: the engine fetches it when it looks at its books.
 */
export type KeptBack = {
  /** Takes a row through whose market a cycle may pay, or none; kept back it is, unless the answer is false: then the engine must hear it now. */
  take(lane: number, market: number, mayPay: boolean): boolean;
  /** How many rows were kept back and then fetched. */
  fetched(): number;
  /** The engine hears a row of the market now. */
  heard(lane: number, market: number): void;
  /** The engine is told that the book of a market is void; left out, all of the exchange. */
  drop(lane: number, market?: number): void;
};

export const createKeptBack = (lanes: readonly KeptLane[]): KeptBack => {
  return {
    fetched: () => lanes.reduce((sum, lane) => sum + lane.fetched(), 0),
    heard: (at, market) => lanes[at]?.forget(market),
    take: (at, market, mayPay) => {
      const lane = lanes[at] as KeptLane;
      if (mayPay || lane.isAttended(market)) return false;
      lane.keep(market);
      return true;
    },
    drop: (at, market) => {
      const lane = lanes[at] as KeptLane;
      const dropped = market === undefined ? lane.symbols.keys() : [market];
      for (const one of dropped) lane.drop(one);
    },
  };
};

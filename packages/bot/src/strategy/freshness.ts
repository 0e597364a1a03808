/** Markets in the order of their last quote, so that the stale ones are found without looking at the others. */
export type Freshness = {
  /** The market was quoted now: it is the freshest of all. */
  touch(market: number, timeMs: number): void;
  /** Forgets the markets last quoted before `timeMs` and names each. */
  dropBefore(timeMs: number, drop: (market: number) => void): void;
};

/** Creates the order for markets 0 to `markets − 1`: a doubly linked list in flat arrays, ended by the place `markets`. */
export function createFreshness(markets: number): Freshness {
  const end = markets;
  const next = new Int32Array(markets + 1).fill(-1);
  const previous = new Int32Array(markets + 1).fill(-1);
  const quotedAt = new Float64Array(markets);
  next[end] = end;
  previous[end] = end;

  function unlink(market: number): void {
    const after = next[market] as number;
    if (after < 0) return;
    const before = previous[market] as number;
    next[before] = after;
    previous[after] = before;
    next[market] = -1;
  }

  return {
    touch: (market, timeMs) => {
      unlink(market);
      const last = previous[end] as number;
      next[last] = market;
      previous[market] = last;
      next[market] = end;
      previous[end] = market;
      quotedAt[market] = timeMs;
    },
    dropBefore: (timeMs, drop) => {
      for (let market = next[end] as number; market !== end && (quotedAt[market] as number) < timeMs; ) {
        unlink(market);
        drop(market);
        market = next[end] as number;
      }
    },
  };
}

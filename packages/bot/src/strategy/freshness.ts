/** Markets in the order of their last quote, so that the stale ones are found without looking at the others. */
export type Freshness = {
  /** The market was quoted now: it is the freshest of all. */
  touch(market: number, timeMs: number): void;
  /** Forgets the markets last quoted before `timeMs` and names each. */
  dropBefore(timeMs: number, drop: (market: number) => void): void;
};

export function createFreshness(): Freshness {
  // A map keeps the order of insertion.
  const quotedAt = new Map<number, number>();
  return {
    touch: (market, timeMs) => {
      quotedAt.delete(market);
      quotedAt.set(market, timeMs);
    },
    dropBefore: (timeMs, drop) => {
      for (const [market, at] of quotedAt) {
        if (at >= timeMs) return;
        quotedAt.delete(market);
        drop(market);
      }
    },
  };
}

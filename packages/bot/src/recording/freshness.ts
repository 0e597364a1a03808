/** Markets in the order of their last quote, so that the stale ones are found without looking at the others. */
export type Freshness = {
  /** The market was quoted now: it is the freshest of all. */
  touch(market: number, timeMs: number): void;
  /** Forgets the markets last quoted before `timeMs` and names each. */
  dropBefore(timeMs: number, drop: (market: number) => void): void;
};

/** Creates it for so many markets, none of which has been quoted: a list that is linked both ways. Nothing is allocated for a quote. */
export function createFreshness(count: number): Freshness {
  // The place after the last market stands for both ends.
  const end = count;
  const before = new Int32Array(count + 1).fill(-1);
  const after = new Int32Array(count + 1).fill(-1);
  const quotedAt = new Float64Array(count);
  before[end] = end;
  after[end] = end;

  const remove = (market: number): void => {
    const next = after[market] as number;
    if (next < 0) return;
    const last = before[market] as number;
    after[last] = next;
    before[next] = last;
    after[market] = -1;
  };

  return {
    touch: (market, timeMs) => {
      remove(market);
      const last = before[end] as number;
      after[last] = market;
      before[market] = last;
      after[market] = end;
      before[end] = market;
      quotedAt[market] = timeMs;
    },
    dropBefore: (timeMs, drop) => {
      for (let market = after[end] as number; market !== end; market = after[end] as number) {
        if ((quotedAt[market] as number) >= timeMs) return;
        remove(market);
        drop(market);
      }
    },
  };
}

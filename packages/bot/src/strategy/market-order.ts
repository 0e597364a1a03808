/** Markets by when they were last touched. Nothing is allocated: it is touched for every row. */
export type MarketOrder = {
  /** The market comes last from now on. */
  touch(market: number): void;
  remove(market: number): void;
  /** The one that was touched longest ago, and the one after another; −1 at the end. */
  first(): number;
  next(market: number): number;
};

/** Creates the order of so many markets, none of which has been touched: a list that is linked both ways. */
export const createMarketOrder = (count: number): MarketOrder => {
  // The place after the last market stands for both ends.
  const end = count;
  const before = new Int32Array(count + 1).fill(-1);
  const after = new Int32Array(count + 1).fill(-1);
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
  const orNone = (market: number): number => (market === end ? -1 : market);

  return {
    remove,
    touch: (market) => {
      remove(market);
      const last = before[end] as number;
      after[last] = market;
      before[market] = last;
      after[market] = end;
      before[end] = market;
    },
    first: () => orNone(after[end] as number),
    next: (market) => orNone(after[market] as number),
  };
};

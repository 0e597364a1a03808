import type { Instrument } from '../../model/instrument.ts';
import { type Elapsed, since } from '../../model/moment.ts';
import { createDetector } from '../../strategy/detector.ts';

/** The markets of which a feed gets more than the best prices. */
export type HotMarkets = {
  /** The best prices of a market; 0 where there is none. */
  see(market: number, bid: number, ask: number): void;
  /**
   * Looks at the cycles of some of the markets, of all in `parts` calls, so that no call takes long. The last of these answers the markets of the
   * best cycles, and of those that were among them lately: the places of at most `mostHot`. Null until then.
   */
  look(now: Elapsed): readonly number[] | null;
};

/** Calls in which all markets are looked at. */
export const parts = 40;
const bestCycles = 50;
const mostHot = 150;
/** A market stays hot for so long after it was last in one of the best cycles, in ms. */
const keptMs = 300_000;
/** Cycles that lose more than this after fees are not looked at. */
const leastProduct = 0.995;

type Found = { readonly product: number; readonly edges: readonly number[] };

export const createHotMarkets = (markets: readonly Instrument[]): HotMarkets => {
  const bids = new Float64Array(markets.length);
  const asks = new Float64Array(markets.length);
  const chosen = new Map<number, Elapsed>();
  const part = Math.ceil(markets.length / parts);
  const detector = createDetector({
    instruments: markets,
    types: { tri: true, quad: true },
    fundingCurrencies: [],
    anyStart: true,
    threshold: leastProduct - 1,
  });

  let next = 0;
  let found: Found[] = [];
  let least = 0;
  const trim = (): void => {
    found = found.sort((one, other) => other.product - one.product).slice(0, bestCycles);
    least = found.length < bestCycles ? 0 : (found.at(-1)?.product ?? 0);
  };
  const look = (market: number): void => {
    const hits = detector.update(market, bids[market] as number, asks[market] as number);
    for (let hit = 0; hit < hits; hit++) {
      const product = detector.productAt(hit);
      if (product <= least) continue;
      found.push({ product, edges: detector.cycle(hit).edges });
      if (found.length > 4 * bestCycles) trim();
    }
  };
  const choose = (now: Elapsed): readonly number[] => {
    trim();
    for (const { edges } of found) for (const edge of edges) chosen.set(edge >> 1, now);
    for (const [market, at] of chosen) if (since(at, now) > keptMs) chosen.delete(market);
    const newest = [...chosen].sort(([, one], [, other]) => since(one, other));
    for (const [market] of newest.slice(mostHot)) chosen.delete(market);
    [next, found, least] = [0, [], 0];
    // From no price on: a cycle is found once, when the last of its markets is looked at.
    detector.reset();
    return [...chosen.keys()];
  };

  return {
    see: (market, bid, ask) => {
      bids[market] = bid;
      asks[market] = ask;
    },
    look: (now) => {
      const until = Math.min(markets.length, next + part);
      for (; next < until; next++) look(next);
      return next === markets.length ? choose(now) : null;
    },
  };
};

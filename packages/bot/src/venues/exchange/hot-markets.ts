import type { Instrument } from '../../model/instrument.ts';
import { type Elapsed, since } from '../../model/moment.ts';
import { createDetector } from '../../strategy/detector.ts';

/** The markets of which a feed gets more than the best prices. */
export type HotMarkets = {
  /** The best prices of a market; 0 where there is none. */
  see(market: number, bid: number, ask: number): void;
  /** Those of the best cycles now, and of those that were among them lately: the places of at most `mostHot`. */
  pick(now: Elapsed): readonly number[];
};

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
  const detector = createDetector({
    instruments: markets,
    types: { tri: true, quad: true },
    fundingCurrencies: [],
    anyStart: true,
    threshold: leastProduct - 1,
  });

  /** All prices in one go, from none on: a cycle is found once, when the last of its markets is taken. */
  const best = (): readonly Found[] => {
    let found: Found[] = [];
    let least = 0;
    const keep = (): void => {
      found = found.sort((one, other) => other.product - one.product).slice(0, bestCycles);
      least = found.length < bestCycles ? 0 : (found.at(-1)?.product ?? 0);
    };
    for (let market = 0; market < markets.length; market++) detector.update(market, 0, 0);
    for (let market = 0; market < markets.length; market++) {
      const hits = detector.update(market, bids[market] as number, asks[market] as number);
      for (let hit = 0; hit < hits; hit++) {
        const product = detector.productAt(hit);
        if (product <= least) continue;
        found.push({ product, edges: detector.cycle(hit).edges });
        if (found.length > 4 * bestCycles) keep();
      }
    }
    keep();
    return found;
  };

  return {
    see: (market, bid, ask) => {
      bids[market] = bid;
      asks[market] = ask;
    },
    pick: (now) => {
      for (const { edges } of best()) for (const edge of edges) chosen.set(edge >> 1, now);
      for (const [market, at] of chosen) if (since(at, now) > keptMs) chosen.delete(market);
      const newest = [...chosen].sort(([, one], [, other]) => since(one, other));
      for (const [market] of newest.slice(mostHot)) chosen.delete(market);
      return [...chosen.keys()];
    },
  };
};

import { createCycleIndex } from '../market/cycle-index.ts';
import { feeOf, type Instrument } from '../model/instrument.ts';
import { createCensus } from './census.ts';
import { type Cycle, createRoutes } from './cycle.ts';
import { createWays } from './ways.ts';

/** What a detector looks for. */
export type DetectorOptions = {
  /** One exchange's markets; a market's id is its place in this list. */
  instruments: readonly Instrument[];
  types: { tri: boolean; quad: boolean };
  /** Currencies a cycle may start at, most wanted first; a cycle with none of them is not offered. */
  fundingCurrencies: readonly string[];
  /** Offer the cycles without a funding currency too. */
  anyStart?: boolean;
  /** Report cycles whose product of rates after fees exceeds 1 + threshold (0.005 is 0.5 %). */
  threshold: number;
};

/** The cycles of one exchange, kept exact update by update. */
export type Detector = {
  /**
   * Takes a market's best bid and ask (NaN or 0: that side is out of every cycle) and returns how many cycles through it
   * now exceed the threshold; `cycle(0)` to `cycle(n - 1)` read them until the next update. Allocates nothing.
   */
  update(market: number, bid: number, ask: number): number;
  /** The n-th cycle of the last update. */
  cycle(n: number): Cycle;
  /** Its key alone, without building the cycle. */
  key(n: number): number;
  /** Its product alone. */
  productAt(n: number): number;
  /** Product of a cycle's rates as they are now; 0 when a market of it is out. */
  product(edges: ArrayLike<number>): number;
  /** Directed cycles offered, all of whose edges have a price now. */
  counts(): { tri: number; quad: number };
  /** The cycle with the greatest product now, also below the threshold; null when there is none. */
  best(): Cycle | null;
  /** Takes every market out. */
  reset(): void;
  /** Reports from the next update on what exceeds another threshold. */
  raise(threshold: number): void;
};

/** Creates the detector with every market out. */
export function createDetector(options: DetectorOptions): Detector {
  const index = createCycleIndex(options.instruments);
  const rates = new Float64Array(index.edgeFrom.length);
  const routes = createRoutes(index, rates, options);
  const census = createCensus(index, rates, options);
  const ways = createWays(index, rates, options, routes.add);
  const costs = options.instruments.map(edgeCosts);
  const sellCost = Float64Array.from(costs, ({ sell }) => sell);
  const buyCost = Float64Array.from(costs, ({ buy }) => buy);

  function update(market: number, bid: number, ask: number): number {
    routes.clear();
    rates[2 * market] = bid > 0 && bid < Infinity ? bid * (sellCost[market] as number) : 0;
    rates[2 * market + 1] = ask > 0 && ask < Infinity ? (buyCost[market] as number) / ask : 0;
    ways.follow(market);
    return routes.count();
  }

  return {
    update,
    cycle: routes.cycle,
    key: routes.key,
    productAt: routes.productAt,
    product: routes.product,
    counts: census.counts,
    best: () => {
      const edges = census.best();
      return edges === null ? null : routes.describe(edges);
    },
    reset: () => {
      rates.fill(0);
      ways.reset();
      routes.clear();
    },
    raise: (threshold) => {
      ways.raise(threshold);
      routes.raise(threshold);
    },
  };
}

/** What is left of one unit of price after the fee, selling and buying. */
function edgeCosts(instrument: Instrument): { sell: number; buy: number } {
  const fee = feeOf(instrument);
  return { sell: 1 - fee, buy: instrument.feeCurrency === 'quote' ? 1 / (1 + fee) : 1 - fee };
}

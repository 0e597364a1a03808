import { type CycleIndex, createCycleIndex } from '../market/cycle-index.ts';
import type { Instrument } from '../market/instrument.ts';
import { createCensus } from './census.ts';
import { type Cycle, createRoutes } from './cycle.ts';

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
  /** Product of a cycle's rates as they are now; 0 when a market of it is out. */
  product(edges: ArrayLike<number>): number;
  /** Directed cycles offered, all of whose edges have a price now. */
  counts(): { tri: number; quad: number };
  /** The cycle with the greatest product now, also below the threshold; null when there is none. */
  best(): Cycle | null;
  /** Takes every market out. */
  reset(): void;
};

/** Room for rounding when products are compared in another order of multiplication; every hit is then judged exactly. */
const slack = 1 - 1e-12;

/**
 * Creates the detector. Each ordered pair of hubs keeps an upper bound of its direct and two-hop rates, raised at once and lowered
 * only when a test against it passes and the pair is scanned, so that an update costs one multiplication for each way it changes.
 */
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
    const sell = 2 * market;
    const buy = sell + 1;
    rates[sell] = bid > 0 && bid < Infinity ? bid * (sellCost[market] as number) : 0;
    rates[buy] = ask > 0 && ask < Infinity ? (buyCost[market] as number) / ask : 0;
    ways.follow(sell);
    ways.follow(buy);
    return routes.count();
  }

  return {
    update,
    cycle: routes.cycle,
    key: routes.key,
    product: (edges) => routes.product(edges),
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
  };
}

/** What is left of one unit of price after the fee, selling and buying. */
function edgeCosts({ takerFee, feeCurrency }: Instrument): { sell: number; buy: number } {
  return { sell: 1 - takerFee, buy: feeCurrency === 'quote' ? 1 / (1 + takerFee) : 1 - takerFee };
}

type Ways = { follow(edge: number): void; reset(): void };
type AddRoute = (first: number, second: number, third: number, fourth: number) => void;

function createWays(index: CycleIndex, rates: Float64Array, options: DetectorOptions, add: AddRoute): Ways {
  const { edgePair, reverse, touchStart, touches, pairSlots, slotMid, slotFirst, slotSecond } = index;
  const { pairDirects, directEdges, hubOf, hubs, pairCount } = index;
  const { tri, quad } = options.types;
  const least = (1 + options.threshold) * slack;
  const slotRate = new Float64Array(slotMid.length);
  const bound = new Float64Array(pairCount);

  /** Every two-hop way of `pair` that closes the direct `edge` to a triangle; returns the exact greatest rate of the pair. */
  function closeTriangles(pair: number, edge: number, rate: number): number {
    let greatest = greatestDirect(pair);
    for (let slot = pairSlots[pair] as number, end = pairSlots[pair + 1] as number; slot < end; slot++) {
      const way = slotRate[slot] as number;
      if (way > greatest) greatest = way;
      if (tri && rate * way > least) add(edge, slotFirst[slot] as number, slotSecond[slot] as number, -1);
    }
    return greatest;
  }

  function greatestDirect(pair: number): number {
    let greatest = 0;
    for (let at = pairDirects[pair] as number, end = pairDirects[pair + 1] as number; at < end; at++) {
      const rate = rates[directEdges[at] as number] as number;
      if (rate > greatest) greatest = rate;
    }
    return greatest;
  }

  /** Every way back over `pair` that closes the two-hop way `slot` to a cycle; returns the exact greatest rate of the pair. */
  function closeWay(pair: number, slot: number, rate: number, closesTriangles: boolean): number {
    const first = slotFirst[slot] as number;
    const second = slotSecond[slot] as number;
    let greatest = 0;
    for (let at = pairDirects[pair] as number, end = pairDirects[pair + 1] as number; at < end; at++) {
      const edge = directEdges[at] as number;
      const direct = rates[edge] as number;
      if (direct > greatest) greatest = direct;
      if (closesTriangles && rate * direct > least) add(first, second, edge, -1);
    }
    const mid = slotMid[slot] as number;
    for (let other = pairSlots[pair] as number, end = pairSlots[pair + 1] as number; other < end; other++) {
      const way = slotRate[other] as number;
      if (way > greatest) greatest = way;
      if (quad && rate * way > least && isCounted(pair, mid, slotMid[other] as number)) {
        add(first, second, slotFirst[other] as number, slotSecond[other] as number);
      }
    }
    return greatest;
  }

  /** A cycle of four hubs splits both ways: it is taken at the split that holds the least hub. */
  function isCounted(pair: number, mid: number, otherMid: number): boolean {
    if (mid === otherMid) return false;
    const a = hubOf[mid] as number;
    const b = hubOf[otherMid] as number;
    if (a < 0 || b < 0) return true;
    const lower = Math.min(pair % hubs.length, Math.floor(pair / hubs.length));
    return lower < a && lower < b;
  }

  function follow(edge: number): void {
    const own = rates[edge] as number;
    const pair = edgePair[edge] as number;
    const joinsHubs = pair >= 0;
    if (joinsHubs) {
      if (own > (bound[pair] as number)) bound[pair] = own;
      const back = reverse[pair] as number;
      if (own * (bound[back] as number) > least) bound[back] = closeTriangles(back, edge, own);
    }
    for (let at = touchStart[edge] as number, end = touchStart[edge + 1] as number; at < end; at += 4) {
      const rate = own * (rates[touches[at + 1] as number] as number);
      const slot = touches[at] as number;
      const over = touches[at + 2] as number;
      const back = touches[at + 3] as number;
      slotRate[slot] = rate;
      if (rate > (bound[over] as number)) bound[over] = rate;
      if (rate * (bound[back] as number) > least) bound[back] = closeWay(back, slot, rate, tri && !joinsHubs);
    }
  }

  return {
    follow,
    reset: () => {
      slotRate.fill(0);
      bound.fill(0);
    },
  };
}

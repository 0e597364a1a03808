import type { CycleIndex } from '../market/cycle-index.ts';

/**
 * A directed cycle over edges. Edge `2m` sells the base of market `m`, edge `2m + 1` buys it.
 * Edges are in trading order, the first leaving the funding currency.
 */
export type Cycle = {
  type: 'TRI' | 'QUAD';
  /** Currencies in order, closed: `['USDT', 'BTC', 'ETH', 'USDT']`. */
  symbols: string[];
  /** Symbols of the markets, one a leg. */
  markets: string[];
  edges: number[];
  /** Product of the rates of the top of the books after fees; 1.005 earns 0.5 %. */
  product: number;
  /** The cycle's identity within its detector, the same whenever it is found again. */
  key: number;
};

/** Where cycles may start and what they must earn. */
export type RouteRules = { fundingCurrencies: readonly string[]; anyStart?: boolean; threshold: number };

/** The greatest number of markets whose cycles still have keys of their own: `(2M)⁴` stays a whole number. */
const mostMarkets = 4_870;

/** Rank of each currency as a start: the funding currencies in their order, then all others by name. */
export function startRanks(index: CycleIndex, fundingCurrencies: readonly string[]): Int32Array {
  return Int32Array.from(index.currencies, (currency, id) => {
    const place = fundingCurrencies.indexOf(currency);
    return place >= 0 ? place : fundingCurrencies.length + id;
  });
}

/** The cycles found by one update, each rotated to its start and judged exactly. */
export type Routes = {
  clear(): void;
  raise(threshold: number): void;
  /** Adds the cycle over these edges (fourth −1 for a triangle) if it may start somewhere and exceeds the threshold. */
  add(first: number, second: number, third: number, fourth: number): void;
  count(): number;
  key(n: number): number;
  cycle(n: number): Cycle;
  /** The product of the n-th. */
  productAt(n: number): number;
  product(edges: ArrayLike<number>): number;
  /** The cycle over these edges, in any rotation. */
  describe(edges: readonly number[]): Cycle;
};

/** Creates the list; throws a RangeError above 4,870 markets, twice what the largest exchange of the five lists. */
export function createRoutes(index: CycleIndex, rates: Float64Array, rules: RouteRules): Routes {
  if (index.markets.length > mostMarkets)
    throw new RangeError(`at most ${mostMarkets} markets, not ${index.markets.length}`);
  const ranks = startRanks(index, rules.fundingCurrencies);
  const startable = rules.anyStart ? Number.MAX_SAFE_INTEGER : rules.fundingCurrencies.length;
  let least = 1 + rules.threshold;
  const { edgeFrom, edgeTo } = index;
  const scratch = new Int32Array(4);
  let found = new Int32Array(4 * 64);
  let count = 0;

  /** Of the three or four edges that begin at a place; the fourth of a triangle is −1 or absent. */
  function product(edges: ArrayLike<number>, at = 0): number {
    const three =
      (rates[edges[at] as number] as number) *
      (rates[edges[at + 1] as number] as number) *
      (rates[edges[at + 2] as number] as number);
    const fourth = edges[at + 3] ?? -1;
    return fourth < 0 ? three : three * (rates[fourth] as number);
  }

  function rotate(first: number, second: number, third: number, fourth: number): number {
    const legs = fourth < 0 ? 3 : 4;
    scratch[0] = first;
    scratch[1] = second;
    scratch[2] = third;
    scratch[3] = fourth;
    let start = 0;
    let rank = Number.MAX_SAFE_INTEGER;
    for (let leg = 0; leg < legs; leg++) {
      const candidate = ranks[edgeFrom[scratch[leg] as number] as number] as number;
      if (candidate < rank) {
        rank = candidate;
        start = leg;
      }
    }
    if (start === 1) setLegs(second, third, legs === 3 ? first : fourth, legs === 3 ? -1 : first);
    else if (start === 2)
      setLegs(third, legs === 3 ? first : fourth, legs === 3 ? second : first, legs === 3 ? -1 : second);
    else if (start === 3) setLegs(fourth, first, second, third);
    return rank;
  }

  function setLegs(first: number, second: number, third: number, fourth: number): void {
    scratch[0] = first;
    scratch[1] = second;
    scratch[2] = third;
    scratch[3] = fourth;
  }

  function add(first: number, second: number, third: number, fourth: number): void {
    if (rotate(first, second, third, fourth) >= startable || !(product(scratch) > least)) return;
    if (4 * count === found.length) {
      const grown = new Int32Array(2 * found.length);
      grown.set(found);
      found = grown;
    }
    found.set(scratch, 4 * count);
    count++;
  }

  function keyAt(edges: ArrayLike<number>, at: number): number {
    const base = edgeFrom.length + 1;
    let key = 0;
    for (let leg = 0; leg < 4; leg++) key = key * base + ((edges[at + leg] as number) + 1);
    return key;
  }

  function toCycle(edges: readonly number[]): Cycle {
    const start = index.currencies[edgeFrom[edges[0] as number] as number] as string;
    const key = keyAt(edges.length === 3 ? [...edges, -1] : edges, 0);
    return {
      type: edges.length === 3 ? 'TRI' : 'QUAD',
      symbols: [start, ...edges.map((edge) => index.currencies[edgeTo[edge] as number] as string)],
      markets: edges.map((edge) => index.markets[edge >> 1] as string),
      edges: [...edges],
      product: product(edges),
      key,
    };
  }

  return {
    clear: () => {
      count = 0;
    },
    raise: (threshold) => {
      least = 1 + threshold;
    },
    add,
    count: () => count,
    key: (n) => keyAt(found, 4 * n),
    cycle: (n) => toCycle([...found.subarray(4 * n, 4 * n + 4)].filter((edge) => edge >= 0)),
    productAt: (n) => product(found, 4 * n),
    product: (edges) => product(edges),
    describe: (edges) => {
      rotate(edges[0] as number, edges[1] as number, edges[2] as number, edges[3] ?? -1);
      return toCycle([...scratch].filter((edge) => edge >= 0));
    },
  };
}

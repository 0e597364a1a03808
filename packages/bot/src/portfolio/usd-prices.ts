/** USD for one unit of an asset; an asset without a way to USD has none. */
export type UsdPrices = Pick<ReadonlyMap<string, number>, 'get' | 'has'>;

/**
 * The best prices of markets at one moment, quote per base, by their places in a list; NaN for those that are not to be used. They are noted each
 * second, and a small array of numbers is made much faster than one of a type, which lies outside of the heap.
 */
export type Tops = { readonly bids: ArrayLike<number>; readonly asks: ArrayLike<number> };

/** The prices of one moment. What is not asked for is not worked out. */
export type PricesThen = UsdPrices & {
  /** The assets of the list that have a price. */
  assets(): readonly string[];
  /** Which assets a way leads to: the same object as at the moment before where the same markets are to be used. */
  readonly reach: Reach;
};

type Reach = () => Uint8Array;

type Pair = { readonly base: string; readonly quote: string };

/** Held at USD 1 where no market leads from them to USD. */
export const dollarTokens: readonly string[] = ['USDT', 'USDC'];
const dollars = ['USD', ...dollarTokens];

/**
 * Prices assets in USD by the mid prices of markets, along the way that loses least to spreads (Dijkstra over ln(ask/bid)), so that a wide or
 * illiquid market never prices what a tight one can. The best prices of the list's markets that are given must not change any more.
 */
export const createUsdPrices = (markets: readonly Pair[]): ((tops: Tops) => PricesThen) => {
  const assets = [...new Set(markets.flatMap(({ base, quote }) => [quote, base]))];
  const ids = new Map(assets.map((asset, id) => [asset, id]));
  const idsOf = (names: readonly string[]): number[] => names.flatMap((name) => ids.get(name) ?? []);
  /** From each asset: the markets that lead on, each with the asset there and whether it is the base of the market. */
  const hops: number[][] = assets.map(() => []);
  for (const [market, { base, quote }] of markets.entries()) {
    const [from, to] = [ids.get(quote) as number, ids.get(base) as number];
    hops[from]?.push(market, to, 1);
    hops[to]?.push(market, from, 0);
  }
  const graph: Graph = { assets, ids, hops, ways: [idsOf(['USD']), idsOf(dollarTokens)] };
  /** 1 for each market that was to be used at the last moment. */
  const used = new Uint8Array(markets.length);
  let reach: Reach | null = null;
  return (tops) => {
    // Mostly the markets to be used are those of the moment before, and so are the assets that they lead to.
    const isOther = noteUsed(tops, used);
    if (reach === null || isOther) reach = createReach(tops, graph);
    return pricesAt(tops, graph, reach);
  };
};

/** `ways`: where the search begins, and where it goes on where that has led no further. */
type Graph = {
  readonly assets: readonly string[];
  readonly ids: ReadonlyMap<string, number>;
  readonly hops: readonly (readonly number[])[];
  readonly ways: readonly (readonly number[])[];
};

const [unseen, open, settled] = [0, 1, 2] as const;

/** Finds the price of one asset after the other, as far as it has to go for it. */
const createSearch = ({ bids, asks }: Tops, { assets, hops, ways }: Graph): ((id: number) => number | undefined) => {
  const prices = new Array<number>(assets.length).fill(0);
  const costs = new Array<number>(assets.length).fill(0);
  const states = new Array<number>(assets.length).fill(unseen);
  /** In the order in which they were found. */
  const found: number[] = [];
  let begun = 0;
  /** The one settled last while its markets were not followed: that waits until they are needed. */
  let last: number | null = null;

  const begin = (): boolean => {
    for (const id of ways[begun] ?? []) {
      if (states[id] === settled) continue;
      states[id] = open;
      prices[id] = 1;
      found.push(id);
    }
    return ++begun <= ways.length;
  };

  /** The first of those that cost least. */
  const takeNearest = (): number => {
    let place = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let at = 0; at < found.length; at++) {
      const cost = costs[found[at] as number] as number;
      if (cost >= least) continue;
      least = cost;
      place = at;
    }
    return found.splice(place, 1)[0] as number;
  };

  const settleNearest = (): void => {
    last = takeNearest();
    states[last] = settled;
  };

  const follow = (id: number): void => {
    last = null;
    const own = hops[id] as readonly number[];
    for (let at = 0; at < own.length; at += 3) {
      const market = own[at] as number;
      const bid = bids[market] as number;
      const ask = asks[market] as number;
      const to = own[at + 1] as number;
      if (!(bid > 0) || states[to] === settled) continue;
      const total = (costs[id] as number) + Math.log(ask / bid);
      if (states[to] === open && (costs[to] as number) <= total) continue;
      const mid = (bid + ask) / 2;
      prices[to] = (prices[id] as number) * (own[at + 2] === 1 ? mid : 1 / mid);
      costs[to] = total;
      if (states[to] === unseen) found.push(to);
      states[to] = open;
    }
  };

  return (id) => {
    while (states[id] !== settled) {
      if (last !== null) follow(last);
      else if (found.length > 0) settleNearest();
      else if (!begin()) return undefined;
    }
    return prices[id];
  };
};

/** Notes which markets are to be used; whether they are others than those noted. */
const noteUsed = ({ bids }: Tops, used: Uint8Array): boolean => {
  let isOther = false;
  for (let market = 0; market < used.length; market++) {
    const isUsed = (bids[market] as number) > 0 ? 1 : 0;
    if (used[market] === isUsed) continue;
    used[market] = isUsed;
    isOther = true;
  }
  return isOther;
};

/** Which assets a way leads to: that takes far less time than to find the best one. */
const createReach = ({ bids }: Tops, { assets, hops, ways }: Graph): Reach => {
  let reached: Uint8Array | null = null;
  const reach = (): Uint8Array => {
    const seen = new Uint8Array(assets.length);
    const next = ways.flat();
    for (const id of next) seen[id] = 1;
    for (let id = next.pop(); id !== undefined; id = next.pop()) {
      const own = hops[id] as readonly number[];
      for (let at = 0; at < own.length; at += 3) {
        const to = own[at + 1] as number;
        if (seen[to] === 1 || !((bids[own[at] as number] as number) > 0)) continue;
        seen[to] = 1;
        next.push(to);
      }
    }
    return seen;
  };
  return () => {
    reached ??= reach();
    return reached;
  };
};

const pricesAt = (tops: Tops, graph: Graph, reach: Reach): PricesThen => {
  const { assets, ids } = graph;
  // Of most moments few prices are asked for, or none.
  let search: ReturnType<typeof createSearch> | null = null;
  const isReached = (id: number): boolean => reach()[id] === 1;
  return {
    has: (asset) => {
      const id = ids.get(asset);
      return id === undefined ? dollars.includes(asset) : isReached(id);
    },
    get: (asset) => {
      const id = ids.get(asset);
      if (id === undefined) return dollars.includes(asset) ? 1 : undefined;
      search ??= createSearch(tops, graph);
      return search(id);
    },
    assets: () => assets.filter((_, id) => isReached(id)),
    reach,
  };
};

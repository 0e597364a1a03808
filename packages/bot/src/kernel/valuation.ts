import { type Elapsed, since } from '../model/clock.ts';
import { createUsdPrices, type PricesThen, type Tops, type UsdPrices } from '../portfolio/usd-prices.ts';
import type { ExchangeMarkets } from './exchange-markets.ts';

/** How long prices are used before the books are looked at again, in ms. */
const freshMs = 1000;
/** How long the first price of an asset is waited for. */
const patienceMs = 60_000;

/** What assets are worth by the books. */
export type Valuation = {
  /** USD for one unit by the trusted books of one exchange; null where they do not lead to USD. */
  rate(exchange: string, asset: string): number | null;
  /** The last known prices over all exchanges, the first that has one: for showing and marking, never for deciding. */
  lastKnown(): UsdPrices;
  /** Whether the first price of the asset may still come: no book has had one, and it was first asked for less than a minute ago. */
  awaits(asset: string): boolean;
  /** Takes note of the prices of this moment, to be known later. */
  sample(): void;
};

/** Best prices of an exchange at a moment that are known without its books; null where they are not. */
export type PricesElsewhere = (exchange: string, now: Elapsed) => Tops | null;

type Exchanges = ReadonlyMap<string, Pick<ExchangeMarkets, 'markets' | 'tops'>>;

const nowhere: Tops = { bids: [], asks: [] };

/** The prices of an exchange, of a moment that is less than a second ago. */
const pricesBy = (
  exchanges: Exchanges,
  now: () => Elapsed,
  elsewhere: PricesElsewhere,
): ((exchange: string) => PricesThen) => {
  const cache = new Map<string, { readonly at: Elapsed; readonly prices: PricesThen }>();
  /** By how many markets there were: one that was listed once keeps its place. */
  const ways = new Map<string, { readonly count: number; readonly at: (tops: Tops) => PricesThen }>();
  const waysOver = (exchange: string, count: number): ((tops: Tops) => PricesThen) => {
    const known = ways.get(exchange);
    if (known?.count === count) return known.at;
    const pairs = exchanges.get(exchange)?.markets.map(({ instrument }) => instrument) ?? [];
    const at = createUsdPrices(pairs);
    ways.set(exchange, { count, at });
    return at;
  };
  return (exchange) => {
    const cached = cache.get(exchange);
    if (cached && since(cached.at, now()) < freshMs) return cached.prices;
    const own = exchanges.get(exchange);
    const tops = elsewhere(exchange, now()) ?? own?.tops() ?? nowhere;
    const prices = waysOver(exchange, own?.markets.length ?? 0)(tops);
    cache.set(exchange, { at: now(), prices });
    return prices;
  };
};

/** The first of them that has a price of an asset. */
const firstWith = (prices: readonly PricesThen[], asset: string): PricesThen | undefined => {
  for (const one of prices) if (one.has(asset)) return one;
  return undefined;
};

/** `shown` is for reads from outside, which must not change by which prices the engine decides. */
export const createValuation = (
  exchanges: Exchanges,
  now: () => Elapsed,
  elsewhere: PricesElsewhere = () => null,
): Valuation & { readonly shown: Valuation } => {
  const prices = pricesBy(exchanges, now, elsewhere);
  const pricesShown = pricesBy(exchanges, now, elsewhere);
  /** Of the last sample, and before it the last ones of assets that have none now. */
  let sampled: readonly PricesThen[] = [];
  const earlier = new Map<string, number>();
  const keepLost = (latest: readonly PricesThen[]): void => {
    for (const asset of new Set(sampled.flatMap((one) => one.assets()))) {
      const last = firstWith(latest, asset) ? undefined : firstWith(sampled, asset)?.get(asset);
      if (last !== undefined) earlier.set(asset, last);
    }
  };
  let sampledAt: Elapsed | null = null;
  const sample = (): void => {
    const at = now();
    // The prices of a moment stay what they were first in it.
    if (at === sampledAt && sampled.length === exchanges.size) return;
    sampledAt = at;
    const latest = Array.from(exchanges.keys(), prices);
    if (latest.every((one, place) => one === sampled[place])) return;
    if (latest.some((one, place) => one.reach !== sampled[place]?.reach)) keepLost(latest);
    sampled = latest;
  };
  const isKnown = (asset: string): boolean => firstWith(sampled, asset) !== undefined || earlier.has(asset);
  const known: UsdPrices = {
    has: isKnown,
    get: (asset) => firstWith(sampled, asset)?.get(asset) ?? earlier.get(asset),
  };

  const askedAt = new Map<string, Elapsed>();
  const awaits = (asset: string): boolean => {
    sample();
    if (isKnown(asset)) return false;
    const asked = askedAt.get(asset) ?? now();
    askedAt.set(asset, asked);
    return since(asked, now()) < patienceMs;
  };

  return {
    sample,
    awaits,
    rate: (exchange, asset) => prices(exchange).get(asset) ?? null,
    lastKnown: () => {
      sample();
      return known;
    },
    shown: {
      sample: () => {},
      awaits: (asset) => !isKnown(asset) && since(askedAt.get(asset) ?? now(), now()) < patienceMs,
      rate: (exchange, asset) => pricesShown(exchange).get(asset) ?? null,
      lastKnown: () => {
        const latest = [...exchanges.keys()].map(pricesShown);
        return {
          has: (asset) => isKnown(asset) || firstWith(latest, asset) !== undefined,
          get: (asset) => firstWith(latest, asset)?.get(asset) ?? known.get(asset),
        };
      },
    },
  };
};

import { bestPrice } from '../market/book-side.ts';
import { type Elapsed, since } from '../model/clock.ts';
import type { Quote, UsdPrices } from '../portfolio/balances.ts';
import { usdPrices } from '../portfolio/balances.ts';
import type { ExchangeMarkets } from './markets.ts';

/** How long prices are used before they are worked out again, in ms. */
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

type Exchanges = ReadonlyMap<string, ExchangeMarkets>;

/** The prices of an exchange, worked out again when they are a second old. */
const pricesBy = (exchanges: Exchanges, now: () => Elapsed): ((exchange: string) => UsdPrices) => {
  const cache = new Map<string, { readonly at: Elapsed; readonly prices: UsdPrices }>();
  return (exchange) => {
    const cached = cache.get(exchange);
    if (cached && since(cached.at, now()) < freshMs) return cached.prices;
    const fresh = usdPrices(quotesOf(exchanges.get(exchange)));
    cache.set(exchange, { at: now(), prices: fresh });
    return fresh;
  };
};

/** `shown` is for reads from outside, which must not change by which prices the engine decides. */
export const createValuation = (
  exchanges: Exchanges,
  now: () => Elapsed,
): Valuation & { readonly shown: Valuation } => {
  const prices = pricesBy(exchanges, now);
  const pricesShown = pricesBy(exchanges, now);
  const known = new Map<string, number>();
  let sampled: readonly UsdPrices[] = [];
  const sample = (): void => {
    const latest = [...exchanges.keys()].map(prices).reverse();
    if (latest.every((one, at) => one === sampled[at])) return;
    sampled = latest;
    for (const one of latest) for (const [asset, price] of one) known.set(asset, price);
  };

  const askedAt = new Map<string, Elapsed>();
  const awaits = (asset: string): boolean => {
    sample();
    if (known.has(asset)) return false;
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
      awaits: (asset) => !known.has(asset) && since(askedAt.get(asset) ?? now(), now()) < patienceMs,
      rate: (exchange, asset) => pricesShown(exchange).get(asset) ?? null,
      lastKnown: () => new Map([...known, ...[...exchanges.keys()].reverse().flatMap((one) => [...pricesShown(one)])]),
    },
  };
};

function* quotesOf(exchange: ExchangeMarkets | undefined): Iterable<Quote> {
  for (const market of exchange?.markets ?? []) {
    if (exchange?.trust(market) !== 'trusted') continue;
    const { instrument, book } = market;
    const [bid, ask] = [bestPrice(book.bids), bestPrice(book.asks)];
    yield { base: instrument.base, quote: instrument.quote, bid, ask };
  }
}

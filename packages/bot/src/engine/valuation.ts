import type { Quote, UsdPrices } from '../portfolio/balances.ts';
import { usdPrices } from '../portfolio/balances.ts';
import type { ExchangeMarkets } from './markets.ts';

/** How long prices are used before they are worked out again, in ms. */
const freshMs = 1000;

/** What assets are worth at each exchange, by its own books. */
export type Valuation = {
  /** USD for one unit by trusted books; null where they do not lead to USD. */
  rate(exchange: string, asset: string): number | null;
  /** As `rate`, but the last known one where there is none now: for marking equity, never for deciding. */
  lastKnown(exchange: string, asset: string): number | null;
  prices(exchange: string): UsdPrices;
};

export const createValuation = (exchanges: ReadonlyMap<string, ExchangeMarkets>, now: () => number): Valuation => {
  const cache = new Map<string, { at: number; prices: UsdPrices }>();
  const seen = new Map<string, Map<string, number>>();

  const prices = (exchange: string): UsdPrices => {
    const cached = cache.get(exchange);
    if (cached && now() - cached.at < freshMs) return cached.prices;
    const fresh = { at: now(), prices: usdPrices(quotesOf(exchanges.get(exchange))) };
    cache.set(exchange, fresh);
    seen.set(exchange, new Map([...(seen.get(exchange) ?? []), ...fresh.prices]));
    return fresh.prices;
  };

  return {
    prices,
    rate: (exchange, asset) => prices(exchange).get(asset) ?? null,
    lastKnown: (exchange, asset) => prices(exchange).get(asset) ?? seen.get(exchange)?.get(asset) ?? null,
  };
};

function* quotesOf(exchange: ExchangeMarkets | undefined): Iterable<Quote> {
  for (const market of exchange?.markets ?? []) {
    if (exchange?.trust(market) !== 'trusted') continue;
    const { instrument, book } = market;
    yield {
      base: instrument.base,
      quote: instrument.quote,
      bid: book.bids.price[0] ?? 0,
      ask: book.asks.price[0] ?? 0,
    };
  }
}

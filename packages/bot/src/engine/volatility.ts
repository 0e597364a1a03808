import type { ExchangeMarkets, Market } from './markets.ts';

/** How much mid prices have moved in the last minute, from a sample a second. */
export type Volatility = {
  sample(): void;
  /** The greatest standard deviation of the markets' mids, percent of their mean; null when one has too few samples. */
  of(markets: readonly Market[]): number | null;
};

const room = 60;
const enough = 10;

type Series = { readonly mids: Float64Array; count: number };

export const createVolatility = (exchanges: ReadonlyMap<string, ExchangeMarkets>): Volatility => {
  const series = new Map<Market, Series>();
  return {
    sample: () => {
      for (const exchange of exchanges.values()) {
        for (const market of exchange.markets) {
          if (!market.offered) continue;
          const own = series.get(market) ?? { mids: new Float64Array(room), count: 0 };
          const { bids, asks } = market.book;
          own.mids[own.count++ % room] = ((bids.price[0] ?? 0) + (asks.price[0] ?? 0)) / 2;
          series.set(market, own);
        }
      }
    },
    of: (markets) => {
      let greatest = 0;
      for (const market of markets) {
        const own = series.get(market);
        if (!own || own.count < enough) return null;
        greatest = Math.max(greatest, deviation(own.mids.subarray(0, Math.min(own.count, room))));
      }
      return greatest;
    },
  };
};

const deviation = (mids: Float64Array): number => {
  const mean = mids.reduce((sum, mid) => sum + mid, 0) / mids.length;
  const variance = mids.reduce((sum, mid) => sum + (mid - mean) ** 2, 0) / mids.length;
  return (Math.sqrt(variance) / mean) * 100;
};

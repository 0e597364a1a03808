import type { ExchangeMarkets } from '../kernel/exchange-markets.ts';
import type { Market } from '../kernel/market.ts';
import { bestPrice } from '../market/book-side.ts';
import { type Elapsed, since } from '../model/clock.ts';

/** How much mid prices have moved in the last minute, from a sample a second. */
export type Volatility = {
  sample(): void;
  /** The greatest standard deviation of the markets' mids, percent of their mean; null when one has too few samples in that minute. */
  of(markets: readonly Market[]): number | null;
};

const windowMs = 60_000;
const room = 60;
const enough = 10;

/** Rings of the same length: a mid, and when it was seen, in ms since the beginning. */
type Series = { readonly mids: Float64Array; readonly seenAt: Float64Array; count: number };

export const createVolatility = (exchanges: ReadonlyMap<string, ExchangeMarkets>, now: () => Elapsed): Volatility => {
  const begun = now();
  const series = new Map<Market, Series>();
  const passed = (): number => since(begun, now());
  return {
    sample: () => {
      const at = passed();
      for (const exchange of exchanges.values()) {
        for (const market of exchange.markets) {
          if (!market.offered) continue;
          const own = series.get(market) ?? emptySeries();
          const { bids, asks } = market.book;
          const slot = own.count++ % room;
          own.mids[slot] = (bestPrice(bids) + bestPrice(asks)) / 2;
          own.seenAt[slot] = at;
          series.set(market, own);
        }
      }
    },
    of: (markets) => {
      const oldest = passed() - windowMs;
      let greatest = 0;
      for (const market of markets) {
        const own = series.get(market);
        const deviation = own ? deviationSince(own, oldest) : null;
        if (deviation === null) return null;
        greatest = Math.max(greatest, deviation);
      }
      return greatest;
    },
  };
};

const emptySeries = (): Series => ({
  mids: new Float64Array(room),
  seenAt: new Float64Array(room).fill(Number.NEGATIVE_INFINITY),
  count: 0,
});

/** Percent of the mean; null with too few samples. */
const deviationSince = ({ mids, seenAt }: Series, oldest: number): number | null => {
  let [count, sum] = [0, 0];
  for (let slot = 0; slot < room; slot++) {
    if ((seenAt[slot] as number) <= oldest) continue;
    count++;
    sum += mids[slot] as number;
  }
  if (count < enough) return null;
  const mean = sum / count;
  let squares = 0;
  for (let slot = 0; slot < room; slot++)
    if ((seenAt[slot] as number) > oldest) squares += ((mids[slot] as number) - mean) ** 2;
  return (Math.sqrt(squares / count) / mean) * 100;
};

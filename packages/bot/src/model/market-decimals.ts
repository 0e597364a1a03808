import { decimalsOf } from './decimal.ts';

/** Takes prices and sizes of a market that are above zero. */
export type SeenMarket = { see(bid: number, bidSize: number, ask: number, askSize: number): void };

/** What was seen of a market: the most decimals of its prices and of its sizes, and its highest price. */
export type MarketDecimals = {
  readonly symbol: string;
  readonly priceDecimals: number;
  readonly sizeDecimals: number;
  readonly highest: number;
};

/** Collects the decimals of markets. */
export type DecimalsSeen = {
  market(symbol: string): SeenMarket;
  /** In the order of their first appearance. */
  all(): readonly MarketDecimals[];
};

/** Below so many units a number tells decimals apart. */
const mostExact = 1e15;

/** Whether a value has no more decimals than the scale of these has zeros. */
const isWithin = (value: number, scale: number): boolean =>
  value * scale < mostExact && Math.round(value * scale) / scale === value;

/** Goes on from what was seen before; where a market is there twice, with the most of both. */
export const createDecimals = (before: readonly MarketDecimals[] = []): DecimalsSeen => {
  const markets = new Map<string, Seen>();
  const market = (symbol: string): Seen => {
    const one = markets.get(symbol) ?? createSeen(symbol);
    markets.set(symbol, one);
    return one;
  };
  for (const one of before) market(one.symbol).join(one);
  const all = (): readonly MarketDecimals[] =>
    [...markets.values()].map(({ symbol, priceDecimals, sizeDecimals, highest }) => {
      return { symbol, priceDecimals, sizeDecimals, highest };
    });
  return { market, all };
};

type Seen = { -readonly [K in keyof MarketDecimals]: MarketDecimals[K] } & SeenMarket & {
    join(other: MarketDecimals): void;
  };
const createSeen = (symbol: string): Seen => {
  // To write a number down, or to raise ten to a power, takes longer than all else that is done with a row.
  let [priceScale, sizeScale] = [1, 1];
  const seen: Seen = {
    symbol,
    priceDecimals: 0,
    sizeDecimals: 0,
    highest: 0,
    see: (bid, bidSize, ask, askSize) => {
      if (bid > seen.highest) seen.highest = bid;
      if (ask > seen.highest) seen.highest = ask;
      if (!isWithin(bid, priceScale) || !isWithin(ask, priceScale)) {
        seen.priceDecimals = Math.max(seen.priceDecimals, decimalsOf(bid), decimalsOf(ask));
        priceScale = 10 ** seen.priceDecimals;
      }
      if (!isWithin(bidSize, sizeScale) || !isWithin(askSize, sizeScale)) {
        seen.sizeDecimals = Math.max(seen.sizeDecimals, decimalsOf(bidSize), decimalsOf(askSize));
        sizeScale = 10 ** seen.sizeDecimals;
      }
    },
    join: ({ priceDecimals, sizeDecimals, highest }) => {
      seen.priceDecimals = Math.max(seen.priceDecimals, priceDecimals);
      seen.sizeDecimals = Math.max(seen.sizeDecimals, sizeDecimals);
      seen.highest = Math.max(seen.highest, highest);
      priceScale = 10 ** seen.priceDecimals;
      sizeScale = 10 ** seen.sizeDecimals;
    },
  };
  return seen;
};

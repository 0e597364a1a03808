import type { Instrument } from '../model/instrument.ts';

/** The best prices and sizes of all markets as they are now, by the market's place; NaN where there are none to be used. */
export type Tops = {
  readonly bid: Float64Array;
  readonly bidSize: Float64Array;
  readonly ask: Float64Array;
  readonly askSize: Float64Array;
};

export const createTops = (markets: number): Tops => {
  const column = (): Float64Array => new Float64Array(markets).fill(Number.NaN);
  return { bid: column(), bidSize: column(), ask: column(), askSize: column() };
};

/** What one unit brings over an edge before fees: edge `2m` sells the base of market `m`, `2m + 1` buys it. */
const rateOver = ({ bid, ask }: Tops, edge: number): number =>
  edge & 1 ? 1 / (ask[edge >> 1] as number) : (bid[edge >> 1] as number);

/** The most of its start currency that a cycle takes at the best prices, before fees, which would leave a little more room. */
export const roomOf = (tops: Tops, edges: readonly number[]): number => {
  let room = Number.POSITIVE_INFINITY;
  let brought = 1;
  for (const edge of edges) {
    const market = edge >> 1;
    const taken =
      edge & 1 ? (tops.askSize[market] as number) * (tops.ask[market] as number) : (tops.bidSize[market] as number);
    room = Math.min(room, taken / brought);
    brought *= rateOver(tops, edge);
  }
  return room;
};

const dollars = ['USDT', 'USDC', 'USD', 'BUSD', 'FDUSD', 'TUSD', 'DAI'];

/**
 * What a currency is worth in USD, by the last bid of its market with a dollar; NaN before there is one. A coin that follows the dollar
 * counts as one. `last`: bids that outlive the trust in their book.
 */
export const createDollars = (
  instruments: readonly Instrument[],
  last: Float64Array,
): ((currency: string) => number) => {
  const markets = new Map<string, number[]>();
  for (const dollar of dollars)
    for (const [market, { base, quote }] of instruments.entries())
      if (quote === dollar) markets.set(base, [...(markets.get(base) ?? []), market]);
  return (currency) => {
    if (dollars.includes(currency)) return 1;
    const market = markets.get(currency)?.find((one) => (last[one] as number) > 0);
    return market === undefined ? Number.NaN : (last[market] as number);
  };
};

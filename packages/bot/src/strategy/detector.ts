import type { Instrument } from '../market/instrument.ts';

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
  /** Directed cycles all of whose edges have a price now. */
  counts(): { tri: number; quad: number };
  /** The cycle with the greatest product now, also below the threshold; null when there is none. */
  best(): Cycle | null;
  /** Takes every market out. */
  reset(): void;
};

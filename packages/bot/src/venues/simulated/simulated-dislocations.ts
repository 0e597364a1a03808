import type { Random } from './simulated-random.ts';
import type { SimulatedListing } from './simulated-universe.ts';

/** How a currency becomes another on one market: 1 is sold at the bid, or buys at the ask. */
export type Conversion = (from: string, to: string) => number | null;

/** Three markets of an exchange that close a cycle: `market`, which trades `coin` against `quote`, and the two that lead over `hub`. */
export type Triangle = {
  readonly market: number;
  readonly coin: string;
  readonly quote: string;
  readonly hub: string;
  /** How often it is chosen. */
  readonly weight: number;
};

/** A market whose price has run away for a while: its fair price is multiplied by `exp(shift)` until `endsAt`. */
export type Dislocation = { readonly market: number; readonly shift: number; readonly endsAt: number };

/**
 * How many dislocations of a kind begin in a minute over all exchanges, and the law of the profits that they offer, as
 * fractions: Pareto's, the rarer the larger, between two bounds. Lifetimes are spread evenly over orders of magnitude.
 */
export type Kind = {
  readonly perMinute: number;
  readonly least: number;
  readonly most: number;
  readonly exponent: number;
  readonly livesMs: { readonly least: number; readonly most: number };
};

/** Long enough to be looked at, opened and confirmed by hand where nobody takes it before; and for no longer than that. */
const byHand = { least: 3_000, most: 8_000 };

/** Small ones come often, some are just above an operator's usual threshold of 0.5 %, few are worth telling. */
export const usualKinds: readonly Kind[] = [
  { perMinute: 12, least: 0.001, most: 0.0045, exponent: 1, livesMs: { least: 200, most: 10_000 } },
  { perMinute: 1.7, least: 0.0058, most: 0.01, exponent: 12, livesMs: byHand },
  { perMinute: 0.03, least: 0.01, most: 0.02, exponent: 2, livesMs: byHand },
];

/** The kind of dislocation that begins within a step of this length, mostly none. */
export function beginning(kinds: readonly Kind[], random: Random, stepMs: number): Kind | undefined {
  let left = random.uniform();
  return kinds.find(({ perMinute }) => {
    left -= (perMinute * stepMs) / 60_000;
    return left < 0;
  });
}

/**
 * A dislocation that makes a triangle profitable by a chosen fraction after fees, at the best prices that `convert` gives,
 * in one of its two directions.
 */
export function dislocate(
  { least, most, exponent, livesMs }: Kind,
  triangle: Triangle,
  convert: Conversion,
  takerFee: number,
  at: number,
  random: Random,
): Dislocation | null {
  const { market, coin, quote, hub } = triangle;
  const cheap = random.uniform() < 0.5;
  const cycle = cheap ? [quote, coin, hub, quote] : [coin, quote, hub, coin];
  let rate = (1 - takerFee) ** 3;
  for (let leg = 0; leg < 3; leg++) {
    const step = convert(cycle[leg] ?? '', cycle[leg + 1] ?? '');
    if (step === null) return null;
    rate *= step;
  }
  const beyond = 1 - random.uniform() * (1 - (least / most) ** exponent);
  const profit = least * beyond ** (-1 / exponent);
  const needed = Math.log(1 + profit) - Math.log(rate);
  const lifetime = livesMs.least * (livesMs.most / livesMs.least) ** random.uniform();
  return { market, shift: cheap ? -needed : needed, endsAt: at + lifetime };
}

/**
 * All triangles of the markets of an exchange, the first of which has the place `from`, around their coins; a coin is what no market has as its
 * quote. The more cycles lead through a market, all of which pay when it runs away, the less its triangles are chosen.
 */
export function trianglesOf(listings: readonly SimulatedListing[], from: number): readonly Triangle[] {
  const markets = listings.map(({ instrument: { base, quote } }) => [base, quote] as const);
  const quotes = new Set(markets.map(([, quote]) => quote));
  const partners = new Map<string, Set<string>>();
  for (const [base, quote] of markets) {
    partners.set(base, (partners.get(base) ?? new Set()).add(quote));
    partners.set(quote, (partners.get(quote) ?? new Set()).add(base));
  }
  const of = (currency: string) => partners.get(currency) ?? new Set<string>();
  const cyclesOver = (hub: string, coin: string, quote: string) =>
    (of(hub).has(quote) ? 1 : 0) + [...of(hub)].filter((middle) => middle !== coin && of(quote).has(middle)).length;
  return markets.flatMap(([coin, quote], market) => {
    if (quotes.has(coin)) return [];
    const hubs = [...of(coin)].filter((hub) => hub !== quote);
    const cycles = hubs.reduce((total, hub) => total + cyclesOver(hub, coin, quote), 0);
    return hubs
      .filter((hub) => of(hub).has(quote))
      .map((hub) => ({ market: from + market, coin, quote, hub, weight: 1 / cycles ** 4 }));
  });
}

/** One of the triangles by weight. */
export function anyTriangle(triangles: readonly Triangle[], random: Random): Triangle | undefined {
  let left = random.uniform() * triangles.reduce((total, { weight }) => total + weight, 0);
  return triangles.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
}

import { type Lots, quantityOf } from '../model/steps.ts';
import { held, type Leg, type RouteLeg, rateOf, toLeg, worstPrice } from './leg.ts';
import { searchLots } from './lot-search.ts';
import { createWalk, walkToOptimum } from './merge-walk.ts';

/** What bounds a route, in its start currency. */
export type SizingLimits = { maxCapital: number; freeBalance: number };

/** How many sizes were tried: half a µs each. Added to by each search that is given it. */
export type Effort = { tries: number };

/** An order to send for a leg. */
export type SizedLeg = {
  market: string;
  side: 'buy' | 'sell';
  /** Worst level touched: the cap of the order. */
  price: number;
  /** In base; the nearest to `lots` whole lots where lots are asked for. */
  quantity: number;
  /** Whole lots: what the order is made of. Absent where any quantity may be traded. */
  lots?: Lots;
};

/** Why a route has no size. */
export type Unsized = 'no-depth' | 'below-minimum' | 'not-profitable';

/** The most profitable size of a route, or why it has none. In the start currency; the capital is what the first order holds. */
export type Sizing =
  | { ok: true; legs: SizedLeg[]; capital_required: number; profit: number; profit_pct: number; gap: number }
  | { ok: false; reason: Unsized };

/** The optimum when any quantity may be traded: exact, by merge-walk over the depth. */
export function sizeContinuous(route: readonly RouteLeg[], limits: SizingLimits): Sizing {
  const legs = route.map(toLeg);
  if (legs.some(({ count }) => count === 0)) return { ok: false, reason: 'no-depth' };
  const walk = createWalk(legs, capOf(limits));
  const optimum = walkToOptimum(walk);
  if (optimum === 0) return { ok: false, reason: 'not-profitable' };
  const start = walk.starts[optimum] as number;
  const quantities = walk.quantities.map((reached) => reached[optimum] as number);
  const sized = quantities.map((quantity) => ({ quantity: Number(quantity.toPrecision(12)) }));
  return toSizing(route, legs, sized, start, (walk.outs[optimum] as number) - start);
}

/** The optimum in whole lots, every order above the exchange's minima, what a leg leaves over valued at zero. */
export function sizeInLots(route: readonly RouteLeg[], limits: SizingLimits, effort?: Effort): Sizing {
  const legs = route.map(toLeg);
  if (legs.some(({ count }) => count === 0)) return { ok: false, reason: 'no-depth' };
  if (!(legs.reduce((product, leg) => product * rateOf(leg, 0), 1) > 1)) return { ok: false, reason: 'not-profitable' };
  const cap = capOf(limits);
  const { lots: found, profit, gap, tries, isAboveMinima } = searchLots(legs, cap);
  if (effort) effort.tries += tries;
  if (found === null) return { ok: false, reason: isAboveMinima ? 'not-profitable' : 'below-minimum' };
  const sized = route.map(({ instrument }, at) => {
    const lots = found[at] as Lots;
    return { lots, quantity: quantityOf(instrument, lots) };
  });
  return toSizing(route, legs, sized, Math.min(cap, held(legs[0] as Leg, found[0] as number)), profit, gap);
}

function capOf({ maxCapital, freeBalance }: SizingLimits): number {
  return Math.min(maxCapital, freeBalance);
}

function toSizing(
  route: readonly RouteLeg[],
  legs: readonly Leg[],
  amounts: readonly Pick<SizedLeg, 'quantity' | 'lots'>[],
  capital: number,
  profit: number,
  gap = 0,
): Sizing {
  const sized = route.map(({ instrument, side }, at): SizedLeg => {
    const amount = amounts[at] as Pick<SizedLeg, 'quantity' | 'lots'>;
    return { market: instrument.symbol, side, price: worstPrice(legs[at] as Leg, amount.quantity), ...amount };
  });
  return { ok: true, legs: sized, capital_required: capital, profit, profit_pct: (100 * profit) / capital, gap };
}

import { inSteps } from '../model/decimal.ts';
import { held, type Leg, type RouteLeg, toLeg, worstPrice } from './leg.ts';
import { createLotSearch, type LotSearch } from './lot-search.ts';
import { createWalk, walkToOptimum } from './merge-walk.ts';

/** What bounds a route, in its start currency. */
export type SizingLimits = { maxCapital: number; freeBalance: number };

/** An order to send for a leg. */
export type SizedLeg = {
  market: string;
  side: 'buy' | 'sell';
  /** Worst level touched: the cap of the order. */
  price: number;
  /** In base; the nearest to `lots` whole lots where lots are asked for. */
  quantity: number;
  /** Whole lots: what the order is made of. Absent where any quantity may be traded. */
  lots?: number;
};

/** Why a route has no size. */
export type Unsized = 'no-depth' | 'below-minimum' | 'not-profitable';

/** The most profitable size of a route, or why it has none. In the start currency; the capital is what the first order holds. */
export type Sizing =
  | { ok: true; legs: SizedLeg[]; capital_required: number; profit: number; profit_pct: number }
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

/** How many lots are tried either way, for some ten ms at most: where lots are fine millions may promise more, and the market waits. */
const mostTries = 20_000;
/** The same below each corner before the optimum. */
const cornerTries = 50;

/**
 * The optimum in whole lots, every order above the exchange's minima, what a leg leaves over valued at zero. Profit depends on the lots of
 * the coarsest leg alone once the legs before it bring just enough: those lots are searched outward from the continuous optimum, either
 * way until the concave profit without lots promises no more than what is found, or `mostTries` of them have been tried.
 */
export function sizeInLots(route: readonly RouteLeg[], limits: SizingLimits): Sizing {
  const legs = route.map(toLeg);
  if (legs.some(({ count }) => count === 0)) return { ok: false, reason: 'no-depth' };
  const walk = createWalk(legs, capOf(limits));
  const optimum = walkToOptimum(walk);
  if (optimum === 0) return { ok: false, reason: 'not-profitable' };
  const search = createLotSearch(legs, capOf(limits), walk);
  const middle = search.lotsAt(optimum);
  // At a corner an order begins to touch a worse price, for all of which its exchange holds more: it may pay to stay below it.
  for (let corner = optimum; corner > 0; corner--) {
    const most = reachable(search, search.lotsAt(corner));
    const lowest = Math.max(search.least, most - (corner === optimum ? mostTries : cornerTries));
    for (let lots = most; lots >= lowest && search.promise(lots) > search.profit(); lots--) search.attempt(lots);
  }
  const highest = Math.max(search.least, middle) + mostTries;
  for (
    let lots = middle + 1;
    lots <= highest && search.promise(lots) > search.profit() && search.attempt(lots);
    lots++
  );
  const best = search.best();
  if (best === null) return { ok: false, reason: search.hasPlayed() ? 'not-profitable' : 'below-minimum' };
  const sized = best.map((lots, at) => ({ lots, quantity: inSteps(lots, (legs[at] as Leg).lot).toNumber() }));
  return toSizing(route, legs, sized, held(legs[0] as Leg, best[0] as number), search.profit());
}

/** The most lots up to `most` that are within reach: the orders may hold more than they cost. */
function reachable(search: LotSearch, most: number): number {
  if (most < search.least || search.promise(most) <= search.profit() || search.attempt(most)) return most;
  let [within, beyond] = [search.least - 1, most];
  while (beyond - within > 1) {
    const lots = Math.floor((within + beyond) / 2);
    if (search.attempt(lots)) within = lots;
    else beyond = lots;
  }
  return within;
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
): Sizing {
  const sized = route.map(({ instrument, side }, at): SizedLeg => {
    const amount = amounts[at] as Pick<SizedLeg, 'quantity' | 'lots'>;
    return { market: instrument.symbol, side, price: worstPrice(legs[at] as Leg, amount.quantity), ...amount };
  });
  return { ok: true, legs: sized, capital_required: capital, profit, profit_pct: (100 * profit) / capital };
}

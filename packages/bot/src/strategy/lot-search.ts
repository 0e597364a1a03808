import { affordableLots, held, type Leg, lotsAboveMinima, lotsToReceive, received, spent, wholeLots } from './leg.ts';
import { perBase, rateOf, type WalkPoint } from './merge-walk.ts';

/** The search over the lots of a route's coarsest leg. */
export type LotSearch = {
  /** Below these lots of the coarsest leg some later order is too small. */
  readonly least: number;
  /** Whole lots of the coarsest leg at a point of the walk. */
  lotsAt(point: WalkPoint): number;
  /** The most that so many lots of the coarsest leg can earn: the profit without lots. */
  promise(lots: number): number;
  /** Tries so many lots of the coarsest leg; false when more of them are out of reach too. */
  attempt(lots: number): boolean;
  /** The greatest profit found, 0 before there is one. */
  profit(): number;
  /** Whether any attempt was above every minimum. */
  hasPlayed(): boolean;
  /** The lots of each leg that earn it. */
  best(): readonly number[] | null;
};

const rounding = 1 + 1e-12;

/** Creates the search over a route whose first order may hold at most `cap`. */
export function createLotSearch(legs: readonly Leg[], cap: number, points: readonly WalkPoint[]): LotSearch {
  const coarsest = coarsestLeg(legs);
  const leg = legs[coarsest] as Leg;
  const tried = legs.map(() => 0);
  let profit = 0;
  let best: readonly number[] | null = null;
  let hasPlayed = false;
  let segment = 1;

  function promise(lots: number): number {
    const quantity = lots * leg.lot;
    const at = (point: number): WalkPoint => points[point] as WalkPoint;
    const reach = (point: number): number => at(point).quantities[coarsest] as number;
    if (quantity > reach(points.length - 1) * rounding) return Number.NEGATIVE_INFINITY;
    while (segment < points.length - 1 && reach(segment) < quantity) segment++;
    while (segment > 1 && reach(segment - 1) > quantity) segment--;
    const width = reach(segment) - reach(segment - 1);
    const share = width > 0 ? (quantity - reach(segment - 1)) / width : 1;
    return at(segment - 1).profit + share * (at(segment).profit - at(segment - 1).profit);
  }

  function attempt(lots: number): boolean {
    let needed = lots;
    for (let at = coarsest - 1; at >= 0; at--) {
      const amount = held(legs[at + 1] as Leg, needed);
      needed = lotsAboveMinima(legs[at] as Leg, lotsToReceive(legs[at] as Leg, amount));
      if (needed === Infinity) return false;
    }
    if (!(held(legs[0] as Leg, needed) <= cap * rounding)) return false;
    const earned = playForward(legs, needed, tried);
    if (earned > Number.NEGATIVE_INFINITY) hasPlayed = true;
    if (earned > profit) {
      profit = earned;
      best = [...tried];
    }
    return true;
  }

  return {
    least: leastLots(legs, coarsest),
    lotsAt: (point) => wholeLots(leg, point.quantities[coarsest] as number),
    promise,
    attempt,
    profit: () => profit,
    hasPlayed: () => hasPlayed,
    best: () => best,
  };
}

/** Profit of a route that starts with so many lots, each later leg taking the most lots that the one before pays for; −∞ below a minimum. */
function playForward(legs: readonly Leg[], first: number, lots: number[]): number {
  let available = 0;
  for (let at = 0; at < legs.length; at++) {
    const leg = legs[at] as Leg;
    const taken = at === 0 ? first : affordableLots(leg, available);
    if (taken < 1 || lotsAboveMinima(leg, taken) !== taken) return Number.NEGATIVE_INFINITY;
    lots[at] = taken;
    available = received(leg, taken);
  }
  return available - spent(legs[0] as Leg, first);
}

/** The leg of which one lot is worth most. */
function coarsestLeg(legs: readonly Leg[]): number {
  let into = 1;
  let coarsest = 0;
  let greatest = 0;
  legs.forEach((leg, at) => {
    const value = (leg.lot * perBase(leg, 0)) / into;
    if (value > greatest) {
      greatest = value;
      coarsest = at;
    }
    into *= rateOf(leg, 0);
  });
  return coarsest;
}

/** The lots of the coarsest leg without which it, or at the best prices a later leg, is below a minimum. */
function leastLots(legs: readonly Leg[], coarsest: number): number {
  const leg = legs[coarsest] as Leg;
  let least = lotsAboveMinima(leg, 1);
  let perLot = leg.lot * perBase(leg, 0) * rateOf(leg, 0);
  for (const later of legs.slice(coarsest + 1)) {
    const needed = lotsAboveMinima(later, 1) * later.lot * perBase(later, 0);
    least = Math.max(least, Math.floor(needed / perLot / rounding));
    perLot *= rateOf(later, 0);
  }
  return least;
}

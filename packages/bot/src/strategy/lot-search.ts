import { affordableLots, held, type Leg, lotsAboveMinima, lotsToReceive, received, spent, wholeLots } from './leg.ts';
import { perBase, rateOf, type Walk } from './merge-walk.ts';
import { costOn, createBounds, outOn, type Stretch } from './walk-bounds.ts';

/** The search over the lots of a route's coarsest leg. */
export type LotSearch = {
  /** Below these lots of the coarsest leg some later order is too small. */
  readonly least: number;
  /** Whole lots of the coarsest leg at a corner of the walk. */
  lotsAt(corner: number): number;
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

/** Creates the search over a route whose first order may hold at most `cap`; the walk is extended as far as the search needs it. */
export function createLotSearch(legs: readonly Leg[], cap: number, walk: Walk): LotSearch {
  const coarsest = coarsestLeg(legs);
  const leg = legs[coarsest] as Leg;
  const stretchOf = createBounds(walk);
  const isRestEarlier = coarsestLeg(legs, coarsest) < coarsest;
  const tried = legs.map(() => 0);
  let profit = 0;
  let hasPlayed = false;
  let best: readonly number[] | null = null;

  function promise(lots: number): number {
    const quantity = lots * leg.lot;
    const stretch = stretchOf(coarsest, quantity);
    return stretch === null ? Number.NEGATIVE_INFINITY : outOn(stretch, quantity) - costOn(stretch, quantity);
  }

  /** What so many lots bring in the end, given up with a bound of it once it cannot beat the best at this cost; −1 below a minimum. */
  function bring(lots: number, cost: number): number {
    let available = received(leg, lots);
    for (let at = coarsest + 1; at < legs.length; at++) {
      const later = legs[at] as Leg;
      const taken = affordableLots(later, available);
      if (taken < 1 || lotsAboveMinima(later, taken) !== taken) return -1;
      available = received(later, taken);
      const stretch = stretchOf(at, taken * later.lot);
      const most = stretch === null ? Infinity : outOn(stretch, taken * later.lot);
      if (most - cost <= profit) return most;
    }
    return available;
  }

  /** The fewest lots of the first leg for so many of the coarsest, infinite without depth; 0 once they cost too much to beat the best. */
  function firstLots(lots: number, out: number): number {
    let needed = lots;
    for (let at = coarsest - 1; at >= 0; at--) {
      const earlier = legs[at] as Leg;
      needed = lotsAboveMinima(earlier, lotsToReceive(earlier, held(legs[at + 1] as Leg, needed)));
      if (needed === Infinity) return Infinity;
      const stretch = stretchOf(at, needed * earlier.lot);
      if (stretch === null || out - costOn(stretch, needed * earlier.lot) <= profit) return 0;
    }
    return needed;
  }

  /** The side of the coarsest leg that loses more to its lots is looked at first. */
  function attempt(lots: number): boolean {
    const quantity = lots * leg.lot;
    const stretch = stretchOf(coarsest, quantity) as Stretch;
    const out = isRestEarlier ? outOn(stretch, quantity) : bring(lots, costOn(stretch, quantity));
    const first = out < 0 ? 0 : firstLots(lots, out);
    if (first > 0 && !(held(legs[0] as Leg, first) <= cap * rounding)) return false;
    const cost = first === 0 ? Infinity : spent(legs[0] as Leg, first);
    const brought = isRestEarlier && first > 0 ? bring(lots, cost) : out;
    if (brought >= 0) hasPlayed = true;
    if (brought - cost > profit) {
      const earned = playForward(legs, first, tried);
      if (earned > profit) {
        profit = earned;
        best = [...tried];
      }
    }
    return true;
  }

  return {
    least: leastLots(legs, coarsest),
    lotsAt: (corner) => wholeLots(leg, walk.quantities[coarsest]?.[corner] as number),
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

/** The leg of which one lot is worth most, but for one of them. */
function coarsestLeg(legs: readonly Leg[], except = -1): number {
  let into = 1;
  let coarsest = 0;
  let greatest = 0;
  legs.forEach((leg, at) => {
    const value = (leg.lot * perBase(leg, 0)) / into;
    if (at !== except && value > greatest) {
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

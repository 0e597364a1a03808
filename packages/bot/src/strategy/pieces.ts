import { heldPerBase, type Leg, perBase, rateOf } from './leg.ts';

/** A stretch of sizes, above `from` and up to `to`, over which every leg stays on one level. Sizes are lots of one leg, not only whole ones. */
export type Piece = {
  readonly from: number;
  readonly to: number;
  /** No size of the stretch earns more than so much just above `from`, and `slope` for each lot further. */
  readonly profit: number;
  readonly slope: number;
  /** Of `step · size + phase` the fraction is lost, a whole one is worth `worth`; 0 where the fraction costs nothing. */
  readonly step: number;
  readonly phase: number;
  readonly worth: number;
};

/** The profit of a route over its sizes, piece by piece. */
export type Pieces = {
  /** The leg whose lots are the sizes: the coarsest. */
  readonly sized: number;
  /** The next piece; null once the depth or the cap is used up. */
  next(): Piece | null;
  /** Whether a size beyond the last piece may earn more than the end of that piece. */
  mayRise(): boolean;
};

/**
 * Cuts the sizes of the coarsest leg into the pieces on which profit would be linear if any quantity could be traded. What a buy holds is
 * reckoned with, quantity × limit price: the legs before buy just what it holds, those after take what they can hold. Whole lots and minima
 * are not: they only take from it. What the lots of the second coarsest leg take is told with each piece, from a whole lot behind its start on: a
 * fraction that reaches back before the piece may cost less. `cap` is what the first order may hold.
 */
export function createPieces(legs: readonly Leg[], cap: number): Pieces {
  const sized = coarsestLeg(legs);
  const rounded = coarsestLeg(legs, sized);
  const level = legs.map(() => 0);
  /** Legs that have taken their level while what reaches them does not pay for all of it at a worse limit. */
  const isFull = legs.map(() => false);
  const lot = (legs[sized] as Leg).lot;
  let from = 0;
  let to = 0;
  let step = 0;
  let phase = 0;
  /** The leg whose level ends the piece; −1 for the cap. */
  let ending = -1;
  let hasEnded = false;
  let gain = Infinity;

  function endAt(size: number, at: number): void {
    if (!(size < to)) return;
    to = size;
    ending = at;
  }

  function round(at: number, slope: number, base: number): void {
    if (at !== rounded) return;
    step = slope / (legs[at] as Leg).lot;
    phase = base / (legs[at] as Leg).lot;
  }

  // In both directions an amount is `slope · size + base`.

  /** What the sized leg and those after it bring in the end; `rising` is the slope if none of them were full. */
  function bring(): [slope: number, base: number, rising: number] {
    let [slope, base, rising] = [lot, 0, lot];
    for (let at = sized; at < legs.length; at++) {
      const leg = legs[at] as Leg;
      const own = level[at] as number;
      const depth = leg.depth[own] as number;
      if (isFull[at]) {
        const next = perBase(leg, own + 1);
        if (own + 1 < leg.count) endAt((depth * next - base) / slope, at);
        rising = own + 1 < leg.count ? rising / next : 0;
        [slope, base] = [0, depth];
      } else {
        const takes = at === sized ? 1 : perBase(leg, own);
        slope /= takes;
        base /= takes;
        rising /= takes;
        endAt((depth - base) / slope, at);
      }
      round(at, slope, base);
      const price = leg.isSell ? (leg.price[own] as number) : 1;
      if (leg.isSell) base = (leg.value[own] as number) / price - depth + base;
      slope *= leg.kept * price;
      base *= leg.kept * price;
      rising *= leg.kept * price;
    }
    return [slope, base, rising];
  }

  /** What the first leg spends, and whether it may hold that much. */
  function spend(): [slope: number, base: number] {
    let [slope, base] = [lot, 0];
    for (let at = sized; at >= 0; at--) {
      const leg = legs[at] as Leg;
      if (at < sized) {
        slope /= leg.kept;
        base /= leg.kept;
        if (!reach(at, slope * from + base)) return [slope, base];
      }
      const own = level[at] as number;
      const price = leg.price[own] as number;
      const depth = leg.depth[own] as number;
      const value = leg.value[own] as number;
      if (at < sized) {
        endAt(((leg.isSell ? value : depth) - base) / slope, at);
        if (leg.isSell) {
          slope /= price;
          base = depth + (base - value) / price;
        }
        round(at, -slope, -base);
      }
      if (at === 0) holdWithin(slope, base, heldPerBase(leg, own));
      if (!leg.isSell) {
        slope *= leg.costFactor * price;
        base = leg.costFactor * (at === 0 ? value - (depth - base) * price : base * price);
      }
    }
    return [slope, base];
  }

  /** Moves an earlier leg to the level at which it brings so much; false beyond its depth. */
  function reach(at: number, amount: number): boolean {
    const leg = legs[at] as Leg;
    const brought = leg.isSell ? leg.value : leg.depth;
    while ((level[at] as number) < leg.count && (brought[level[at] as number] as number) < amount)
      level[at] = (level[at] as number) + 1;
    hasEnded ||= level[at] === leg.count;
    return !hasEnded;
  }

  function holdWithin(slope: number, base: number, takes: number): void {
    endAt((cap / takes - base) / slope, -1);
  }

  /** Goes on behind the end of a piece. */
  function pass(at: number): void {
    const leg = legs[at] as Leg;
    from = to;
    const isTaken = at > sized && !isFull[at] && !(leg.isSell && (level[at] as number) + 1 < leg.count);
    isFull[at] = isTaken;
    if (!isTaken) level[at] = (level[at] as number) + 1;
    if (at <= sized && level[at] === leg.count) hasEnded = true;
  }

  function next(): Piece | null {
    if (ending >= 0) pass(ending);
    if (hasEnded) return null;
    to = Infinity;
    ending = -1;
    const [outSlope, outBase, rising] = bring();
    const [costSlope, costBase] = spend();
    if (hasEnded) return null;
    gain = rising - costSlope;
    const slope = outSlope - costSlope;
    const worth = step === 0 ? 0 : (step > 0 ? outSlope : -costSlope) / step;
    hasEnded = ending < 0;
    to = Math.max(from, to);
    return { from, to, profit: outBase - costBase + slope * from, slope, step, phase, worth };
  }

  return { sized, next, mayRise: () => !hasEnded && gain > 0 };
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

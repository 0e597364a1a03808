import type { Leg } from './leg.ts';

/** A point of a route's profit over its size: amounts in the start currency, quantities in base, one a leg. */
export type WalkPoint = { start: number; profit: number; quantities: readonly number[] };

/** The corners of a route's profit over its size, and which of them is the optimum (0: nothing can be earned). */
export type Walk = { points: readonly WalkPoint[]; optimum: number };

/**
 * Pushes the largest amount through all legs until some leg's level is used up, then goes on with its next level.
 * Rates only worsen with depth, so profit over size is concave and linear between these points: the optimum is the last one before the
 * product of marginal rates falls to 1. Beyond it the walk goes on, past a leg without depth too (what reaches it is lost, as it is when
 * lots force it), until profit is gone, `cap` is spent or the first leg has no depth: no trade in lots earns more than the line says.
 */
export function mergeWalk(legs: readonly Leg[], cap: number): Walk {
  const level = legs.map(() => 0);
  const left = legs.map((leg) => leg.size[0] as number);
  const into = legs.map(() => 1);
  let last: WalkPoint = { start: 0, profit: 0, quantities: legs.map(() => 0) };
  const points = [last];
  let optimum = 0;
  let used = 0;
  while (used >= 0 && last.start < cap && (level[0] as number) < (legs[0] as Leg).count) {
    const gain = marginalRates(legs, level, into) - 1;
    let push = gain < 0 ? Math.min(cap - last.start, last.profit / -gain) : cap - last.start;
    used = -1;
    for (let at = 0; at < legs.length; at++) {
      const room = roomOf(legs[at] as Leg, level[at] as number, left[at] as number) / (into[at] as number);
      if (room < push) {
        push = room;
        used = at;
      }
    }
    last = {
      start: last.start + push,
      profit: last.profit + push * gain,
      quantities: advance(legs, level, left, into, push, last),
    };
    points.push(last);
    if (gain > 0) optimum = points.length - 1;
    if (used < 0) break;
    level[used] = (level[used] as number) + 1;
    left[used] = (legs[used] as Leg).size[level[used] as number] ?? 0;
  }
  return { points, optimum };
}

/** Sets what reaches each leg for one unit of the start currency, and returns what comes out of the last. */
function marginalRates(legs: readonly Leg[], level: readonly number[], into: number[]): number {
  let amount = 1;
  for (let at = 0; at < legs.length; at++) {
    into[at] = amount;
    amount *= rateOf(legs[at] as Leg, level[at] as number);
  }
  return amount;
}

/** What a leg's level still takes, in the currency that it takes. */
function roomOf(leg: Leg, level: number, left: number): number {
  return level < leg.count ? left * perBase(leg, level) : Infinity;
}

function advance(
  legs: readonly Leg[],
  level: readonly number[],
  left: number[],
  into: readonly number[],
  push: number,
  { quantities }: WalkPoint,
): number[] {
  return quantities.map((quantity, at) => {
    const leg = legs[at] as Leg;
    if ((level[at] as number) >= leg.count) return quantity;
    const base = (push * (into[at] as number)) / perBase(leg, level[at] as number);
    left[at] = (left[at] as number) - base;
    return quantity + base;
  });
}

/** What one unit given to a leg brings at a level, after the fee; 0 beyond its depth. */
export function rateOf(leg: Leg, level: number): number {
  if (level >= leg.count) return 0;
  const price = leg.price[level] as number;
  return leg.isSell ? leg.kept * price : leg.kept / (leg.costFactor * price);
}

/** What a leg takes for each unit of base at a level. */
export function perBase(leg: Leg, level: number): number {
  return leg.isSell ? 1 : leg.costFactor * (leg.price[level] as number);
}

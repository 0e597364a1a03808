import { type Leg, perBase, rateOf } from './leg.ts';

/**
 * The corners of a route's profit over its size, found one by one. Amounts are in the start currency: `starts[n]` goes in and `outs[n]` comes out
 * when leg `l` trades `quantities[l][n]` of its base. Rates only worsen with depth, so what comes out is concave and linear between corners.
 */
export type Walk = {
  readonly starts: readonly number[];
  readonly outs: readonly number[];
  readonly quantities: readonly (readonly number[])[];
  /** What the next unit earns, after fees. */
  gain(): number;
  /** Finds the next corner: some leg's level is used up, the cap is spent or all profit is gone again; false when there is none. */
  extend(): boolean;
};

/**
 * Starts a walk with nothing traded: the largest amount is pushed through all legs until some leg's level is used up, and so on. The walk leads past
 * a leg without depth too: what reaches it is lost, as it is where lots force it. No trade earns more than the walk says.
 */
export function createWalk(legs: readonly Leg[], cap: number): Walk {
  const starts = [0];
  const outs = [0];
  const quantities = legs.map(() => [0]);
  const level = legs.map(() => 0);
  const left = legs.map((leg) => leg.size[0] as number);
  const into = legs.map(() => 1);
  let hasEnded = false;
  let gain = marginalGain(legs, level, into);

  function extend(): boolean {
    if (hasEnded) return false;
    const last = starts.length - 1;
    const start = starts[last] as number;
    const profit = (outs[last] as number) - start;
    let push = gain < 0 ? Math.min(cap - start, profit / -gain) : cap - start;
    let used = -1;
    for (let at = 0; at < legs.length; at++) {
      const leg = legs[at] as Leg;
      if ((level[at] as number) >= leg.count) continue;
      const room = ((left[at] as number) * perBase(leg, level[at] as number)) / (into[at] as number);
      if (room < push) {
        push = room;
        used = at;
      }
    }
    advance(push);
    starts.push(start + push);
    outs.push(start + push + profit + push * gain);
    if (used >= 0) nextLevel(used);
    hasEnded = used < 0 || (level[0] as number) >= (legs[0] as Leg).count;
    return true;
  }

  function advance(push: number): void {
    for (let at = 0; at < legs.length; at++) {
      const leg = legs[at] as Leg;
      const quantity = quantities[at] as number[];
      const before = quantity[quantity.length - 1] as number;
      const isExhausted = (level[at] as number) >= leg.count;
      const base = isExhausted ? 0 : (push * (into[at] as number)) / perBase(leg, level[at] as number);
      left[at] = (left[at] as number) - base;
      quantity.push(before + base);
    }
  }

  function nextLevel(at: number): void {
    const next = (level[at] as number) + 1;
    level[at] = next;
    left[at] = (legs[at] as Leg).size[next] ?? 0;
    gain = marginalGain(legs, level, into);
  }

  return { starts, outs, quantities, gain: () => gain, extend };
}

/** Walks on to the most profitable corner and returns its number: 0 when nothing can be earned. */
export function walkToOptimum(walk: Walk): number {
  while (walk.gain() > 0 && walk.extend());
  return walk.starts.length - 1;
}

/** Sets what reaches each leg for one unit of the start currency, and returns what is earned on it. */
function marginalGain(legs: readonly Leg[], level: readonly number[], into: number[]): number {
  let amount = 1;
  for (let at = 0; at < legs.length; at++) {
    into[at] = amount;
    amount *= rateOf(legs[at] as Leg, level[at] as number);
  }
  return amount - 1;
}

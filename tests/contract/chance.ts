/** Chance by a seed: the same seed gives the same draws. */
export interface Chance {
  /** From 0 up to 1. */
  share(): number;
  /** A whole number from 0 up to `below`. */
  below(limit: number): number;
  pick<T>(from: readonly T[]): T;
  /** True with this probability. */
  happens(probability: number): boolean;
}

/** Mulberry32. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const share = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(share() * limit);
  return {
    share,
    below,
    pick: (from) => from[below(from.length)] as (typeof from)[number],
    happens: (probability) => share() < probability,
  };
}

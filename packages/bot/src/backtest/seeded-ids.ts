import type { Random } from '../venues/simulated/simulated-random.ts';

const lastCount = 0xfff;

/**
 * UUIDv7 strings by a clock and chance of their own, the same again for the same seed. They grow: within a millisecond by the twelve
 * bits after the version, and where those are used up their time runs ahead of the clock.
 */
export const seededIds = (now: () => number, random: Random): (() => string) => {
  let last = 0;
  let count = 0;
  const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
  const below = (limit: number): number => Math.floor(random.uniform() * limit);
  return () => {
    const at = Math.floor(now());
    if (at > last) [last, count] = [at, 0];
    else if (count === lastCount) [last, count] = [last + 1, 0];
    else count++;
    const time = hex(last, 12);
    const tail = `${hex(below(2 ** 24), 6)}${hex(below(2 ** 24), 6)}`;
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(count, 3)}-${hex(0x8000 + below(0x4000), 4)}-${tail}`;
  };
};

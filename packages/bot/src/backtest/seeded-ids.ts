import type { Random } from '../exchange/simulated-random.ts';

/** UUIDv7 strings by a clock and chance of their own: the same again for the same seed. They grow while the clock does not go back. */
export const seededIds = (now: () => number, random: Random): (() => string) => {
  let last = 0;
  let count = 0;
  const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
  const anything = (digits: number): string => hex(Math.floor(random.uniform() * 16 ** digits), digits);
  return () => {
    const at = Math.floor(now());
    count = at === last ? count + 1 : 0;
    last = at;
    const time = hex(at, 12);
    const variant = hex(0x8000 + Math.floor(random.uniform() * 0x4000), 4);
    // What does not fit the twelve bits of the count goes on in the digits behind the variant.
    const tail = `${hex(count >> 12, 4)}${anything(8)}`;
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(count & 0xfff, 3)}-${variant}-${tail}`;
  };
};

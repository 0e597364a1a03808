import { type Grid, lotsOf, priceOf, sizeOf, unitsOf } from './grid.ts';

/** One side of a book, best price first, in quote per base and base; only the first `count` entries mean anything. */
export type Levels = { readonly price: Float64Array; readonly size: Float64Array; readonly count: number };

/** `[price, size]` pairs, best first in a snapshot; in a delta size 0 removes the price. */
export type LevelUpdates = readonly (readonly [price: number, size: number])[];

/**
 * One side of a message, in the units and lots of its grid. The feed fills the same arrays for every message: a listener that keeps levels
 * copies them.
 */
export type LevelList = { units: Float64Array; lots: Float64Array; count: number };

/** Creates an empty list; it grows where a message has more levels. */
export const createLevelList = (room = 32): LevelList => ({
  units: new Float64Array(room),
  lots: new Float64Array(room),
  count: 0,
});

/** Appends a level. */
export const addLevel = (list: LevelList, units: number, lots: number): void => {
  if (list.count === list.units.length) reserve(list, 2 * list.count);
  list.units[list.count] = units;
  list.lots[list.count++] = lots;
};

/** Replaces the list by prices and sizes as decimals. */
export const fillLevels = (list: LevelList, grid: Grid, levels: LevelUpdates): void => {
  list.count = 0;
  for (const [price, size] of levels) addLevel(list, unitsOf(grid, price), lotsOf(grid, size));
};

/** The levels as decimals. */
export const pairsOf = (grid: Grid, { units, lots, count }: Readonly<LevelList>): LevelUpdates =>
  Array.from({ length: count }, (_, at) => [priceOf(grid, units[at] ?? 0), sizeOf(grid, lots[at] ?? 0)] as const);

/** Replaces the list by the levels of another. */
export const copyLevels = (list: LevelList, { units, lots, count }: Readonly<LevelList>): void => {
  if (list.units.length < count) reserve(list, count);
  list.count = count;
  // A side is short: level by level is faster than a call that copies.
  for (let at = 0; at < count; at++) {
    list.units[at] = units[at] as number;
    list.lots[at] = lots[at] as number;
  }
};

const reserve = (list: LevelList, room: number): void => {
  const { units, lots } = list;
  list.units = new Float64Array(room);
  list.lots = new Float64Array(room);
  list.units.set(units);
  list.lots.set(lots);
};

/** Size that stands within a fraction of the best price (0.001 is 0.1 %), in base, over the first `depth` levels. */
export function depthNear(levels: Levels, fraction: number, depth = 20): number {
  const best = levels.price[0] as number;
  let total = 0;
  for (let at = 0; at < Math.min(levels.count, depth); at++) {
    if (Math.abs((levels.price[at] as number) - best) > fraction * best) break;
    total += levels.size[at] as number;
  }
  return total;
}

import { type Grid, priceOf, sizeOf } from '../model/grid.ts';
import type { LevelList, Levels } from '../model/levels.ts';

/** One side of a book that is kept up to date, best first, in the units and lots of its grid. */
export type BookSide = {
  readonly units: Float64Array;
  readonly lots: Float64Array;
  count: number;
  grid: Grid;
  /** 1 where lower prices are better (asks), −1 where higher ones are (bids). */
  readonly direction: 1 | -1;
  /** Worst price known, in units; what lies beyond it is unknown, not absent. Infinite when the whole side is known, or a window. */
  horizon: number;
  /** The source sends so many levels and names each that comes into sight: none beyond the last is hidden. */
  readonly isWindow: boolean;
  /** The levels as decimals, made at the first read after a change; null until then. */
  decimals: { readonly price: Float64Array; readonly size: Float64Array; count: number } | null;
  isDecoded: boolean;
};

/** What a message says that no book can hold. */
export type LevelFault = 'bad-price' | 'bad-size' | 'unsorted';

/** Creates an empty side that keeps at most `capacity` levels; of a window exactly what its source shows. */
export const createSide = (direction: 1 | -1, capacity: number, grid: Grid, isWindow = false): BookSide => ({
  units: new Float64Array(capacity),
  lots: new Float64Array(capacity),
  count: 0,
  grid,
  direction,
  horizon: direction * Infinity,
  isWindow,
  decimals: null,
  isDecoded: false,
});

/** The best price, in quote per base; 0 for an empty side. */
export const bestPrice = ({ grid, units, count }: BookSide): number =>
  count === 0 ? 0 : priceOf(grid, units[0] as number);

/** The side as decimals, as it stands; the arrays are the same at each call. */
export const levelsOf = (side: BookSide): Levels => {
  const { units, lots, count, grid } = side;
  side.decimals ??= { price: new Float64Array(units.length), size: new Float64Array(units.length), count: 0 };
  const { decimals } = side;
  if (side.isDecoded) return decimals;
  for (let at = 0; at < count; at++) {
    decimals.price[at] = priceOf(grid, units[at] as number);
    decimals.size[at] = sizeOf(grid, lots[at] as number);
  }
  decimals.count = count;
  side.isDecoded = true;
  return decimals;
};

/** Whether a number counts something: whole, and as exact as a number can be. */
const isCount = (count: number): boolean =>
  count >= 0 && count <= Number.MAX_SAFE_INTEGER && Math.floor(count) === count;

/** An ask above what a number counts: too far away to trade. */
const isOutOfSight = ({ direction }: BookSide, unit: number): boolean => direction === 1 && unit === Infinity;

/**
 * Replaces the side by the levels of a snapshot; a level of less than a lot offers nothing. A side as long as its source's `depth`, or
 * longer than the room, is known only that far. After a fault the side means nothing.
 */
export const fillSide = (side: BookSide, levels: Readonly<LevelList>, depth: number): LevelFault | null => {
  const { units, lots, direction } = side;
  const { units: givenUnits, lots: givenLots, count: given } = levels;
  const room = units.length;
  let last = direction * -Infinity;
  let count = 0;
  let isFull = false;
  side.isDecoded = false;
  for (let at = 0; at < given; at++) {
    const unit = givenUnits[at] as number;
    const lot = givenLots[at] as number;
    if (isOutOfSight(side, unit)) continue;
    if (!isCount(unit) || unit === 0) return 'bad-price';
    if (!isCount(lot)) return 'bad-size';
    if (direction * (unit - last) <= 0) return 'unsorted';
    last = unit;
    if (lot === 0) continue;
    if (count === room) isFull = true;
    else {
      units[count] = unit;
      lots[count++] = lot;
    }
  }
  side.count = count;
  const isCut = !side.isWindow && (isFull || given >= depth);
  side.horizon = isCut ? (isFull ? (units[room - 1] as number) : last) : direction * Infinity;
  return null;
};

/** Sets the sizes of a delta, 0 to remove a price. After a fault the side means nothing. */
export const changeSide = (side: BookSide, { units, lots, count }: Readonly<LevelList>): LevelFault | null => {
  if (count > 0) side.isDecoded = false;
  for (let at = 0; at < count; at++) {
    const unit = units[at] as number;
    const lot = lots[at] as number;
    if (isOutOfSight(side, unit)) continue;
    if (!isCount(unit) || unit === 0) return 'bad-price';
    if (!isCount(lot)) return 'bad-size';
    setLevel(side, unit, lot);
  }
  return null;
};

/** Forgets what is worse than a price, in units. */
export const cutBeyond = (side: BookSide, worst: number): void => {
  const { units, direction } = side;
  while (side.count > 0 && direction * ((units[side.count - 1] as number) - worst) > 0) side.count--;
  side.isDecoded = false;
};

const setLevel = (side: BookSide, unit: number, lot: number): void => {
  const at = placeOf(side, unit);
  const isKnown = at < side.count && side.units[at] === unit;
  if (lot === 0) {
    if (isKnown) removeAt(side, at);
  } else if (isKnown) {
    side.lots[at] = lot;
  } else if (side.direction * (side.horizon - unit) > 0) {
    insertAt(side, at, unit, lot);
  }
};

/** The first place whose price is not better. Most of what changes is at the top, or else at the end. */
const placeOf = ({ units, count, direction }: BookSide, unit: number): number => {
  const sought = direction * unit;
  if (count === 0 || direction * (units[0] as number) >= sought) return 0;
  if (direction * (units[count - 1] as number) < sought) return count;
  let low = 1;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (direction * (units[middle] as number) < sought) low = middle + 1;
    else high = middle;
  }
  return low;
};

// A side is short: moving its levels one by one is faster than a call that moves them.
const removeAt = (side: BookSide, at: number): void => {
  const { units, lots } = side;
  const last = --side.count;
  for (let place = at; place < last; place++) {
    units[place] = units[place + 1] as number;
    lots[place] = lots[place + 1] as number;
  }
};

const insertAt = (side: BookSide, at: number, unit: number, lot: number): void => {
  const { units, lots } = side;
  const isFull = side.count === units.length;
  if (!isFull || at < side.count) {
    const kept = isFull ? side.count - 1 : side.count;
    for (let place = kept; place > at; place--) {
      units[place] = units[place - 1] as number;
      lots[place] = lots[place - 1] as number;
    }
    units[at] = unit;
    lots[at] = lot;
    side.count = kept + 1;
  }
  if (isFull && !side.isWindow) side.horizon = units[side.count - 1] as number;
};

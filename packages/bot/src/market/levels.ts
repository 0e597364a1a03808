/** One side of a book, best price first; only the first `count` entries mean anything. */
export type Levels = { readonly price: Float64Array; readonly size: Float64Array; count: number };

/** `[price, size]` pairs, best first in a snapshot; in a delta size 0 removes the price. */
export type LevelUpdates = readonly (readonly [price: number, size: number])[];

/** A side that is kept up to date. */
export type BookSide = Levels & {
  /** 1 where lower prices are better (asks), −1 where higher ones are (bids). */
  readonly direction: 1 | -1;
  /** Worst price known; what lies beyond it is unknown, not absent. Infinite when the whole side is known. */
  horizon: number;
};

/** Creates an empty side that keeps at most `capacity` levels. */
export function createSide(direction: 1 | -1, capacity: number): BookSide {
  const nothingUnknown = direction * Infinity;
  return {
    price: new Float64Array(capacity),
    size: new Float64Array(capacity),
    count: 0,
    direction,
    horizon: nothingUnknown,
  };
}

/** Replaces the side by checked levels; a side as long as its source's `depth`, or longer than the room, is known only that far. */
export function fillSide(side: BookSide, levels: LevelUpdates, depth: number): void {
  side.count = Math.min(levels.length, side.price.length);
  for (let at = 0; at < side.count; at++) {
    const [price, size] = levels[at] as readonly [number, number];
    side.price[at] = price;
    side.size[at] = size;
  }
  const isCut = levels.length >= depth || levels.length > side.count;
  side.horizon = isCut ? (side.price[side.count - 1] as number) : side.direction * Infinity;
}

/** Sets the size at a price, 0 to remove it. */
export function setLevel(side: BookSide, price: number, size: number): void {
  const at = placeOf(side, price);
  const isKnown = at < side.count && side.price[at] === price;
  if (size === 0) {
    if (isKnown) removeAt(side, at);
  } else if (isKnown) {
    side.size[at] = size;
  } else if (side.direction * (side.horizon - price) > 0) {
    insertAt(side, at, price, size);
  }
}

/** The first place whose price is not better than `price`. */
function placeOf(side: BookSide, price: number): number {
  let low = 0;
  let high = side.count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (side.direction * ((side.price[middle] as number) - price) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function removeAt(side: BookSide, at: number): void {
  side.price.copyWithin(at, at + 1, side.count);
  side.size.copyWithin(at, at + 1, side.count);
  side.count--;
}

function insertAt(side: BookSide, at: number, price: number, size: number): void {
  const isFull = side.count === side.price.length;
  if (!isFull || at < side.count) {
    const kept = isFull ? side.count - 1 : side.count;
    side.price.copyWithin(at + 1, at, kept);
    side.size.copyWithin(at + 1, at, kept);
    side.price[at] = price;
    side.size[at] = size;
    side.count = kept + 1;
  }
  if (isFull) side.horizon = side.price[side.count - 1] as number;
}

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

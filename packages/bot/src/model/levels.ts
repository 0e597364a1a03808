/** One side of a book, best price first; only the first `count` entries mean anything. */
export type Levels = { readonly price: Float64Array; readonly size: Float64Array; count: number };

/** `[price, size]` pairs, best first in a snapshot; in a delta size 0 removes the price. */
export type LevelUpdates = readonly (readonly [price: number, size: number])[];

/** A side that is kept up to date. */
export type BookSide = Levels & {
  /** 1 where lower prices are better (asks), −1 where higher ones are (bids). */
  readonly direction: 1 | -1;
  /** Worst price known; what lies beyond it is unknown, not absent. Infinite when the whole side is known, or a window. */
  horizon: number;
  /** The source sends so many levels and names each that comes into sight: none beyond the last is hidden. */
  readonly isWindow: boolean;
};

/** Creates an empty side that keeps at most `capacity` levels; of a window exactly what its source shows. */
export function createSide(direction: 1 | -1, capacity: number, isWindow = false): BookSide {
  const nothingUnknown = direction * Infinity;
  return {
    price: new Float64Array(capacity),
    size: new Float64Array(capacity),
    count: 0,
    direction,
    horizon: nothingUnknown,
    isWindow,
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
  const isCut = !side.isWindow && (levels.length >= depth || levels.length > side.count);
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

/** The first place whose price is not better than `price`. Most of what changes is at the top, or else at the end. */
function placeOf({ price: prices, count, direction }: BookSide, price: number): number {
  const sought = direction * price;
  if (count === 0 || direction * (prices[0] as number) >= sought) return 0;
  if (direction * (prices[count - 1] as number) < sought) return count;
  let low = 1;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (direction * (prices[middle] as number) < sought) low = middle + 1;
    else high = middle;
  }
  return low;
}

// A side is short: moving its levels one by one is faster than a call that moves them.
function removeAt(side: BookSide, at: number): void {
  const { price, size } = side;
  const last = --side.count;
  for (let place = at; place < last; place++) {
    price[place] = price[place + 1] as number;
    size[place] = size[place + 1] as number;
  }
}

function insertAt(side: BookSide, at: number, price: number, size: number): void {
  const isFull = side.count === side.price.length;
  if (!isFull || at < side.count) {
    const kept = isFull ? side.count - 1 : side.count;
    for (let place = kept; place > at; place--) {
      side.price[place] = side.price[place - 1] as number;
      side.size[place] = side.size[place - 1] as number;
    }
    side.price[at] = price;
    side.size[at] = size;
    side.count = kept + 1;
  }
  if (isFull && !side.isWindow) side.horizon = side.price[side.count - 1] as number;
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

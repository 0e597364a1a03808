import type { LevelUpdates } from '../../model/levels.ts';
import type { Random } from './simulated-random.ts';
import type { SimulatedListing } from './simulated-universe.ts';

/** Levels of a side. */
const levels = 20;
const unchanged: LevelUpdates = [];

/** One side as a stretch of a price grid; `top` is the best price in grid steps, sizes are in lots, best first. */
type Side = { readonly direction: -1 | 1; top: number; readonly lots: Float64Array; count: number };

/** What an update changed. */
export type BookChange = { readonly bids: LevelUpdates; readonly asks: LevelUpdates };

/**
 * A book as resting orders on a price grid. It follows a fair price: its best bid is never above `fair · (1 − halfSpread)`
 * and its best ask never below `fair · (1 + halfSpread)`, so that books around consistent fair prices hold no profit.
 */
export class SimulatedBook {
  readonly #random: Random;
  /** Ticks from one level to the next, and what that is in price. */
  readonly #stepTicks: number;
  readonly #step: number;
  /** Of the fair price: the best bid is no higher, the best ask no lower. */
  readonly #below: number;
  readonly #above: number;
  readonly #averageLots: number;
  readonly #priceOf: (ticks: number) => number;
  readonly #sizeOf: (lots: number) => number;
  readonly #bids: Side = { direction: -1, top: 0, lots: new Float64Array(levels), count: 0 };
  readonly #asks: Side = { direction: 1, top: 0, lots: new Float64Array(levels), count: 0 };

  constructor(listing: SimulatedListing, fair: number, baseUsd: number, random: Random) {
    const { tickSize, lotStep } = listing.instrument;
    this.#random = random;
    this.#stepTicks = Math.max(1, Math.round((fair * listing.halfSpread) / tickSize));
    this.#step = this.#stepTicks * tickSize;
    this.#below = 1 - listing.halfSpread;
    this.#above = 1 + listing.halfSpread;
    this.#averageLots = Math.max(1, listing.levelUsd / (baseUsd * lotStep));
    this.#priceOf = decimalMultiples(tickSize);
    this.#sizeOf = decimalMultiples(lotStep);
    this.follow(fair);
  }

  get bestBid(): number {
    return this.#price(this.#bids, 0);
  }

  get bestAsk(): number {
    return this.#price(this.#asks, 0);
  }

  /** Moves the book to a fair price in quote per base; someone also changes the size of a good order. */
  follow(fair: number): BookChange {
    const bids = this.#move(this.#bids, Math.floor((fair * this.#below) / this.#step));
    const change = { bids, asks: this.#move(this.#asks, Math.ceil((fair * this.#above) / this.#step)) };
    if (change.bids.length + change.asks.length > 0) return change;
    const side = this.#random.uniform() < 0.5 ? this.#bids : this.#asks;
    const level = Math.floor(this.#random.uniform() * 3);
    side.lots[level] = this.#anySize();
    return side === this.#bids
      ? { bids: [this.#level(side, level)], asks: [] }
      : { bids: [], asks: [this.#level(side, level)] };
  }

  /** All levels, best first. */
  whole(): BookChange {
    const all = (side: Side) => Array.from(side.lots, (_lots, index) => this.#level(side, index));
    return { bids: all(this.#bids), asks: all(this.#asks) };
  }

  /** Slides the side along the grid: orders passed by are gone (size 0), the others stay, new ones fill it up. */
  #move(side: Side, top: number): LevelUpdates {
    const { lots } = side;
    const away = (top - side.top) * side.direction;
    if (side.count > 0 && away === 0) return unchanged;
    const gone = Math.min(Math.abs(away), side.count);
    const changes: LevelUpdates[number][] = [];
    for (let index = 0; index < gone; index++) {
      changes.push([this.#price(side, away > 0 ? index : levels - 1 - index), 0]);
    }
    const fresh = levels - side.count + gone;
    if (away > 0) lots.copyWithin(0, gone);
    else lots.copyWithin(fresh, 0);
    side.top = top;
    side.count = levels;
    const from = away > 0 ? levels - fresh : 0;
    for (let index = from; index < from + fresh; index++) {
      lots[index] = this.#anySize();
      changes.push(this.#level(side, index));
    }
    return changes;
  }

  #anySize(): number {
    return Math.max(1, Math.round(this.#averageLots * (0.4 + 1.2 * this.#random.uniform())));
  }

  #level(side: Side, index: number): LevelUpdates[number] {
    return [this.#price(side, index), this.#sizeOf(side.lots[index] ?? 0)];
  }

  #price(side: Side, index: number): number {
    return this.#priceOf((side.top + side.direction * index) * this.#stepTicks);
  }
}

/** Multiples of a power of ten, each the number nearest to its decimal: 3 × 0.1 is 0.3. */
function decimalMultiples(unit: number): (count: number) => number {
  if (unit >= 1) return (count) => count * unit;
  const perUnit = Math.round(1 / unit);
  return (count) => count / perUnit;
}

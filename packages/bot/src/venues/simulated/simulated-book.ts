import { type Grid, gridOf, priceOf } from '../../model/grid.ts';
import { addLevel, createLevelList, type LevelList } from '../../model/levels.ts';
import type { Random } from './simulated-random.ts';
import type { SimulatedListing } from './simulated-universe.ts';

/** Levels of a side. */
const levels = 20;

/** One side as a stretch of a price grid; `top` is the best price in grid steps, sizes are in lots, best first. */
type Side = { readonly direction: -1 | 1; top: number; readonly lots: Float64Array; count: number };

/** Where what an update changed is written to. */
export type BookChange = { readonly bids: LevelList; readonly asks: LevelList };

/**
 * A book as resting orders on a price grid. It follows a fair price: its best bid is never above `fair · (1 − halfSpread)`
 * and its best ask never below `fair · (1 + halfSpread)`, so that books around consistent fair prices hold no profit.
 */
export class SimulatedBook {
  readonly #random: Random;
  /** From one level to the next, in units and in price. */
  readonly #stepUnits: number;
  readonly #step: number;
  /** Of the fair price: the best bid is no higher, the best ask no lower. */
  readonly #below: number;
  readonly #above: number;
  readonly #averageLots: number;
  readonly grid: Grid;
  readonly #bids: Side = { direction: -1, top: 0, lots: new Float64Array(levels), count: 0 };
  readonly #asks: Side = { direction: 1, top: 0, lots: new Float64Array(levels), count: 0 };

  constructor(listing: SimulatedListing, fair: number, baseUsd: number, random: Random) {
    const { tickSize, lotStep } = listing.instrument;
    this.#random = random;
    this.grid = gridOf(listing.instrument);
    const stepTicks = Math.max(1, Math.round((fair * listing.halfSpread) / tickSize));
    this.#stepUnits = stepTicks * Math.round(tickSize * this.grid.pricePer);
    this.#step = stepTicks * tickSize;
    this.#below = 1 - listing.halfSpread;
    this.#above = 1 + listing.halfSpread;
    this.#averageLots = Math.max(1, listing.levelUsd / (baseUsd * lotStep));
    this.follow(fair, { bids: createLevelList(), asks: createLevelList() });
  }

  get bestBid(): number {
    return priceOf(this.grid, this.#units(this.#bids, 0));
  }

  get bestAsk(): number {
    return priceOf(this.grid, this.#units(this.#asks, 0));
  }

  /** Moves the book to a fair price in quote per base; someone also changes the size of a good order. */
  follow(fair: number, change: BookChange): void {
    this.#move(this.#bids, Math.floor((fair * this.#below) / this.#step), change.bids);
    this.#move(this.#asks, Math.ceil((fair * this.#above) / this.#step), change.asks);
    if (change.bids.count + change.asks.count > 0) return;
    const isBid = this.#random.uniform() < 0.5;
    const side = isBid ? this.#bids : this.#asks;
    const level = Math.floor(this.#random.uniform() * 3);
    side.lots[level] = this.#anySize();
    this.#write(side, level, isBid ? change.bids : change.asks);
  }

  /** All levels, best first. */
  whole({ bids, asks }: BookChange): void {
    bids.count = 0;
    asks.count = 0;
    for (let level = 0; level < levels; level++) {
      this.#write(this.#bids, level, bids);
      this.#write(this.#asks, level, asks);
    }
  }

  /** Slides the side along the grid: orders passed by are gone (size 0), the others stay, new ones fill it up. */
  #move(side: Side, top: number, changes: LevelList): void {
    const { lots } = side;
    const away = (top - side.top) * side.direction;
    changes.count = 0;
    if (side.count > 0 && away === 0) return;
    const gone = Math.min(Math.abs(away), side.count);
    for (let index = 0; index < gone; index++) {
      addLevel(changes, this.#units(side, away > 0 ? index : levels - 1 - index), 0);
    }
    const fresh = levels - side.count + gone;
    if (away > 0) lots.copyWithin(0, gone);
    else lots.copyWithin(fresh, 0);
    side.top = top;
    side.count = levels;
    const from = away > 0 ? levels - fresh : 0;
    for (let index = from; index < from + fresh; index++) {
      lots[index] = this.#anySize();
      this.#write(side, index, changes);
    }
  }

  #anySize(): number {
    return Math.max(1, Math.round(this.#averageLots * (0.4 + 1.2 * this.#random.uniform())));
  }

  #write(side: Side, index: number, to: LevelList): void {
    addLevel(to, this.#units(side, index), side.lots[index] ?? 0);
  }

  #units(side: Side, index: number): number {
    return (side.top + side.direction * index) * this.#stepUnits;
  }
}

import { type Grid, gridOf } from '../../model/grid.ts';
import { addLevel, type LevelList } from '../../model/levels.ts';
import type { Random } from './simulated-random.ts';
import type { SimulatedListing } from './simulated-universe.ts';

/** Levels of a side. */
const levels = 20;
/** So many neighbouring prices have an order of their own. */
const slots = 32;
/** Among so many best levels of both sides one changes its size. */
const goodLevels = 6;

/** Where what changed is written to. */
export type BookChange = { readonly bids: LevelList; readonly asks: LevelList };

/**
 * The numbers of a market, on one line of the processor's cache: best bid and ask in steps of theirs; what they are of a fair price of 1; from
 * one level to the next, in units; units in a price of 1; which sizes have changed since the book was told, and where, if it was one.
 */
const [bidNow, askNow, below, above, stepUnits, pricePer, resized, resizedAt] = [0, 1, 2, 3, 4, 5, 6, 7];
const width = 8;

/** The best prices of one side of all books, where they are in a row: as they stand, in quote per base; and when the book was last told, in steps. */
type Tops = {
  readonly direction: -1 | 1;
  readonly now: number;
  readonly prices: Float64Array;
  readonly told: Float64Array;
};

const createTops = (direction: -1 | 1, now: number, count: number): Tops => ({
  direction,
  now,
  prices: new Float64Array(count),
  told: new Float64Array(count),
});

/** Which sizes have changed since the book was told: none, one at a place of the side's grid, or several. */
const [none, ofBid, ofAsk, several] = [0, 1, 2, 3];

/**
 * The books of one exchange as resting orders on price grids, by the places of their markets. A book follows a fair price: its best bid is
 * never above `fair · (1 − halfSpread)` and its best ask never below `fair · (1 + halfSpread)`, so that books around consistent fair
 * prices hold no profit. Of a book only its best prices are kept: what rests at a price is drawn from that price, when it is asked for.
 */
export class SimulatedBooks {
  readonly #random: Random;
  readonly #grids: readonly Grid[];
  readonly #rows: Float64Array;
  readonly #averageLots: Float64Array;
  /** By market, side and slot: what the size there is drawn from. */
  readonly #salts: Int32Array;
  readonly #bids: Tops;
  readonly #asks: Tops;

  /** `fairs`: by market, in quote per base; `basesUsd`: what its base is worth. */
  constructor(
    listings: readonly SimulatedListing[],
    fairs: readonly number[],
    basesUsd: readonly number[],
    random: Random,
  ) {
    const count = listings.length;
    this.#random = random;
    this.#grids = listings.map(({ instrument }) => gridOf(instrument));
    this.#rows = new Float64Array(width * count);
    for (const [at, { instrument, halfSpread }] of listings.entries()) {
      const { tickSize } = instrument;
      const grid = this.#grids[at] as Grid;
      const ticks = Math.max(1, Math.round(((fairs[at] as number) * halfSpread) / tickSize));
      const step = ticks * tickSize;
      const row = [0, 0, (1 - halfSpread) / step, (1 + halfSpread) / step];
      this.#rows.set([...row, ticks * Math.round(tickSize * grid.pricePer), grid.pricePer, none, 0], width * at);
    }
    this.#averageLots = Float64Array.from(listings, ({ levelUsd, instrument: { lotStep } }, at) =>
      Math.max(1, levelUsd / ((basesUsd[at] as number) * lotStep)),
    );
    this.#salts = Int32Array.from({ length: count * 2 * slots }, () => this.#anySalt());
    this.#bids = createTops(-1, bidNow, count);
    this.#asks = createTops(1, askNow, count);
    for (const [market, fair] of fairs.entries()) this.follow(market, fair);
  }

  grid(market: number): Grid {
    return this.#grids[market] as Grid;
  }

  /** Best prices by market, in quote per base. */
  get bids(): ArrayLike<number> {
    return this.#bids.prices;
  }

  get asks(): ArrayLike<number> {
    return this.#asks.prices;
  }

  /** Moves a book to a fair price in quote per base; where that changes no price, someone changes the size of a good order. */
  follow(market: number, fair: number): void {
    const [rows, row] = [this.#rows, width * market];
    const bid = Math.floor(fair * (rows[row + below] as number));
    const ask = Math.ceil(fair * (rows[row + above] as number));
    if (bid !== rows[row + bidNow] || ask !== rows[row + askNow]) {
      rows[row + bidNow] = bid;
      rows[row + askNow] = ask;
      const [units, per] = [rows[row + stepUnits] as number, rows[row + pricePer] as number];
      this.#bids.prices[market] = (bid * units) / per;
      this.#asks.prices[market] = (ask * units) / per;
      return;
    }
    const any = Math.floor(goodLevels * this.#random.uniform());
    const isBid = any % 2 === 0;
    const place = isBid ? bid - (any >> 1) : ask + (any >> 1);
    this.#salts[saltAt(market, isBid, place)] = this.#anySalt();
    rows[row + resizedAt] = place;
    rows[row + resized] = rows[row + resized] === none ? (isBid ? ofBid : ofAsk) : several;
  }

  /** All levels, best first: the book is told. */
  whole(market: number, { bids, asks }: BookChange): void {
    this.#writeAll(this.#bids, market, bids);
    this.#writeAll(this.#asks, market, asks);
    this.#tell(market);
  }

  /** The levels that have changed since the book was last told, others beside them, and those that are gone: the book is told. */
  changes(market: number, { bids, asks }: BookChange): void {
    this.#write(this.#bids, market, bids);
    this.#write(this.#asks, market, asks);
    this.#tell(market);
  }

  #tell(market: number): void {
    for (const { now, told } of [this.#bids, this.#asks]) told[market] = this.#rows[width * market + now] as number;
    this.#rows[width * market + resized] = none;
  }

  #writeAll(side: Tops, market: number, to: LevelList): void {
    to.count = 0;
    for (let level = 0; level < levels; level++) this.#writeLevel(side, market, level, to);
  }

  #write(side: Tops, market: number, to: LevelList): void {
    const { direction, now, told } = side;
    const [rows, row] = [this.#rows, width * market];
    const changed = rows[row + resized] as number;
    const isOne = changed === (direction < 0 ? ofBid : ofAsk);
    const best = rows[row + now] as number;
    const away = (best - (told[market] as number)) * direction;
    const step = rows[row + stepUnits] as number;
    to.count = 0;
    for (let level = 0; level < levels && away !== 0; level++)
      if (level < away || level >= away + levels)
        addLevel(to, ((told[market] as number) + direction * level) * step, 0);
    if (away === 0 && !isOne && changed !== several) return;
    const one = isOne ? ((rows[row + resizedAt] as number) - best) * direction : -1;
    for (let level = 0; level < levels; level++) {
      const isNew = level + away < 0 || level + away >= levels;
      if (isNew || level === one || changed === several) this.#writeLevel(side, market, level, to);
    }
  }

  #writeLevel({ direction, now }: Tops, market: number, level: number, to: LevelList): void {
    const row = width * market;
    const place = (this.#rows[row + now] as number) + direction * level;
    const drawn = mixed((this.#salts[saltAt(market, direction < 0, place)] as number) ^ place);
    const lots = Math.max(1, Math.round((this.#averageLots[market] as number) * (0.4 + 1.2 * drawn)));
    addLevel(to, place * (this.#rows[row + stepUnits] as number), lots);
  }

  #anySalt(): number {
    return Math.floor(this.#random.uniform() * 2 ** 32) | 0;
  }
}

const saltAt = (market: number, isBid: boolean, place: number): number =>
  2 * slots * market + (isBid ? 0 : slots) + (place & (slots - 1));

/** A whole number of 32 bits as one in [0, 1) that says nothing of its neighbours: the finalizer of MurmurHash3. */
const mixed = (whole: number): number => {
  const first = Math.imul(whole ^ (whole >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return ((second ^ (second >>> 16)) >>> 0) / 2 ** 32;
};

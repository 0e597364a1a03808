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

/** The best prices of one side of all books, in steps of theirs, and what they were when the book was last told. */
type Tops = {
  readonly direction: -1 | 1;
  readonly now: Float64Array;
  readonly told: Float64Array;
  /** As `now`, in quote per base. */
  readonly prices: Float64Array;
};

const createTops = (direction: -1 | 1, count: number): Tops => ({
  direction,
  now: new Float64Array(count),
  told: new Float64Array(count),
  prices: new Float64Array(count),
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
  /** From one level to the next, in units. */
  readonly #stepUnits: Float64Array;
  readonly #pricePer: Float64Array;
  /** Best bid and ask of a fair price of 1, in steps. */
  readonly #below: Float64Array;
  readonly #above: Float64Array;
  readonly #averageLots: Float64Array;
  /** By market, side and slot: what the size there is drawn from. */
  readonly #salts: Int32Array;
  readonly #bids: Tops;
  readonly #asks: Tops;
  readonly #resized: Uint8Array;
  readonly #resizedAt: Float64Array;

  /** `fairs`: by market, in quote per base; `basesUsd`: what its base is worth. */
  constructor(
    listings: readonly SimulatedListing[],
    fairs: readonly number[],
    basesUsd: readonly number[],
    random: Random,
  ) {
    const count = listings.length;
    const column = (of: (listing: SimulatedListing, at: number) => number): Float64Array =>
      Float64Array.from(listings, of);
    const stepTicks = column(({ instrument: { tickSize }, halfSpread }, at) =>
      Math.max(1, Math.round(((fairs[at] as number) * halfSpread) / tickSize)),
    );
    const stepOf = (at: number): number =>
      (stepTicks[at] as number) * (listings[at] as SimulatedListing).instrument.tickSize;
    this.#random = random;
    this.#grids = listings.map(({ instrument }) => gridOf(instrument));
    this.#stepUnits = column(
      ({ instrument }, at) =>
        (stepTicks[at] as number) * Math.round(instrument.tickSize * (this.#grids[at] as Grid).pricePer),
    );
    this.#pricePer = column((_, at) => (this.#grids[at] as Grid).pricePer);
    this.#below = column(({ halfSpread }, at) => (1 - halfSpread) / stepOf(at));
    this.#above = column(({ halfSpread }, at) => (1 + halfSpread) / stepOf(at));
    this.#averageLots = column(({ levelUsd, instrument: { lotStep } }, at) =>
      Math.max(1, levelUsd / ((basesUsd[at] as number) * lotStep)),
    );
    this.#salts = Int32Array.from({ length: count * 2 * slots }, () => this.#anySalt());
    this.#bids = createTops(-1, count);
    this.#asks = createTops(1, count);
    this.#resized = new Uint8Array(count);
    this.#resizedAt = new Float64Array(count);
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
    const bid = Math.floor(fair * (this.#below[market] as number));
    const ask = Math.ceil(fair * (this.#above[market] as number));
    if (bid !== this.#bids.now[market] || ask !== this.#asks.now[market]) {
      this.#moveTo(this.#bids, market, bid);
      this.#moveTo(this.#asks, market, ask);
      return;
    }
    const any = Math.floor(goodLevels * this.#random.uniform());
    const isBid = any % 2 === 0;
    const place = isBid ? bid - (any >> 1) : ask + (any >> 1);
    this.#salts[saltAt(market, isBid, place)] = this.#anySalt();
    this.#resizedAt[market] = place;
    this.#resized[market] = this.#resized[market] === none ? (isBid ? ofBid : ofAsk) : several;
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
    for (const { now, told } of [this.#bids, this.#asks]) told[market] = now[market] as number;
    this.#resized[market] = none;
  }

  #writeAll(side: Tops, market: number, to: LevelList): void {
    to.count = 0;
    for (let level = 0; level < levels; level++) this.#writeLevel(side, market, level, to);
  }

  #write(side: Tops, market: number, to: LevelList): void {
    const { direction, now, told } = side;
    const resized = this.#resized[market] as number;
    const isOne = resized === (direction < 0 ? ofBid : ofAsk);
    const away = ((now[market] as number) - (told[market] as number)) * direction;
    const stepUnits = this.#stepUnits[market] as number;
    to.count = 0;
    for (let level = 0; level < levels && away !== 0; level++)
      if (level < away || level >= away + levels)
        addLevel(to, ((told[market] as number) + direction * level) * stepUnits, 0);
    if (away === 0 && !isOne && resized !== several) return;
    const one = isOne ? ((this.#resizedAt[market] as number) - (now[market] as number)) * direction : -1;
    for (let level = 0; level < levels; level++) {
      const isNew = level + away < 0 || level + away >= levels;
      if (isNew || level === one || resized === several) this.#writeLevel(side, market, level, to);
    }
  }

  #writeLevel({ direction, now }: Tops, market: number, level: number, to: LevelList): void {
    const place = (now[market] as number) + direction * level;
    const drawn = mixed((this.#salts[saltAt(market, direction < 0, place)] as number) ^ place);
    const lots = Math.max(1, Math.round((this.#averageLots[market] as number) * (0.4 + 1.2 * drawn)));
    addLevel(to, place * (this.#stepUnits[market] as number), lots);
  }

  #moveTo({ now, prices }: Tops, market: number, place: number): void {
    now[market] = place;
    prices[market] = (place * (this.#stepUnits[market] as number)) / (this.#pricePer[market] as number);
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

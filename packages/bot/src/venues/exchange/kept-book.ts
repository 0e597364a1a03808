import type { BookMessage } from '../../model/feed-event.ts';
import { type Grid, lotsOf, unitsOf } from '../../model/grid.ts';
import { addLevel, type LevelList, type Levels } from '../../model/levels.ts';
import type { Frame } from './frame.ts';
import { LevelBuffer } from './level-buffer.ts';

type Said = Pick<Readonly<Frame>, 'kind' | 'time'> & { readonly bids: Levels; readonly asks: Levels };

/** A whole book, where an exchange sends it once and then what changes of it. */
export class KeptBook {
  /** Of its last message, in ms since 1970 by the clock of the exchange. */
  time = Number.NaN;
  readonly #bids = new KeptSide(1);
  readonly #asks = new KeptSide(-1);

  /**
   * Takes a whole book, or changes of it. True when one of its best `depth` levels a side is now another. A side of a whole book with `most`
   * levels was cut there: what is worse stays unknown.
   */
  apply({ kind, time, bids, asks }: Said, depth: number, most = Number.POSITIVE_INFINITY): boolean {
    this.time = time;
    if (kind === 'book') {
      this.#bids.fill(bids, most);
      this.#asks.fill(asks, most);
      return true;
    }
    const areBidsNew = this.#bids.change(bids, depth);
    return this.#asks.change(asks, depth) || areBidsNew;
  }

  /** The best prices; NaN for an empty side. */
  tops(): readonly [bid: number, ask: number] {
    return [this.#bids.best(), this.#asks.best()];
  }

  /** Whether a side that was cut has fewer levels left than that. */
  isThin(depth: number): boolean {
    return this.#bids.isThin(depth) || this.#asks.isThin(depth);
  }

  /** Makes the best levels those of a message. */
  writeBest(depth: number, message: Pick<BookMessage, 'bids' | 'asks'>, grid: Grid): void {
    this.#bids.writeBest(depth, message.bids, grid);
    this.#asks.writeBest(depth, message.asks, grid);
  }
}

/** One side, worst price first: what changes most is near its end. */
class KeptSide {
  #levels = new LevelBuffer();
  /** What is worse than this price is unknown; NaN where all is known. */
  #worst = Number.NaN;
  /** 1 where higher prices are better. */
  readonly #direction: 1 | -1;

  constructor(direction: 1 | -1) {
    this.#direction = direction;
  }

  fill({ price, size, count }: Levels, most: number): void {
    const priceAt = (at: number): number => price[at] as number;
    // By their order alone: to insert tens of thousands one by one would take seconds.
    const order = Uint32Array.from({ length: count }, (_, at) => at).sort(
      (one, other) => this.#direction * (priceAt(one) - priceAt(other)),
    );
    this.#levels.count = 0;
    for (const at of order) this.#set(priceAt(at), size[at] as number);
    this.#worst = count >= most ? (this.#levels.price[0] as number) : Number.NaN;
  }

  isThin(depth: number): boolean {
    return !Number.isNaN(this.#worst) && this.#levels.count < depth;
  }

  /** NaN where there is none. */
  best(): number {
    const { price, count } = this.#levels;
    return count === 0 ? Number.NaN : (price[count - 1] as number);
  }

  change({ price, size, count }: Levels, depth: number): boolean {
    let isBest = false;
    for (let at = 0; at < count; at++) {
      if (this.#direction * (price[at] as number) < this.#direction * this.#worst) continue;
      const before = this.#levels.count;
      const place = this.#set(price[at] as number, size[at] as number);
      if (place >= Math.max(before, this.#levels.count) - depth) isBest = true;
    }
    return isBest;
  }

  writeBest(depth: number, to: LevelList, grid: Grid): void {
    const { price, size, count } = this.#levels;
    to.count = 0;
    for (let at = count - 1; at >= Math.max(0, count - depth); at--)
      addLevel(to, unitsOf(grid, price[at] as number), lotsOf(grid, size[at] as number));
  }

  /** The place of the price; size 0 removes it. */
  #set(price: number, size: number): number {
    const levels = this.#levels;
    const at = this.#placeOf(price);
    const isKnown = at < levels.count && levels.price[at] === price;
    if (size === 0) {
      if (!isKnown) return -1;
      levels.price.copyWithin(at, at + 1, levels.count);
      levels.size.copyWithin(at, at + 1, levels.count);
      levels.count--;
      return at;
    }
    if (!isKnown) {
      // Makes room for one more, and moves what is better.
      levels.add(0, 0);
      levels.price.copyWithin(at + 1, at, levels.count - 1);
      levels.size.copyWithin(at + 1, at, levels.count - 1);
      levels.price[at] = price;
    }
    levels.size[at] = size;
    return at;
  }

  /** The first place whose price is not worse. */
  #placeOf(price: number): number {
    const { price: prices, count } = this.#levels;
    const direction = this.#direction;
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (direction * (prices[middle] as number) < direction * price) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

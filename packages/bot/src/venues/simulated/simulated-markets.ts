import { type Grid, gridOf } from '../../model/grid.ts';
import { createDueMarkets, type DueMarkets } from './due-markets.ts';
import type { Preset } from './simulated-behaviour.ts';
import type { Conversion } from './simulated-dislocations.ts';
import type { Fairs } from './simulated-fairs.ts';
import { addMove, askResized, bidResized, type Moves, repriced } from './simulated-moves.ts';
import type { Random } from './simulated-random.ts';
import { listingsOf, type SimulatedListing } from './simulated-universe.ts';

/** What the markets are made of. */
export type MarketsOptions = {
  readonly exchanges: readonly string[];
  readonly random: Random;
  readonly preset: Preset;
  /** Of simulated to real time, at most 1: books rest for so many of their steps. */
  readonly restScale: number;
  readonly stepMs: number;
  /** Log USD prices, by asset, as they stand. */
  readonly logs: Float64Array;
  readonly fairs: Fairs;
};

/** So many neighbouring prices of a side have an order of their own. */
export const slots = 32;
/** Among so many best levels of both sides one changes its size. */
const goodLevels = 6;

/** What the book of a market is drawn with: neighbouring prices differ by a step, in quote and in units; lots rest at a price on average. */
export type Drawn = {
  readonly grid: Grid;
  readonly step: number;
  readonly stepUnits: number;
  readonly averageLots: number;
};

/**
 * The numbers of a market, beside each other for the processor's cache: its rest in ms, the least and how much more; the step in which its book
 * last followed, its own noise around the fair price, and by how much its price has run away (logs); the bound of the noise, its deviation, the
 * share of it that is kept, and, where that is 0, for how many ms; best bid and ask in steps, and what they are of a fair price of 1; units from
 * one price to the next, and in a price of 1.
 */
const [restLeast, restSpread, movedAt, noiseNow, shiftNow, bound, deviation, keptShare] = [0, 1, 2, 3, 4, 5, 6, 7];
const [bidNow, askNow, below, above, stepUnits, pricePer, keptForMs] = [8, 9, 10, 11, 12, 13, 14];
const width = 16;

/**
 * The markets of all exchanges, by their places one exchange after the other: books that follow fair prices, each at the latest when its price has
 * moved far enough or it has rested for long enough. A best bid is never above `fair · (1 − halfSpread)` and a best ask never below
 * `fair · (1 + halfSpread)`, so that books around consistent fair prices hold no profit.
 */
export class SimulatedMarkets {
  readonly exchanges: readonly string[];
  /** By exchange where its markets begin, and at the end how many there are. */
  readonly starts: readonly number[];
  /** By market, its exchange. */
  readonly exchangeOf: Uint8Array;
  readonly listings: readonly SimulatedListing[];
  readonly drawn: readonly Drawn[];
  /** By market, side and slot: what the sizes are drawn from at the beginning. */
  readonly salts: Int32Array;
  /** Best prices as they stand, in quote per base. */
  readonly bids: Float64Array;
  readonly asks: Float64Array;
  readonly #options: MarketsOptions;
  readonly #places: readonly ReadonlyMap<string, number>[];
  /** By market: the place of its pair among the fair prices. */
  readonly #pairs: Int32Array;
  /** Log of base over quote when the book last followed, and how far it may have moved since. */
  readonly #followed: Float64Array;
  readonly #beyond: Float64Array;
  /** The step by which it follows at the latest. */
  readonly #dueAt: Int32Array;
  readonly #due: DueMarkets;
  /** Those that follow in this step, in the order of their places, and some that have followed since they were due. */
  readonly #taken: Int32Array;
  readonly #rows: Float64Array;

  constructor(options: MarketsOptions) {
    const { exchanges, random, preset, restScale, stepMs, logs, fairs } = options;
    const lists = exchanges.map((name) => listingsOf(name, preset));
    const listings = lists.flat();
    const count = listings.length;
    this.#options = options;
    this.exchanges = exchanges;
    this.listings = listings;
    const starts = [0];
    for (const list of lists) starts.push((starts.at(-1) as number) + list.length);
    this.starts = starts;
    this.exchangeOf = Uint8Array.from(listings.keys(), (market) => starts.findLastIndex((start) => start <= market));
    this.#places = lists.map((list) => new Map(list.map(({ instrument }, place) => [instrument.symbol, place])));
    this.#pairs = Int32Array.from(listings, ({ base, quote }) => fairs.placeOf(base, quote));
    this.#followed = Float64Array.from(this.#pairs, (pair) => fairs.logs[pair] as number);
    this.#beyond = Float64Array.from(listings, ({ followBeyond }) => followBeyond);
    this.#rows = new Float64Array(width * count);
    [this.bids, this.asks] = [new Float64Array(count), new Float64Array(count)];
    this.salts = new Int32Array(count * 2 * slots);
    this.#dueAt = new Int32Array(count);
    const longest = Math.ceil(restScale * (Math.max(0, ...listings.map(({ restMs }) => restMs.most)) / stepMs));
    this.#due = createDueMarkets(count, longest);
    this.#taken = new Int32Array(count);
    this.drawn = listings.map((listing, market) => {
      const fair = Math.exp(this.#followed[market] as number);
      const drawn = drawnOf(listing, fair, Math.exp(logs[listing.base] as number));
      this.#begin(market, fair, listing, drawn);
      return drawn;
    });
    for (const [exchange, list] of lists.entries()) {
      const first = this.starts[exchange] as number;
      for (let at = first * 2 * slots; at < (first + list.length) * 2 * slots; at++) this.salts[at] = anySalt(random);
      for (const [place, { restMs }] of list.entries()) {
        const dueAt = Math.ceil(restScale * (restMs.most / stepMs) * random.uniform());
        this.#dueAt[first + place] = dueAt;
        this.#due.add(Math.max(1, dueAt), first + place);
      }
    }
  }

  /** What one unit of a currency becomes on the direct market of an exchange, at its best price before fees. */
  convert(exchange: number): Conversion {
    const [places, first] = [this.#places[exchange] ?? new Map<string, number>(), this.starts[exchange] as number];
    return (from, to) => {
      const selling = places.get(`${from}/${to}`);
      if (selling !== undefined) return this.bids[first + selling] as number;
      const buying = places.get(`${to}/${from}`);
      return buying === undefined ? null : 1 / (this.asks[first + buying] as number);
    };
  }

  /** Its price runs away so far (log), or comes back: its book follows in this step. */
  shift(market: number, shift: number, step: number): void {
    this.#rows[width * market + shiftNow] = shift;
    this.#dueAt[market] = 0;
    this.#due.add(step, market);
  }

  /**
   * The books that have rested for long enough follow, and where prices have `moved` those that are too far from theirs; steps come one by one.
   * What they do is added to the moves.
   */
  follow(step: number, moved: boolean, moves: Moves): void {
    if (moved) this.#callFar(step);
    const taken = this.#taken;
    const dueAt = this.#dueAt;
    const count = this.#due.take(step, taken);
    for (let at = 0; at < count; at++) {
      const market = taken[at] as number;
      if (step >= (dueAt[market] as number)) this.#followNow(market, step, moves);
    }
  }

  /** Those whose prices are too far from theirs are due now. */
  #callFar(step: number): void {
    const { logs } = this.#options.fairs;
    const pairs = this.#pairs;
    const followed = this.#followed;
    const beyond = this.#beyond;
    for (let market = 0; market < pairs.length; market++) {
      const fair = logs[pairs[market] as number] as number;
      if (Math.abs(fair - (followed[market] as number)) < (beyond[market] as number)) continue;
      this.#dueAt[market] = step;
      this.#due.add(step, market);
    }
  }

  // One function without others that take or give numbers: what is not compiled into its caller is given each of them as an object.
  #followNow(market: number, step: number, moves: Moves): void {
    const { random, restScale, stepMs, fairs } = this.#options;
    const rows = this.#rows;
    const row = width * market;
    const fair = fairs.logs[this.#pairs[market] as number] as number;
    const fixed = rows[row + keptShare] as number;
    const afterMs = (step - (rows[row + movedAt] as number)) * stepMs;
    const kept = fixed > 0 ? fixed : Math.exp(-afterMs / (rows[row + keptForMs] as number));
    const spread = (rows[row + deviation] as number) * (fixed > 0 ? 1 : Math.sqrt(1 - kept ** 2));
    const most = rows[row + bound] as number;
    const own = Math.max(-most, Math.min(most, kept * (rows[row + noiseNow] as number) + spread * random.normal()));
    const rests =
      restScale * ((rows[row + restLeast] as number) + (rows[row + restSpread] as number) * random.uniform());
    const dueAt = step + Math.ceil(rests / stepMs);
    this.#followed[market] = fair;
    this.#dueAt[market] = dueAt;
    this.#due.add(dueAt, market);
    rows[row + noiseNow] = own;
    rows[row + movedAt] = step;
    const price = Math.exp(fair + own + (rows[row + shiftNow] as number));
    const bid = Math.floor(price * (rows[row + below] as number));
    const ask = Math.ceil(price * (rows[row + above] as number));
    if (bid !== rows[row + bidNow] || ask !== rows[row + askNow]) {
      rows[row + bidNow] = bid;
      rows[row + askNow] = ask;
      const units = rows[row + stepUnits] as number;
      const per = rows[row + pricePer] as number;
      this.bids[market] = (bid * units) / per;
      this.asks[market] = (ask * units) / per;
      addMove(moves, 8 * market + repriced, bid, ask);
      return;
    }
    // Someone changes the size of a good order.
    const any = Math.floor(goodLevels * random.uniform());
    const isBid = any % 2 === 0;
    const place = isBid ? bid - (any >> 1) : ask + (any >> 1);
    addMove(moves, 8 * market + (isBid ? bidResized : askResized), place, anySalt(random));
  }

  /** A market at its fair price, which has no noise yet. */
  #begin(market: number, fair: number, { restMs, halfSpread, noise }: SimulatedListing, drawn: Drawn): void {
    const { grid, step, stepUnits: units } = drawn;
    const [low, high] = [(1 - halfSpread) / step, (1 + halfSpread) / step];
    const [bid, ask] = [Math.floor(fair * low), Math.ceil(fair * high)];
    const noisy = [noise.bound, noise.deviation, noise.kept ?? 0];
    const moving = [restMs.least, restMs.most - restMs.least, 0, 0, 0, ...noisy];
    this.#rows.set([...moving, bid, ask, low, high, units, grid.pricePer, noise.keptForMs], width * market);
    this.bids[market] = (bid * units) / grid.pricePer;
    this.asks[market] = (ask * units) / grid.pricePer;
  }
}

const anySalt = (random: Random): number => Math.floor(random.uniform() * 2 ** 32) | 0;

/** `fair`: in quote per base; `baseUsd`: what a unit of base is worth. */
const drawnOf = ({ instrument, halfSpread, levelUsd }: SimulatedListing, fair: number, baseUsd: number): Drawn => {
  const { tickSize, lotStep } = instrument;
  const grid = gridOf(instrument);
  const ticks = Math.max(1, Math.round((fair * halfSpread) / tickSize));
  return {
    grid,
    step: ticks * tickSize,
    stepUnits: ticks * Math.round(tickSize * grid.pricePer),
    averageLots: Math.max(1, levelUsd / (baseUsd * lotStep)),
  };
};

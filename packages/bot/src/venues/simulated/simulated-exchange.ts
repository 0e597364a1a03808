import type { Stamp } from '../../model/event.ts';
import { type BookMessage, type BookUpdated, createBookMessage } from '../../model/feed-event.ts';
import { elapsedOf, instantOf } from '../../model/moment.ts';
import { createDueMarkets, type DueMarkets } from './due-markets.ts';
import type { Preset } from './simulated-behaviour.ts';
import { SimulatedBooks } from './simulated-books.ts';
import { type Conversion, type Triangle, trianglesOf } from './simulated-dislocations.ts';
import type { Fairs } from './simulated-fairs.ts';
import type { Random } from './simulated-random.ts';
import { listingsOf, type SimulatedListing } from './simulated-universe.ts';

/** What the markets of an exchange are made of. */
export type ExchangeOptions = {
  readonly name: string;
  /** Among the exchanges of its world. */
  readonly place: number;
  readonly random: Random;
  readonly preset: Preset;
  /** Of simulated to real time, at most 1: books rest for so many of their steps. */
  readonly restScale: number;
  readonly stepMs: number;
  /** Log USD prices, by asset, as they stand. */
  readonly logs: Float64Array;
  readonly fairs: Fairs;
};

/** Takes that the book of a market followed: places of the exchange in its world, and of the market in its list. */
export type Follow = (exchange: number, market: number) => void;

/**
 * The numbers of a market: its rest in ms, the least and how much more; its own noise around the fair price, and by how much its price has run
 * away (logs); the step in which its book last followed, when that was by both clocks, and the number of its last message.
 */
const [restLeast, restSpread, noiseNow, shiftNow, movedAt, atNow, receivedNow, sequenceNow] = [0, 1, 2, 3, 4, 5, 6, 7];
const width = 8;

/**
 * The markets of one exchange, by their places in its list: books that follow fair prices, each at the latest when its price has moved far
 * enough or it has rested for long enough.
 */
export class SimulatedExchange {
  readonly name: string;
  readonly triangles: readonly Triangle[];
  readonly #listings: readonly SimulatedListing[];
  readonly #places: ReadonlyMap<string, number>;
  readonly #books: SimulatedBooks;
  readonly #options: ExchangeOptions;
  readonly #place: number;
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
  #step = 0;
  readonly #noiseOf: readonly SimulatedListing['noise'][];
  /** What changes when a book follows, and what that takes: of each market beside each other, on one line of the processor's cache. */
  readonly #rows: Float64Array;
  /** The number of the last message that was told. */
  readonly #told: Float64Array;
  /** What is told; what is answered to who asks for a book, and what was kept back: both may be asked for while a message is read. */
  readonly #message: BookMessage;
  readonly #answer: BookMessage;
  readonly #late: BookMessage;

  constructor(options: ExchangeOptions) {
    const { name, place, random, preset, restScale, stepMs, logs, fairs } = options;
    const listings = listingsOf(name, preset);
    const count = listings.length;
    this.name = name;
    this.#options = options;
    this.#place = place;
    this.#listings = listings;
    this.#places = new Map(listings.map(({ instrument }, place) => [instrument.symbol, place]));
    this.triangles = trianglesOf(listings.map(({ instrument }) => [instrument.base, instrument.quote] as const));
    this.#pairs = Int32Array.from(listings, ({ base, quote }) => fairs.placeOf(base, quote));
    this.#followed = Float64Array.from(this.#pairs, (pair) => fairs.logs[pair] as number);
    this.#beyond = Float64Array.from(listings, ({ followBeyond }) => followBeyond);
    const baseUsd = listings.map(({ base }) => Math.exp(logs[base] as number));
    this.#books = new SimulatedBooks(listings, [...this.#followed].map(Math.exp), baseUsd, random);
    this.#dueAt = Int32Array.from(listings, ({ restMs }) =>
      Math.ceil(restScale * (restMs.most / stepMs) * random.uniform()),
    );
    const longest = Math.ceil(restScale * (Math.max(0, ...listings.map(({ restMs }) => restMs.most)) / stepMs));
    this.#due = createDueMarkets(count, longest);
    for (const [market, step] of this.#dueAt.entries()) this.#due.add(Math.max(1, step), market);
    this.#taken = new Int32Array(count);
    this.#noiseOf = listings.map(({ noise }) => noise);
    this.#rows = new Float64Array(width * count);
    for (const [market, { restMs }] of listings.entries()) {
      this.#rows[width * market + restLeast] = restMs.least;
      this.#rows[width * market + restSpread] = restMs.most - restMs.least;
      this.#rows[width * market + sequenceNow] = 1;
    }
    this.#told = new Float64Array(count);
    [this.#message, this.#answer, this.#late] = [
      createBookMessage(name),
      createBookMessage(name),
      createBookMessage(name),
    ];
  }

  /** Best prices as they stand, by market. */
  get bids(): ArrayLike<number> {
    return this.#books.bids;
  }

  get asks(): ArrayLike<number> {
    return this.#books.asks;
  }

  takerFee(market: number): number {
    return this.#listings[market]?.instrument.takerFee ?? 0;
  }

  /** What one unit of a currency becomes on the direct market, at its best price before fees. */
  readonly convert: Conversion = (from, to) => {
    const selling = this.#places.get(`${from}/${to}`);
    if (selling !== undefined) return this.bids[selling] as number;
    const buying = this.#places.get(`${to}/${from}`);
    return buying === undefined ? null : 1 / (this.asks[buying] as number);
  };

  /** Its price runs away so far (log), or comes back: its book follows at once. */
  shift(market: number, shift: number): void {
    this.#rows[width * market + shiftNow] = shift;
    this.#dueAt[market] = 0;
    this.#due.add(this.#step + 1, market);
  }

  /** Tells whole books, one or all. */
  tellAll(stamp: Stamp, tell: (message: BookUpdated) => void, symbol?: string): void {
    for (const [market, { instrument }] of this.#listings.entries()) {
      if (symbol !== undefined && instrument.symbol !== symbol) continue;
      this.#note(market, stamp);
      this.#books.whole(market, this.#message);
      tell(this.#say(this.#message, market, 'snapshot'));
    }
  }

  /** A book as it was told last, read before the next one is asked for; null for a market that is not traded here. */
  whole(symbol: string): BookUpdated | null {
    const market = this.#places.get(symbol);
    if (market === undefined) return null;
    this.#books.whole(market, this.#answer);
    return this.#say(this.#answer, market, 'snapshot');
  }

  /** The books that have rested for long enough follow, and where prices have `moved` those that are too far from theirs; steps come one by one. */
  follow(step: number, moved: boolean, stamp: Stamp, take: Follow): void {
    this.#step = step;
    if (moved) this.#callFar(step);
    const [place, taken, dueAt] = [this.#place, this.#taken, this.#dueAt];
    const count = this.#due.take(step, taken);
    for (let at = 0; at < count; at++) {
      const market = taken[at] as number;
      if (step < (dueAt[market] as number)) continue;
      this.#followNow(market, step, stamp);
      take(place, market);
    }
  }

  /** Those whose prices are too far from theirs are due now. */
  #callFar(step: number): void {
    const { logs } = this.#options.fairs;
    const [pairs, followed, beyond] = [this.#pairs, this.#followed, this.#beyond];
    for (let market = 0; market < pairs.length; market++) {
      const fair = logs[pairs[market] as number] as number;
      if (Math.abs(fair - (followed[market] as number)) < (beyond[market] as number)) continue;
      this.#dueAt[market] = step;
      this.#due.add(step, market);
    }
  }

  /** What a book did since it was told last, as if told now. */
  changes(market: number): BookUpdated {
    return this.#sayChanges(this.#message, market);
  }

  /** The same, where it was kept back. */
  late(market: number): BookUpdated {
    return this.#sayChanges(this.#late, market);
  }

  #followNow(market: number, step: number, stamp: Stamp): void {
    const { random, restScale, stepMs, fairs } = this.#options;
    const [rows, row] = [this.#rows, width * market];
    const fair = fairs.logs[this.#pairs[market] as number] as number;
    const afterMs = (step - (rows[row + movedAt] as number)) * stepMs;
    const noise = this.#noiseOf[market] as SimulatedListing['noise'];
    const own = noise(rows[row + noiseNow] as number, afterMs, random.normal());
    const rests =
      restScale * ((rows[row + restLeast] as number) + (rows[row + restSpread] as number) * random.uniform());
    const dueAt = step + Math.ceil(rests / stepMs);
    this.#followed[market] = fair;
    this.#dueAt[market] = dueAt;
    this.#due.add(dueAt, market);
    rows[row + noiseNow] = own;
    rows[row + movedAt] = step;
    rows[row + sequenceNow] = (rows[row + sequenceNow] as number) + 1;
    this.#note(market, stamp);
    this.#books.follow(market, Math.exp(fair + own + (rows[row + shiftNow] as number)));
  }

  #note(market: number, { at, received }: Stamp): void {
    this.#rows[width * market + atNow] = at;
    this.#rows[width * market + receivedNow] = Number(received);
  }

  #sayChanges(message: BookMessage, market: number): BookUpdated {
    const first = (this.#told[market] as number) + 1;
    this.#books.changes(market, message);
    this.#say(message, market, 'delta');
    message.first_sequence = first === message.sequence ? null : first;
    return message;
  }

  /** The message whose levels are written, as one of the market. */
  #say(message: BookMessage, market: number, kind: BookUpdated['kind']): BookUpdated {
    const [rows, row] = [this.#rows, width * market];
    const at = instantOf(rows[row + atNow] as number);
    const sequence = rows[row + sequenceNow] as number;
    this.#told[market] = sequence;
    message.symbol = (this.#listings[market] as SimulatedListing).instrument.symbol;
    message.kind = kind;
    message.grid = this.#books.grid(market);
    message.sequence = sequence;
    message.first_sequence = null;
    message.exchange_time = at;
    message.at = at;
    message.received = elapsedOf(rows[row + receivedNow] as number);
    return message;
  }
}

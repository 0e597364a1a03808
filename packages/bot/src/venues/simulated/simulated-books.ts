import type { Stamp } from '../../model/event.ts';
import { type BookMessage, type BookUpdated, createBookMessage } from '../../model/feed-event.ts';
import { addLevel, type LevelList } from '../../model/levels.ts';
import { elapsedOf, instantOf } from '../../model/moment.ts';
import { type Drawn, type SimulatedMarkets, slots } from './simulated-markets.ts';
import { askResized, bidResized, kindOf, type Moves, marketOf, moveWidth, repriced } from './simulated-moves.ts';

/** Levels of a side. */
const levels = 20;

/**
 * The numbers of a market, on one line of the processor's cache: best bid and ask in steps; units from one price to the next, and in a price of
 * 1; which sizes have changed since the book was told, and where, if it was one; when it last moved, in UTC milliseconds, and the number of its
 * last message.
 */
const [bidNow, askNow, stepUnits, pricePer, resized, resizedAt, atNow, sequenceNow] = [0, 1, 2, 3, 4, 5, 6, 7];
const width = 8;

/** Which sizes have changed since the book was told: none, one on a side, or several. */
const [none, ofBid, ofAsk, several] = [0, 1, 2, 3];

/** One side of all books: when each was last told, its best price was that many steps. */
type Side = { readonly direction: -1 | 1; readonly now: number; readonly told: Float64Array };

/** The messages of an exchange: of its feed, of answers to requests for a book, and of moves that are over. Each is read before it is filled again. */
type Messages = { readonly told: BookMessage; readonly answer: BookMessage; readonly late: BookMessage };

/**
 * The books of all exchanges as resting orders on price grids, by the places of their markets. Of a book only its best prices are kept: what rests
 * at a price is drawn from that price, when it is asked for.
 */
export class SimulatedBooks {
  /** Best prices by market, in quote per base; and when it last moved, in ms of the monotonic clock. */
  readonly bids: Float64Array;
  readonly asks: Float64Array;
  readonly received: Float64Array;
  readonly #markets: Pick<SimulatedMarkets, 'starts' | 'listings'>;
  readonly #exchangeOf: Uint8Array;
  readonly #drawn: readonly Drawn[];
  readonly #rows: Float64Array;
  /** By market, side and slot: what the size there is drawn from. */
  readonly #salts: Int32Array;
  readonly #bidSide: Side;
  readonly #askSide: Side;
  /** The number of the last message that was told. */
  readonly #told: Float64Array;
  /** By exchange. */
  readonly #messages: readonly Messages[];
  /** By exchange: the market that moved last, −1 before any did. */
  readonly #newest: Int32Array;
  /** The moment of the moves that come, by both clocks. */
  readonly #now = new Float64Array(2);

  /** The books of markets of which none has moved yet. */
  constructor(markets: SimulatedMarkets) {
    const { exchanges, starts, listings, drawn } = markets;
    const count = listings.length;
    this.#markets = { starts, listings };
    this.#exchangeOf = markets.exchangeOf;
    this.#drawn = drawn;
    this.#salts = markets.salts.slice();
    [this.bids, this.asks] = [markets.bids.slice(), markets.asks.slice()];
    this.received = new Float64Array(count);
    this.#rows = new Float64Array(width * count);
    for (const [market, { grid, stepUnits: units }] of drawn.entries()) {
      const inSteps = (price: number): number => Math.round((price * grid.pricePer) / units);
      const [bid, ask] = [inSteps(this.bids[market] as number), inSteps(this.asks[market] as number)];
      this.#rows.set([bid, ask, units, grid.pricePer, none, 0, 0, 1], width * market);
    }
    this.#bidSide = { direction: -1, now: bidNow, told: new Float64Array(count) };
    this.#askSide = { direction: 1, now: askNow, told: new Float64Array(count) };
    this.#told = new Float64Array(count);
    this.#messages = exchanges.map((name) => ({
      told: createBookMessage(name),
      answer: createBookMessage(name),
      late: { ...createBookMessage(name), quiet: true },
    }));
    this.#newest = new Int32Array(exchanges.length).fill(-1);
  }

  /** The moment of the moves that come, by both clocks. */
  stamp(at: number, received: number): void {
    this.#now[0] = at;
    this.#now[1] = received;
  }

  /** Takes one of the moves. */
  move({ rows: moves }: Moves, move: number): void {
    const at = moveWidth * move;
    const first = moves[at] as number;
    const second = moves[at + 1] as number;
    const third = moves[at + 2] as number;
    const market = marketOf(first);
    const rows = this.#rows;
    const row = width * market;
    rows[row + atNow] = this.#now[0] as number;
    rows[row + sequenceNow] = (rows[row + sequenceNow] as number) + 1;
    this.received[market] = this.#now[1] as number;
    this.#newest[this.#exchangeOf[market] as number] = market;
    const kind = kindOf(first);
    if (kind === repriced) {
      rows[row + bidNow] = second;
      rows[row + askNow] = third;
      const units = rows[row + stepUnits] as number;
      const per = rows[row + pricePer] as number;
      this.bids[market] = (second * units) / per;
      this.asks[market] = (third * units) / per;
      return;
    }
    this.#salts[saltAt(market, kind === bidResized, second)] = third;
    rows[row + resizedAt] = second;
    rows[row + resized] = rows[row + resized] === none ? (kind === askResized ? ofAsk : ofBid) : several;
  }

  /** Tells whole books of an exchange, all or one. */
  tellAll(exchange: number, stamp: Stamp, tell: (message: BookUpdated) => void, symbol?: string): void {
    const { starts, listings } = this.#markets;
    for (let market = starts[exchange] as number; market < (starts[exchange + 1] as number); market++) {
      if (symbol !== undefined && listings[market]?.instrument.symbol !== symbol) continue;
      this.#rows[width * market + atNow] = stamp.at;
      this.received[market] = Number(stamp.received);
      tell(this.#whole((this.#messages[exchange] as Messages).told, market));
    }
  }

  /** A book as it stands, read before the next one is asked for; null for a market that is not traded there. */
  whole(exchange: number, symbol: string): BookUpdated | null {
    const { starts, listings } = this.#markets;
    for (let market = starts[exchange] as number; market < (starts[exchange + 1] as number); market++)
      if (listings[market]?.instrument.symbol === symbol)
        return this.#whole((this.#messages[exchange] as Messages).answer, market);
    return null;
  }

  /** What a book did since it was told last, read before the next one is asked for. */
  changes(market: number): BookUpdated {
    return this.#changes((this.#messages[this.#exchangeOf[market] as number] as Messages).told, market);
  }

  /** The same of a move that is over: nothing is looked for after it. */
  late(market: number): BookUpdated {
    return this.#changes((this.#messages[this.#exchangeOf[market] as number] as Messages).late, market);
  }

  #whole(message: BookMessage, market: number): BookUpdated {
    this.#writeAll(this.#bidSide, market, message.bids);
    this.#writeAll(this.#askSide, market, message.asks);
    return this.#say(message, market, 'snapshot');
  }

  /** The levels that have changed since the book was last told, others beside them, and those that are gone. */
  #changes(message: BookMessage, market: number): BookUpdated {
    const first = (this.#told[market] as number) + 1;
    this.#write(this.#bidSide, market, message.bids);
    this.#write(this.#askSide, market, message.asks);
    this.#say(message, market, 'delta');
    message.first_sequence = first === message.sequence ? null : first;
    return message;
  }

  /** The message whose levels are written, as one of the market: its book is told. */
  #say(message: BookMessage, market: number, kind: BookUpdated['kind']): BookUpdated {
    const [rows, row] = [this.#rows, width * market];
    const at = instantOf(rows[row + atNow] as number);
    const sequence = rows[row + sequenceNow] as number;
    for (const { now, told } of [this.#bidSide, this.#askSide]) told[market] = rows[row + now] as number;
    rows[row + resized] = none;
    this.#told[market] = sequence;
    message.symbol = this.#markets.listings[market]?.instrument.symbol ?? '';
    message.kind = kind;
    message.grid = (this.#drawn[market] as Drawn).grid;
    message.sequence = sequence;
    message.first_sequence = null;
    message.exchange_time = at;
    message.at = at;
    message.received = elapsedOf(this.received[market] as number);
    return message;
  }

  /** All levels, best first. */
  #writeAll(side: Side, market: number, to: LevelList): void {
    to.count = 0;
    for (let level = 0; level < levels; level++) this.#writeLevel(side, market, level, to);
  }

  #write(side: Side, market: number, to: LevelList): void {
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

  #writeLevel({ direction, now }: Side, market: number, level: number, to: LevelList): void {
    const row = width * market;
    const place = (this.#rows[row + now] as number) + direction * level;
    const drawn = mixed((this.#salts[saltAt(market, direction < 0, place)] as number) ^ place);
    const lots = Math.max(1, Math.round((this.#drawn[market] as Drawn).averageLots * (0.4 + 1.2 * drawn)));
    addLevel(to, place * (this.#rows[row + stepUnits] as number), lots);
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

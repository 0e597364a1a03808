import type { Stamp } from '../../model/event.ts';
import { type BookMessage, type BookUpdated, createBookMessage } from '../../model/feed-event.ts';
import { elapsedOf, instantOf } from '../../model/moment.ts';
import type { Preset } from './simulated-behaviour.ts';
import { SimulatedBook } from './simulated-book.ts';
import {
  anyTriangle,
  beginning,
  type Conversion,
  type Dislocation,
  dislocate,
  type Kind,
  type Triangle,
  trianglesOf,
  usualKinds,
} from './simulated-dislocations.ts';
import type { Random } from './simulated-random.ts';
import { assets, listingsOf, type SimulatedListing } from './simulated-universe.ts';

/** The world moves in steps of this many simulated milliseconds. */
export const stepMs = 20;

/** Yearly volatility of the market as a whole. */
const commonVolatility = 0.45;
const stepsInYear = (365.25 * 86_400_000) / stepMs;
const yearlyToStep = Math.sqrt(1 / stepsInYear);
/** By asset: how far it moves of itself in a step, and how strongly it follows the market. */
const spreads = Float64Array.from(assets, ({ volatility }) => volatility * yearlyToStep);
const betas = Float64Array.from(assets, ({ beta }) => beta);
/** Prices return to where they began, half the way in five days, so that they stay plausible for as long as it runs. */
const reversion = Math.log(2) / ((5 * 86_400_000) / stepMs);

type Market = {
  readonly listing: SimulatedListing;
  readonly book: SimulatedBook;
  noise: number;
  /** The step in which the book last followed. */
  movedAt: number;
  shift: number;
  sequence: number;
  /** When the book last followed, as it was handed to `step`. */
  stamp: Stamp;
};

/** What is looked at in each step, by market: kept together, as most markets have nothing to do. */
type Watch = {
  readonly bases: Int32Array;
  readonly quotes: Int32Array;
  /** Log of base over quote when the book last followed. */
  readonly followed: Float64Array;
  readonly dueAt: Float64Array;
  /** How far it may have moved since, as a log. */
  readonly beyond: Float64Array;
};

type ExchangeWorld = {
  readonly name: string;
  readonly markets: readonly Market[];
  readonly watch: Watch;
  readonly bySymbol: ReadonlyMap<string, Market>;
  readonly triangles: readonly Triangle[];
  /** What is emitted, and what is answered to who asks for a book: that may be asked for while a message is read. */
  readonly message: BookMessage;
  readonly answer: BookMessage;
};

/** Receives what a market's book did, stamped with what was handed to `step`. */
export type Emit = (message: BookUpdated) => void;

type WorldOptions = {
  readonly preset?: Preset;
  /** Left out: those of practice, and none in a realistic market. */
  readonly kinds?: readonly Kind[];
  /** Of simulated to real time: ages are real, so a world that is slowed down lets its books rest for fewer steps. */
  readonly speed?: number;
};

/**
 * Prices that move together, books that follow them, and now and then a market that runs away. On each leg the fee of
 * 0.1 % is more than noise and delay together can be off the fair price and its spread, so only a dislocation can make a cycle pay.
 */
export class SimulatedWorld {
  readonly #random: Random;
  readonly #kinds: readonly Kind[];
  readonly #restScale: number;
  readonly #exchanges: readonly ExchangeWorld[];
  /** Log USD prices, by asset. */
  readonly #logs = Float64Array.from(assets, ({ usd }) => Math.log(usd));
  readonly #homes = this.#logs.slice();
  #dislocations: (Dislocation & { readonly exchange: ExchangeWorld })[] = [];
  #steps = 0;

  constructor(random: Random, exchanges: readonly string[], options: WorldOptions = {}) {
    const { preset = 'practice', kinds = preset === 'practice' ? usualKinds : [], speed = 1 } = options;
    this.#random = random;
    this.#kinds = kinds;
    this.#restScale = Math.min(1, speed);
    this.#exchanges = exchanges.map((name) => this.#exchange(name, preset));
  }

  /** Emits the whole books of an exchange as they stand, or one of them. */
  snapshots(exchange: string, stamp: Stamp, emit: Emit, symbol?: string): void {
    const world = this.#exchanges.find(({ name }) => name === exchange);
    for (const market of world?.markets ?? []) {
      if (symbol !== undefined && market.listing.instrument.symbol !== symbol) continue;
      market.stamp = stamp;
      if (world) emit(wholeOf(world.message, market));
    }
  }

  /** A book as it stands, read before the next one is asked for; null for a market that is not traded there. */
  whole(exchange: string, symbol: string): BookUpdated | null {
    const world = this.#exchanges.find(({ name }) => name === exchange);
    const market = world?.bySymbol.get(symbol);
    return world && market ? wholeOf(world.answer, market) : null;
  }

  /** The best prices of the markets of an exchange as they stand, by their places in its list. */
  touches(exchange: string): { bid(market: number): number; ask(market: number): number } {
    const books = this.#exchanges.find(({ name }) => name === exchange)?.markets.map(({ book }) => book) ?? [];
    return { bid: (market) => books[market]?.bestBid ?? 0, ask: (market) => books[market]?.bestAsk ?? 0 };
  }

  /** Moves on by `stepMs` of simulated time and emits what the books did, stamped with `stamp`. */
  step(stamp: Stamp, emit: Emit): void {
    this.#steps += 1;
    this.#movePrices();
    this.#moveDislocations();
    const logs = this.#logs;
    const steps = this.#steps;
    for (const world of this.#exchanges) {
      const { bases, quotes, followed, dueAt, beyond } = world.watch;
      for (let index = 0; index < bases.length; index++) {
        const fair = (logs[bases[index] as number] as number) - (logs[quotes[index] as number] as number);
        const isStill = Math.abs(fair - (followed[index] as number)) < (beyond[index] as number);
        if (!isStill || steps >= (dueAt[index] as number)) this.#follow(world, index, fair, stamp, emit);
      }
    }
  }

  #follow({ markets, watch, message }: ExchangeWorld, index: number, fair: number, stamp: Stamp, emit: Emit): void {
    const market = markets[index] as Market;
    const price = this.#priceOf(market, fair);
    watch.followed[index] = fair;
    watch.dueAt[index] = this.#steps + this.#rest(market.listing);
    market.stamp = stamp;
    market.sequence += 1;
    market.book.follow(price, message);
    emit(stamped(message, market, 'delta'));
  }

  #movePrices(): void {
    const [logs, homes, random] = [this.#logs, this.#homes, this.#random];
    const common = commonVolatility * yearlyToStep * random.normal();
    for (let index = 0; index < logs.length; index++) {
      const log = logs[index] as number;
      const spread = spreads[index] as number;
      const own = spread === 0 ? 0 : spread * random.normal();
      logs[index] = log + (betas[index] as number) * common + own + reversion * ((homes[index] as number) - log);
    }
  }

  #moveDislocations(): void {
    const now = this.#steps * stepMs;
    const ended = this.#dislocations.filter(({ endsAt }) => endsAt <= now);
    for (const { exchange, market } of ended) this.#shift(exchange, market, 0);
    if (ended.length > 0) this.#dislocations = this.#dislocations.filter(({ endsAt }) => endsAt > now);
    const kind = beginning(this.#kinds, this.#random, stepMs);
    if (!kind) return;
    const exchange = this.#any(this.#exchanges);
    const triangle = exchange && anyTriangle(exchange.triangles, this.#random);
    // One at a time on an exchange: two at once could add up to more than either was meant to give.
    if (!triangle || this.#dislocations.some((other) => other.exchange === exchange)) return;
    const { takerFee } = exchange.markets[triangle.market]?.listing.instrument ?? { takerFee: 0 };
    const dislocation = dislocate(kind, triangle, conversions(exchange), takerFee, now, this.#random);
    if (!dislocation) return;
    this.#dislocations.push({ ...dislocation, exchange });
    this.#shift(exchange, dislocation.market, dislocation.shift);
  }

  #shift(exchange: ExchangeWorld, index: number, shift: number): void {
    const market = exchange.markets[index];
    if (!market) return;
    market.shift = shift;
    exchange.watch.dueAt[index] = this.#steps;
  }

  /** The price that the book follows now. */
  #priceOf(market: Market, fair: number): number {
    const afterMs = (this.#steps - market.movedAt) * stepMs;
    market.movedAt = this.#steps;
    market.noise = market.listing.noise(market.noise, afterMs, this.#random.normal());
    return Math.exp(fair + market.noise + market.shift);
  }

  /** In steps. */
  #rest({ restMs }: SimulatedListing): number {
    const [least, most] = [restMs.least / stepMs, restMs.most / stepMs];
    return this.#restScale * (least + (most - least) * this.#random.uniform());
  }

  #fairLog({ base, quote }: SimulatedListing): number {
    return (this.#logs[base] ?? 0) - (this.#logs[quote] ?? 0);
  }

  #any<T>(items: readonly T[]): T | undefined {
    return items[Math.floor(this.#random.uniform() * items.length)];
  }

  #exchange(name: string, preset: Preset): ExchangeWorld {
    const followed: number[] = [];
    const dueAt: number[] = [];
    const markets = listingsOf(name, preset).map((listing): Market => {
      const fair = this.#fairLog(listing);
      const baseUsd = Math.exp(this.#logs[listing.base] ?? 0);
      const book = new SimulatedBook(listing, Math.exp(fair), baseUsd, this.#random);
      followed.push(fair);
      dueAt.push(this.#restScale * (listing.restMs.most / stepMs) * this.#random.uniform());
      return { listing, book, noise: 0, movedAt: 0, shift: 0, sequence: 1, stamp: never };
    });
    const watch: Watch = {
      bases: Int32Array.from(markets, ({ listing }) => listing.base),
      quotes: Int32Array.from(markets, ({ listing }) => listing.quote),
      followed: Float64Array.from(followed),
      dueAt: Float64Array.from(dueAt),
      beyond: Float64Array.from(markets, ({ listing }) => listing.followBeyond),
    };
    const bySymbol = new Map(markets.map((market) => [market.listing.instrument.symbol, market]));
    const pairs = markets.map(({ listing: { instrument } }) => [instrument.base, instrument.quote] as const);
    const [message, answer] = [createBookMessage(name), createBookMessage(name)];
    return { name, markets, watch, bySymbol, triangles: trianglesOf(pairs), message, answer };
  }
}

/** Of a book that has not been received yet. */
const never: Stamp = { at: instantOf(0), received: elapsedOf(0) };

function wholeOf(message: BookMessage, market: Market): BookUpdated {
  market.book.whole(message);
  return stamped(message, market, 'snapshot');
}

/** The message whose levels are written, as one of the market. */
function stamped(
  message: BookMessage,
  { listing, book, sequence, stamp }: Market,
  kind: BookUpdated['kind'],
): BookUpdated {
  message.symbol = listing.instrument.symbol;
  message.kind = kind;
  message.grid = book.grid;
  message.sequence = sequence;
  message.exchange_time = stamp.at;
  message.at = stamp.at;
  message.received = stamp.received;
  return message;
}

/** What one unit of a currency becomes on the direct market, at its best price before fees. */
function conversions({ bySymbol }: ExchangeWorld): Conversion {
  return (from, to) => {
    const selling = bySymbol.get(`${from}/${to}`);
    if (selling) return selling.book.bestBid;
    const buying = bySymbol.get(`${to}/${from}`);
    return buying ? 1 / buying.book.bestAsk : null;
  };
}

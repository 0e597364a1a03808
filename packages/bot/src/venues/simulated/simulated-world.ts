import type { Stamp } from '../../model/event.ts';
import type { BookUpdated } from '../../model/feed-event.ts';
import type { Preset } from './simulated-behaviour.ts';
import {
  anyTriangle,
  beginning,
  type Dislocation,
  dislocate,
  type Kind,
  usualKinds,
} from './simulated-dislocations.ts';
import { type Follow, SimulatedExchange } from './simulated-exchange.ts';
import { createFairs } from './simulated-fairs.ts';
import { type Random, seededRandom } from './simulated-random.ts';
import { assets } from './simulated-universe.ts';

/** Of the model: a seed gives another market in each. Backtests and feeds name it beside their seed. */
export const worldVersion = 2;
/** Which of the streams of a seed is drawn from: one in which the seeds of tests and pictures show something within seconds. */
const stream = 9 * 2 ** 32;

/** The world moves in steps of this many simulated milliseconds. */
export const stepMs = 20;
/** In each such step prices move. */
const movingSteps = 5;

/** Yearly volatility of the market as a whole. */
const commonVolatility = 0.45;
const movesInYear = (365.25 * 86_400_000) / (movingSteps * stepMs);
const yearlyToMove = Math.sqrt(1 / movesInYear);
/** By asset: how far it moves of itself at once, and how strongly it follows the market. */
const spreads = Float64Array.from(assets, ({ volatility }) => volatility * yearlyToMove);
const betas = Float64Array.from(assets, ({ beta }) => beta);
/** Prices return to where they began, half the way in five days, so that they stay plausible for as long as it runs. */
const reversion = Math.log(2) / ((5 * 86_400_000) / (movingSteps * stepMs));

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
  readonly #exchanges: readonly SimulatedExchange[];
  /** Log USD prices, by asset. */
  readonly #logs = Float64Array.from(assets, ({ usd }) => Math.log(usd));
  readonly #homes = this.#logs.slice();
  readonly #fairs = createFairs(this.#logs);
  #dislocations: (Dislocation & { readonly exchange: SimulatedExchange })[] = [];
  #steps = 0;

  constructor(seed: number, exchanges: readonly string[], options: WorldOptions = {}) {
    const { preset = 'practice', kinds = preset === 'practice' ? usualKinds : [], speed = 1 } = options;
    const random = seededRandom(seed + stream);
    const of = { random, preset, restScale: Math.min(1, speed), stepMs, logs: this.#logs, fairs: this.#fairs };
    this.#random = random;
    this.#kinds = kinds;
    this.#exchanges = exchanges.map((name, place) => new SimulatedExchange({ name, place, ...of }));
  }

  /** Emits the whole books of an exchange as they stand, or one of them. */
  snapshots(exchange: string, stamp: Stamp, emit: Emit, symbol?: string): void {
    this.#named(exchange)?.tellAll(stamp, emit, symbol);
  }

  /** A book as it stands, read before the next one is asked for; null for a market that is not traded there. */
  whole(exchange: string, symbol: string): BookUpdated | null {
    return this.#named(exchange)?.whole(symbol) ?? null;
  }

  /** The best prices of the markets of an exchange as they stand, by their places in its list. */
  touches(exchange: string): { readonly bids: ArrayLike<number>; readonly asks: ArrayLike<number> } {
    const { bids, asks } = this.#named(exchange) ?? { bids: [], asks: [] };
    return { bids, asks };
  }

  /** Moves on by `stepMs` of simulated time and emits what the books did, stamped with `stamp`. */
  step(stamp: Stamp, emit: Emit): void {
    this.move(stamp, (exchange, market) => emit(this.changes(exchange, market)));
  }

  /** Moves on as `step` does. What the books that followed did may be asked for, at once or later. */
  move(stamp: Stamp, take: Follow): void {
    this.#steps += 1;
    const steps = this.#steps;
    const isMoving = steps % movingSteps === 0;
    if (isMoving) this.#movePrices();
    this.#endDislocations();
    if (isMoving) this.#beginDislocation();
    for (const exchange of this.#exchanges) exchange.follow(steps, isMoving, stamp, take);
  }

  /** What a book did since it was last asked for, in one message, which is read before the next one is asked for. */
  changes(exchange: number, market: number): BookUpdated {
    return (this.#exchanges[exchange] as SimulatedExchange).changes(market);
  }

  /** The same, while another message is read. */
  late(exchange: number, market: number): BookUpdated {
    return (this.#exchanges[exchange] as SimulatedExchange).late(market);
  }

  #named(exchange: string): SimulatedExchange | undefined {
    return this.#exchanges.find(({ name }) => name === exchange);
  }

  #movePrices(): void {
    const [logs, homes, random] = [this.#logs, this.#homes, this.#random];
    const common = commonVolatility * yearlyToMove * random.normal();
    for (let index = 0; index < logs.length; index++) {
      const log = logs[index] as number;
      const spread = spreads[index] as number;
      const own = spread === 0 ? 0 : spread * random.normal();
      logs[index] = log + (betas[index] as number) * common + own + reversion * ((homes[index] as number) - log);
    }
    this.#fairs.follow();
  }

  #endDislocations(): void {
    const now = this.#steps * stepMs;
    if (!this.#dislocations.some(({ endsAt }) => endsAt <= now)) return;
    for (const { exchange, market, endsAt } of this.#dislocations) if (endsAt <= now) exchange.shift(market, 0);
    this.#dislocations = this.#dislocations.filter(({ endsAt }) => endsAt > now);
  }

  #beginDislocation(): void {
    const kind = beginning(this.#kinds, this.#random, movingSteps * stepMs);
    if (!kind) return;
    const exchange = this.#any(this.#exchanges);
    const triangle = exchange && anyTriangle(exchange.triangles, this.#random);
    // One at a time on an exchange: two at once could add up to more than either was meant to give.
    if (!triangle || this.#dislocations.some((other) => other.exchange === exchange)) return;
    const takerFee = exchange.takerFee(triangle.market);
    const dislocation = dislocate(kind, triangle, exchange.convert, takerFee, this.#steps * stepMs, this.#random);
    if (!dislocation) return;
    this.#dislocations.push({ ...dislocation, exchange });
    exchange.shift(dislocation.market, dislocation.shift);
  }

  #any<T>(items: readonly T[]): T | undefined {
    return items[Math.floor(this.#random.uniform() * items.length)];
  }
}

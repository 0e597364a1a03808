import type { Preset } from './simulated-behaviour.ts';
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
import { createFairs } from './simulated-fairs.ts';
import { SimulatedMarkets } from './simulated-markets.ts';
import type { Moves } from './simulated-moves.ts';
import { type Random, seededRandom } from './simulated-random.ts';
import { assets } from './simulated-universe.ts';

/** Of the model: a seed gives another market in each. Backtests and feeds name it beside their seed. */
export const worldVersion = 3;
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

export type WorldOptions = {
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
export class SimulatedPrices {
  readonly markets: SimulatedMarkets;
  readonly #random: Random;
  readonly #kinds: readonly Kind[];
  readonly #exchanges: readonly { readonly triangles: readonly Triangle[]; readonly convert: Conversion }[];
  /** Log USD prices, by asset. */
  readonly #logs = Float64Array.from(assets, ({ usd }) => Math.log(usd));
  readonly #homes = this.#logs.slice();
  readonly #fairs = createFairs(this.#logs);
  #dislocations: (Dislocation & { readonly place: number })[] = [];
  #steps = 0;

  constructor(seed: number, exchanges: readonly string[], options: WorldOptions = {}) {
    const { preset = 'practice', kinds = preset === 'practice' ? usualKinds : [], speed = 1 } = options;
    const random = seededRandom(seed + stream);
    const of = { random, preset, restScale: Math.min(1, speed), stepMs, logs: this.#logs, fairs: this.#fairs };
    this.#random = random;
    this.#kinds = kinds;
    this.markets = new SimulatedMarkets({ exchanges, ...of });
    const { starts, listings } = this.markets;
    this.#exchanges = exchanges.map((_, place) => ({
      triangles: trianglesOf(listings.slice(starts[place], starts[place + 1]), starts[place] as number),
      convert: this.markets.convert(place),
    }));
  }

  /** Moves on by `stepMs` of simulated time; what the books do is added to the moves. */
  step(moves: Moves): void {
    this.#steps += 1;
    const isMoving = this.#steps % movingSteps === 0;
    if (isMoving) this.#movePrices();
    this.#endDislocations();
    if (isMoving) this.#beginDislocation();
    this.markets.follow(this.#steps, isMoving, moves);
  }

  #movePrices(): void {
    const logs = this.#logs;
    const homes = this.#homes;
    const random = this.#random;
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
    for (const { market, endsAt } of this.#dislocations) if (endsAt <= now) this.markets.shift(market, 0, this.#steps);
    this.#dislocations = this.#dislocations.filter(({ endsAt }) => endsAt > now);
  }

  #beginDislocation(): void {
    const kind = beginning(this.#kinds, this.#random, movingSteps * stepMs);
    if (!kind) return;
    const place = Math.floor(this.#random.uniform() * this.#exchanges.length);
    const exchange = this.#exchanges[place];
    const triangle = exchange && anyTriangle(exchange.triangles, this.#random);
    // One at a time on an exchange: two at once could add up to more than either was meant to give.
    if (!triangle || this.#dislocations.some((other) => other.place === place)) return;
    const takerFee = this.markets.listings[triangle.market]?.instrument.takerFee ?? 0;
    const dislocation = dislocate(kind, triangle, exchange.convert, takerFee, this.#steps * stepMs, this.#random);
    if (!dislocation) return;
    this.#dislocations.push({ ...dislocation, place });
    this.markets.shift(dislocation.market, dislocation.shift, this.#steps);
  }
}

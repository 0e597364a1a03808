import type { Stamp } from '../../model/event.ts';
import type { BookUpdated } from '../../model/feed-event.ts';
import { SimulatedBooks } from './simulated-books.ts';
import { createMoves, type Moves, marketOf, moveWidth } from './simulated-moves.ts';
import { SimulatedPrices, type WorldOptions } from './simulated-prices.ts';

/** Receives what a market's book did, stamped with what was handed to `step`. */
export type Emit = (message: BookUpdated) => void;

/** The simulated market, whose books are told as they move. */
export class SimulatedWorld {
  readonly #exchanges: readonly string[];
  readonly #prices: SimulatedPrices;
  readonly #books: SimulatedBooks;
  readonly #moves: Moves;

  constructor(seed: number, exchanges: readonly string[], options: WorldOptions = {}) {
    this.#exchanges = exchanges;
    this.#prices = new SimulatedPrices(seed, exchanges, options);
    this.#books = new SimulatedBooks(this.#prices.markets);
    this.#moves = createMoves(this.#prices.markets.listings.length);
  }

  /** Emits the whole books of an exchange as they stand, or one of them. */
  snapshots(exchange: string, stamp: Stamp, emit: Emit, symbol?: string): void {
    const place = this.#exchanges.indexOf(exchange);
    if (place >= 0) this.#books.tellAll(place, stamp, emit, symbol);
  }

  /** A book as it stands, read before the next one is asked for; null for a market that is not traded there. */
  whole(exchange: string, symbol: string): BookUpdated | null {
    const place = this.#exchanges.indexOf(exchange);
    return place < 0 ? null : this.#books.whole(place, symbol);
  }

  /** Moves on by `stepMs` of simulated time and emits what the books did, stamped with `stamp`. */
  step({ at, received }: Stamp, emit: Emit): void {
    const books = this.#books;
    const moves = this.#moves;
    moves.count = 0;
    this.#prices.step(moves);
    books.stamp(at, Number(received));
    for (let move = 0; move < moves.count; move++) {
      books.move(moves, move);
      emit(books.changes(marketOf(moves.rows[moveWidth * move] as number)));
    }
  }
}

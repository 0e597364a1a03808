import { describe, expect, test } from 'vitest';
import { breathe, scaled } from '../../packages/bot/src/engine/scale.suite.ts';
import { levelsOf } from '../../packages/bot/src/market/book-side.ts';
import { messageOf, pairsOf } from '../../packages/bot/src/market/message.suite.ts';
import {
  applyUpdate,
  createOrderBook,
  disconnectBook,
  type OrderBook,
  trustOf,
} from '../../packages/bot/src/market/order-book.ts';
import { elapsedOf } from '../../packages/bot/src/model/moment.ts';
import { seededRandom } from '../../packages/bot/src/venues/simulated/simulated-random.ts';
import { captures, type GriddedFrame, isAbsent } from './captured-books.ts';

const framesEach = scaled(40_000, 40_000, 1_000_000);
const chosen = process.env.TRIQUAD_SEED;
const capacity = 300;
const compared = 5;

type Truth = {
  readonly frames: readonly GriddedFrame[];
  /** The best levels of a book after each of its numbers. */
  readonly best: ReadonlyMap<string, ReadonlyMap<number, string>>;
};

describe.skipIf(isAbsent)('captured books over a bad line', () => {
  test.each(Object.entries(captures))(
    '%s: what is trusted is true',
    async (_exchange, read) => {
      const truth = learn(read());
      const sums = { frames: 0, trusted: 0, distrusted: 0 };
      for (let seed = Number(chosen ?? 1); sums.frames < (chosen === undefined ? framesEach : 1); seed++) {
        await breathe();
        const { lies, frames, trusted } = playBadly(truth, seed);
        expect(lies, `seed ${seed}, again with TRIQUAD_SEED=${seed} npm run faults -- books`).toEqual([]);
        sums.frames += frames;
        sums.trusted += trusted;
        sums.distrusted += frames - trusted;
      }
      expect([sums.trusted > sums.frames / 2, sums.distrusted > sums.frames / 100]).toEqual([true, true]);
    },
    600_000,
  );
});

/** The undisturbed run. */
function learn(frames: readonly GriddedFrame[]): Truth {
  const books = new Map<string, OrderBook>();
  const best = new Map<string, Map<number, string>>();
  const used: GriddedFrame[] = [];
  for (const frame of frames) {
    const book = bookOf(books, frame);
    if (apply(book, frame) !== 'applied') continue;
    used.push(frame);
    best.set(frame.symbol, (best.get(frame.symbol) ?? new Map<number, string>()).set(book.sequence, wordsOf(book)));
  }
  return { frames: used, best };
}

/** The same frames lost, doubled, overtaken, with stale and fresh snapshots and lost connections in between. */
function playBadly({ frames, best }: Truth, seed: number) {
  const { uniform: random } = seededRandom(seed);
  const [truth, books] = [new Map<string, OrderBook>(), new Map<string, OrderBook>()];
  const stale = new Map<string, GriddedFrame>();
  const late: { readonly frame: GriddedFrame; readonly at: number }[] = [];
  const lies: string[] = [];
  let [told, trusted] = [0, 0];
  const tell = (frame: GriddedFrame): void => {
    const book = bookOf(books, frame);
    apply(book, frame);
    told++;
    if (trustOf(book, elapsedOf(0), 1_500) !== 'trusted') return;
    trusted++;
    const exactly = best.get(frame.symbol)?.get(book.sequence);
    if (exactly !== wordsOf(book)) lies.push(`${frame.symbol} at ${book.sequence}: ${wordsOf(book)} is ${exactly}`);
  };
  for (const [at, frame] of frames.entries()) {
    const exact = bookOf(truth, frame);
    apply(exact, frame);
    const chance = random();
    if (chance < 0.01) continue;
    if (chance < 0.03) late.push({ frame, at: at + Math.floor(random() * 30) });
    else tell(frame);
    if (chance > 0.98) tell(frame);
    for (const waiting of late.filter((one) => one.at <= at)) {
      late.splice(late.indexOf(waiting), 1);
      tell(waiting.frame);
    }
    if (chance > 0.9 && chance < 0.91) tell(stale.get(frame.symbol) ?? frame);
    // What an exchange answers to who has noticed a gap.
    if (bookOf(books, frame).broken !== null && random() < 0.3) tell(wholeOf(exact, frame.symbol));
    if (chance > 0.91 && chance < 0.915) stale.set(frame.symbol, wholeOf(exact, frame.symbol));
    if (chance > 0.92 && chance < 0.922) disconnectBook(bookOf(books, frame));
  }
  return { lies: lies.slice(0, 3), trusted, frames: told };
}

function bookOf(books: Map<string, OrderBook>, { symbol }: GriddedFrame): OrderBook {
  const book = books.get(symbol) ?? createOrderBook({ kind: 'numbered' }, capacity);
  books.set(symbol, book);
  return book;
}

function wholeOf({ bids, asks, sequence }: OrderBook, symbol: string): GriddedFrame {
  const { grid } = bids;
  return { symbol, grid, kind: 'snapshot', bids: pairsOf(bids), asks: pairsOf(asks), first: sequence, last: sequence };
}

function apply(book: OrderBook, { first, last, ...said }: GriddedFrame) {
  return applyUpdate(book, messageOf({ ...said, first_sequence: first, sequence: last }));
}

function wordsOf({ bids, asks }: OrderBook): string {
  let words = '';
  for (const { price, size, count } of [levelsOf(bids), levelsOf(asks)])
    for (let at = 0; at < Math.min(count, compared); at++) words += `${price[at]}×${size[at]} `;
  return words;
}

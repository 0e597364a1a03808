import { BigNumber } from 'bignumber.js';
import { type BookSide, levelsOf } from '../../market/book-side.ts';
import { createFeedBook } from '../../market/feed-book.ts';
import { floorToStep } from '../../model/decimal.ts';
import type { BookUpdated, Stamp } from '../../model/event.ts';
import type { BookProof, Side } from '../../model/exchange.ts';
import { copyHead, createBookMessage } from '../../model/feed-event.ts';
import { lotsOf, priceOf, sizeOf, unitsOf } from '../../model/grid.ts';
import type { Instrument } from '../../model/instrument.ts';
import { addLevel, type LevelList, type LevelUpdates } from '../../model/levels.ts';
import { type Elapsed, since } from '../../model/moment.ts';
import { createLiquidityDebt } from './liquidity-debt.ts';

/** What a level offers to an order: price in quote per base, size in base. */
export type Offer = { readonly price: BigNumber; readonly size: BigNumber };

/** The feed's book less what paper orders, and those who came before them, have taken from it and still owe. */
export type PaperBook = {
  /** Takes a message of the feed; what the book looks like to everybody else now. */
  update(event: BookUpdated): BookUpdated;
  reset(): void;
  distrust(): void;
  /** From now on the book is put together from its messages, and begins as it is read now. */
  follow(): void;
  isFollowing(): boolean;
  /** Levels of a side less what was taken there and is still owed. */
  less(side: 'bids' | 'asks', levels: LevelUpdates): LevelUpdates;
  /** Whether the feed's checksum shows that a message is missing: what this book shows to others has no checksum any more. */
  isWrong(): boolean;
  /**
   * What an order of that side may take, best first, in lots of `lotStep`; nothing while the book is broken or older than `maxAgeMs`. An order
   * mostly takes of the first: each is worked out when it comes to it, from the book as it stands then.
   */
  offers(side: Side, now: Elapsed, maxAgeMs: number, lotStep: number): Iterable<Offer>;
  /** Takes it away; the message of that moment that says so to everybody else. It makes the book no younger. */
  take(side: Side, taken: readonly Offer[], now: Stamp): BookUpdated;
  /** Whether anything that was taken is still owed. */
  owes(): boolean;
  /** What the feed shows to an order of that side less all that was taken before then, as if no debt ever ended. */
  least(side: Side, before: Elapsed): LevelUpdates;
};

/** What fills of a side have taken, in columns: as objects they were much of what grew in a day. */
type Taken = { readonly prices: number[]; readonly sizes: number[]; readonly at: Elapsed[] };
const emptyTaken = (): Taken => ({ prices: [], sizes: [], at: [] });
/** How many fills of a side are remembered for good. */
const mostTaken = 2_000;

/** `read`: the book as another keeps it; it is put together from messages from the first one on. */
export const createPaperBook = (
  instrument: Instrument,
  proof: BookProof,
  read: () => BookUpdated | null,
): PaperBook => {
  const { exchange, symbol } = instrument;
  const feedBook = createFeedBook(proof, read);
  const debts = { bids: createLiquidityDebt(), asks: createLiquidityDebt() };
  const ever: Record<SideName, Taken> = { bids: emptyTaken(), asks: emptyTaken() };
  /** What this book says of itself. */
  const message = createBookMessage(exchange);
  message.symbol = symbol;
  // Every message of our own moves the numbers of those that follow.
  let inserted = 0;
  let isTouchOnly = false;

  /** The prices at which there is again what was taken. */
  const settle = (side: SideName, now: Elapsed): readonly number[] => {
    if (debts[side].isEmpty()) return none;
    const book = feedBook.now();
    return book.broken === null ? debts[side].observe(book[side], isTouchOnly, now) : none;
  };

  /** Writes what others see of levels; in a snapshot no level is empty. */
  const show = (side: SideName, { units, lots, count }: Readonly<LevelList>): void => {
    const { grid, kind } = message;
    for (let at = 0; at < count; at++) {
      const unit = units[at] as number;
      const size = sizeOf(grid, lots[at] as number);
      const left = debts[side].isEmpty() ? size : debts[side].left(priceOf(grid, unit), size);
      if (kind === 'delta' || left > 0) addLevel(message[side], unit, lotsOf(grid, left));
    }
  };

  /** Writes what others see of these prices now. */
  const showAt = (side: SideName, prices: readonly number[]): void => {
    const { units, lots, count } = feedBook.now()[side];
    const wanted = new Set(prices.map((price) => unitsOf(message.grid, price)));
    for (let at = 0; at < count; at++)
      if (wanted.has(units[at] as number)) show(side, { units: units.subarray(at), lots: lots.subarray(at), count: 1 });
  };

  /** The feed's message as it is to everybody else, and what has come back since the last one. */
  const reveal = (side: SideName, from: BookUpdated): void => {
    const back = settle(side, from.received);
    message[side].count = 0;
    show(side, from[side]);
    if (from.kind === 'delta') showAt(side, back);
  };

  /** What is left to orders, best first. */
  function* offered(side: SideName, lotStep: number): Generator<Offer> {
    for (const [price, size] of pairsOf(feedBook.now()[side])) {
      const lots = floorToStep(debts[side].left(price, size), lotStep);
      if (lots.isGreaterThan(0)) yield { price: new BigNumber(price), size: lots };
    }
  }

  return {
    update: (from) => {
      feedBook.update(from);
      isTouchOnly = from.depth === 1;
      if (inserted === 0) return from;
      const { sequence, first_sequence } = from;
      copyHead(message, from);
      message.checked = null;
      message.sequence = sequence === null ? null : sequence + inserted;
      message.first_sequence = first_sequence === null ? null : first_sequence + inserted;
      reveal('bids', from);
      reveal('asks', from);
      return message;
    },
    // What was taken is not there again because the feed restarts.
    reset: feedBook.reset,
    distrust: feedBook.distrust,
    follow: feedBook.follow,
    isFollowing: feedBook.isFollowing,
    less: (side, levels) =>
      levels.flatMap(([price, size]) => {
        const left = debts[side].left(price, size);
        return left > 0 ? [[price, left] as const] : [];
      }),
    isWrong: () => inserted > 0 && proof.kind === 'checksummed' && feedBook.now().broken === 'checksum',
    offers: (side, now, maxAgeMs, lotStep) => {
      const book = feedBook.now();
      if (book.broken !== null || since(book.receiveTime, now) > maxAgeMs) return none;
      return { [Symbol.iterator]: () => offered(side === 'buy' ? 'asks' : 'bids', lotStep) };
    },
    owes: () => !(debts.bids.isEmpty() && debts.asks.isEmpty()),
    least: (side, before) => {
      const own = side === 'buy' ? 'asks' : 'bids';
      const taken = takenBefore(ever[own], before);
      return [...pairsOf(feedBook.now()[own])].flatMap(([price, size]) => {
        const gone = taken.get(price);
        const left = gone === undefined ? size : new BigNumber(size).minus(gone).toNumber();
        return left > 0 ? [[price, left] as const] : [];
      });
    },
    take: (side, offers, now) => {
      const own = side === 'buy' ? 'asks' : 'bids';
      const book = feedBook.now();
      for (const offer of offers) {
        const [price, size] = [offer.price.toNumber(), offer.size.toNumber()];
        debts[own].add(price, size, now.received);
        remember(ever[own], price, size, now.received);
      }
      inserted++;
      message.kind = proof.kind === 'whole' ? 'snapshot' : 'delta';
      message.grid = book.bids.grid;
      message.sequence = book.sequence === 0 ? null : book.sequence + inserted;
      message.first_sequence = null;
      message.exchange_time = null;
      message.checked = null;
      message.depth = Number.POSITIVE_INFINITY;
      message.quiet = false;
      message.at = now.at;
      message.received = book.receiveTime;
      message.bids.count = 0;
      message.asks.count = 0;
      if (message.kind === 'delta') {
        showAt(
          own,
          offers.map(({ price }) => price.toNumber()),
        );
      } else for (const each of ['bids', 'asks'] as const) show(each, book[each]);
      return message;
    },
  };
};

type SideName = 'bids' | 'asks';
const none: readonly never[] = [];

function* pairsOf(side: BookSide): Generator<readonly [number, number]> {
  const { price, size, count } = levelsOf(side);
  for (let at = 0; at < count; at++) yield [price[at] ?? 0, size[at] ?? 0];
}

const remember = ({ prices, sizes, at }: Taken, price: number, size: number, moment: Elapsed): void => {
  prices.push(price);
  sizes.push(size);
  at.push(moment);
  if (at.length > mostTaken) for (const column of [prices, sizes, at]) column.shift();
};

/** What was taken before a moment, by its price. */
const takenBefore = ({ prices, sizes, at }: Taken, before: Elapsed): ReadonlyMap<number, BigNumber> => {
  const taken = new Map<number, BigNumber>();
  for (const [index, price] of prices.entries())
    if ((at[index] as Elapsed) < before)
      taken.set(price, (taken.get(price) ?? new BigNumber(0)).plus(sizes[index] as number));
  return taken;
};

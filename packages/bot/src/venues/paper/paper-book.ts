import { BigNumber } from 'bignumber.js';
import { createFeedBook, createKeptBook } from '../../market/feed-book.ts';
import { floorToStep } from '../../model/decimal.ts';
import type { BookUpdated } from '../../model/event.ts';
import type { BookProof, Side } from '../../model/exchange.ts';
import type { WholeBook } from '../../model/feed-event.ts';
import type { Instrument } from '../../model/instrument.ts';
import type { Levels, LevelUpdates } from '../../model/levels.ts';
import { type Elapsed, type Instant, since } from '../../model/moment.ts';

/** What a level offers to an order: price in quote per base, size in base. */
export type Offer = { readonly price: BigNumber; readonly size: BigNumber };

/**
 * The feed's book less what paper orders have taken from it. What was taken stays away until the feed says something new
 * about that level.
 */
export type PaperBook = {
  /** Takes a message of the feed; what the book looks like to everybody else now. */
  update(event: BookUpdated): BookUpdated;
  reset(): void;
  /** Whether the feed's checksum shows that a message is missing: what this book shows to others has no checksum any more. */
  isWrong(): boolean;
  /** What an order of that side may take, best first, in whole lots; nothing while the book is broken or older than `maxAgeMs`. */
  offers(side: Side, now: Elapsed, maxAgeMs: number): readonly Offer[];
  /** Takes it away; the message of that moment that says so to everybody else. It makes the book no younger. */
  take(side: Side, taken: readonly Offer[], at: Instant): BookUpdated;
};

/** Size taken by price, and the size that the feed showed there. */
type Taken = Map<number, { size: number; shown: number }>;

/** `whole`: what the feed itself has of the book, if it keeps it; else the book is put together from its messages. */
export const createPaperBook = (
  instrument: Instrument,
  proof: BookProof,
  whole: (() => WholeBook) | null = null,
): PaperBook => {
  const { exchange, symbol } = instrument;
  const feedBook = whole === null ? createFeedBook(proof) : createKeptBook(proof, whole);
  const taken = { bids: new Map() as Taken, asks: new Map() as Taken };
  // Every message of our own moves the numbers of those that follow.
  let inserted = 0;

  const less = (side: 'bids' | 'asks', levels: LevelUpdates): LevelUpdates =>
    taken[side].size === 0
      ? levels
      : levels.map(([price, size]) => [price, remaining(taken[side], price, size)] as const);

  const known = (side: 'bids' | 'asks'): LevelUpdates =>
    less(side, [...levelsOf(feedBook.now()[side])]).filter(([, size]) => size > 0);

  return {
    update: (event) => {
      feedBook.update(event);
      if (inserted === 0) return event;
      forgetNews(taken.bids, event.bids, event.kind);
      forgetNews(taken.asks, event.asks, event.kind);
      const { sequence, first_sequence } = event;
      const { checked: _checked, ...unchecked } = event;
      const whole = event.kind === 'snapshot';
      const visible = (side: 'bids' | 'asks') => less(side, event[side]).filter(([, size]) => !whole || size > 0);
      return {
        ...unchecked,
        bids: visible('bids'),
        asks: visible('asks'),
        sequence: sequence === null ? null : sequence + inserted,
        ...(first_sequence === undefined ? {} : { first_sequence: first_sequence + inserted }),
      };
    },
    reset: () => {
      feedBook.reset();
      taken.bids.clear();
      taken.asks.clear();
    },
    isWrong: () => inserted > 0 && proof.kind === 'checksummed' && feedBook.now().broken === 'checksum',
    offers: (side, now, maxAgeMs) => {
      const book = feedBook.now();
      if (book.broken !== null || since(book.receiveTime, now) > maxAgeMs) return [];
      return known(side === 'buy' ? 'asks' : 'bids').flatMap(([price, size]) => {
        const lots = floorToStep(size, instrument.lotStep);
        return lots.isGreaterThan(0) ? [{ price: new BigNumber(price), size: lots }] : [];
      });
    },
    take: (side, offers, at) => {
      const own = side === 'buy' ? 'asks' : 'bids';
      const book = feedBook.now();
      for (const { price, size } of offers) addTaken(taken[own], book[own], price.toNumber(), size.toNumber());
      inserted++;
      const kind = proof.kind === 'whole' ? 'snapshot' : 'delta';
      const changed = offers.map(({ price }) => price.toNumber());
      const levels = (one: 'bids' | 'asks'): LevelUpdates => {
        if (kind === 'snapshot') return known(one);
        return one === own
          ? less(
              own,
              [...levelsOf(book[own])].filter(([price]) => changed.includes(price)),
            )
          : [];
      };
      const sequence = book.sequence === 0 ? null : book.sequence + inserted;
      return {
        type: 'BookUpdated',
        exchange,
        symbol,
        kind,
        bids: levels('bids'),
        asks: levels('asks'),
        sequence,
        exchange_time: null,
        at,
        received: book.receiveTime,
      };
    },
  };
};

function* levelsOf(levels: Levels): Generator<readonly [number, number]> {
  for (let at = 0; at < levels.count; at++) yield [levels.price[at] ?? 0, levels.size[at] ?? 0];
}

const remaining = (taken: Taken, price: number, size: number): number => {
  const entry = taken.get(price);
  return entry ? Math.max(0, new BigNumber(size).minus(entry.size).toNumber()) : size;
};

const addTaken = (taken: Taken, levels: Levels, price: number, size: number): void => {
  const shown = [...levelsOf(levels)].find(([level]) => level === price)?.[1] ?? 0;
  const before = taken.get(price)?.size ?? 0;
  taken.set(price, { size: new BigNumber(before).plus(size).toNumber(), shown });
};

const forgetNews = (taken: Taken, levels: LevelUpdates, kind: BookUpdated['kind']): void => {
  if (taken.size === 0) return;
  if (kind === 'delta') {
    for (const [price] of levels) taken.delete(price);
    return;
  }
  const sizes = new Map(levels);
  for (const [price, { shown }] of taken) if (sizes.get(price) !== shown) taken.delete(price);
};

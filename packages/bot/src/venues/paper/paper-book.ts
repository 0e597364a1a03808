import { BigNumber } from 'bignumber.js';
import { createFeedBook, createKeptBook } from '../../market/feed-book.ts';
import { floorToStep } from '../../model/decimal.ts';
import type { BookUpdated, Stamp } from '../../model/event.ts';
import type { BookProof, Side } from '../../model/exchange.ts';
import type { WholeBook } from '../../model/feed-event.ts';
import type { Instrument } from '../../model/instrument.ts';
import type { Levels, LevelUpdates } from '../../model/levels.ts';
import { type Elapsed, since } from '../../model/moment.ts';
import { createLiquidityDebt } from './liquidity-debt.ts';

/** What a level offers to an order: price in quote per base, size in base. */
export type Offer = { readonly price: BigNumber; readonly size: BigNumber };

/** The feed's book less what paper orders, and those who came before them, have taken from it and still owe. */
export type PaperBook = {
  /** Takes a message of the feed; what the book looks like to everybody else now. */
  update(event: BookUpdated): BookUpdated;
  reset(): void;
  /** Whether the feed's checksum shows that a message is missing: what this book shows to others has no checksum any more. */
  isWrong(): boolean;
  /** What an order of that side may take, best first, in whole lots; nothing while the book is broken or older than `maxAgeMs`. */
  offers(side: Side, now: Elapsed, maxAgeMs: number): readonly Offer[];
  /** Takes it away; the message of that moment that says so to everybody else. It makes the book no younger. */
  take(side: Side, taken: readonly Offer[], now: Stamp): BookUpdated;
  /** What the feed shows to an order of that side less all that was taken before then, as if no debt ever ended. */
  least(side: Side, before: Elapsed): LevelUpdates;
};

type Taken = { readonly price: number; readonly size: number; readonly at: Elapsed };
/** How many fills of a side are remembered for good. */
const mostTaken = 2_000;

/** `whole`: what the feed itself has of the book, if it keeps it; else the book is put together from its messages. */
export const createPaperBook = (
  instrument: Instrument,
  proof: BookProof,
  whole: (() => WholeBook) | null = null,
): PaperBook => {
  const { exchange, symbol } = instrument;
  const feedBook = whole === null ? createFeedBook(proof) : createKeptBook(proof, whole);
  const debts = { bids: createLiquidityDebt(), asks: createLiquidityDebt() };
  const ever: Record<'bids' | 'asks', Taken[]> = { bids: [], asks: [] };
  // Every message of our own moves the numbers of those that follow.
  let inserted = 0;
  let isTouchOnly = false;

  /** The prices at which there is again what was taken. */
  const settle = (side: 'bids' | 'asks', now: Elapsed): readonly number[] => {
    if (debts[side].isEmpty()) return none;
    const book = feedBook.now();
    return book.broken === null ? debts[side].observe(book[side], isTouchOnly, now) : none;
  };

  const less = (side: 'bids' | 'asks', levels: LevelUpdates): LevelUpdates =>
    debts[side].isEmpty() ? levels : levels.map(([price, size]) => [price, debts[side].left(price, size)] as const);

  const known = (side: 'bids' | 'asks'): LevelUpdates =>
    less(side, [...levelsOf(feedBook.now()[side])]).filter(([, size]) => size > 0);

  const at = (side: 'bids' | 'asks', prices: readonly number[]): LevelUpdates =>
    less(
      side,
      [...levelsOf(feedBook.now()[side])].filter(([price]) => prices.includes(price)),
    );

  /** The message as it is to everybody else, and what has come back since the last one. */
  const visible = (side: 'bids' | 'asks', { kind, received, [side]: said }: BookUpdated): LevelUpdates => {
    const back = settle(side, received);
    if (kind === 'snapshot') return less(side, said).filter(([, size]) => size > 0);
    const unsaid = back.filter((price) => !said.some(([one]) => one === price));
    return [...less(side, said), ...at(side, unsaid)];
  };

  return {
    update: (event) => {
      feedBook.update(event);
      isTouchOnly = event.depth === 1;
      if (inserted === 0) return event;
      const { sequence, first_sequence } = event;
      const { checked: _checked, ...unchecked } = event;
      return {
        ...unchecked,
        bids: visible('bids', event),
        asks: visible('asks', event),
        sequence: sequence === null ? null : sequence + inserted,
        ...(first_sequence === undefined ? {} : { first_sequence: first_sequence + inserted }),
      };
    },
    // What was taken is not there again because the feed restarts.
    reset: () => feedBook.reset(),
    isWrong: () => inserted > 0 && proof.kind === 'checksummed' && feedBook.now().broken === 'checksum',
    offers: (side, now, maxAgeMs) => {
      const book = feedBook.now();
      if (book.broken !== null || since(book.receiveTime, now) > maxAgeMs) return [];
      return known(side === 'buy' ? 'asks' : 'bids').flatMap(([price, size]) => {
        const lots = floorToStep(size, instrument.lotStep);
        return lots.isGreaterThan(0) ? [{ price: new BigNumber(price), size: lots }] : [];
      });
    },
    least: (side, before) => {
      const own = side === 'buy' ? 'asks' : 'bids';
      const taken = ever[own].filter(({ at }) => at < before);
      return [...levelsOf(feedBook.now()[own])].flatMap(([price, size]) => {
        const left = taken.reduce(
          (rest, one) => (one.price === price ? rest.minus(one.size) : rest),
          new BigNumber(size),
        );
        return left.isGreaterThan(0) ? [[price, left.toNumber()] as const] : [];
      });
    },
    take: (side, offers, now) => {
      const own = side === 'buy' ? 'asks' : 'bids';
      const book = feedBook.now();
      for (const offer of offers) {
        const [price, size] = [offer.price.toNumber(), offer.size.toNumber()];
        debts[own].add(price, size, now.received);
        ever[own].push({ price, size, at: now.received });
      }
      if (ever[own].length > mostTaken) ever[own] = ever[own].slice(-mostTaken);
      inserted++;
      const kind = proof.kind === 'whole' ? 'snapshot' : 'delta';
      const changed = offers.map(({ price }) => price.toNumber());
      const levels = (one: 'bids' | 'asks'): LevelUpdates =>
        kind === 'snapshot' ? known(one) : one === own ? at(own, changed) : [];
      return {
        type: 'BookUpdated',
        exchange,
        symbol,
        kind,
        bids: levels('bids'),
        asks: levels('asks'),
        sequence: book.sequence === 0 ? null : book.sequence + inserted,
        exchange_time: null,
        at: now.at,
        received: book.receiveTime,
      };
    },
  };
};

const none: readonly never[] = [];

function* levelsOf(levels: Levels): Generator<readonly [number, number]> {
  for (let at = 0; at < levels.count; at++) yield [levels.price[at] ?? 0, levels.size[at] ?? 0];
}

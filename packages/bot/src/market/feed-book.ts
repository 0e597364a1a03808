import type { BookUpdated } from '../model/event.ts';
import type { BookProof } from '../model/exchange.ts';
import type { WholeBook } from '../model/feed-event.ts';
import {
  type Applied,
  applyDelta,
  applySnapshot,
  check,
  createOrderBook,
  disconnectBook,
  type OrderBook,
} from './order-book.ts';

/** A book as a feed's messages leave it. */
export type FeedBook = {
  update(event: BookUpdated): void;
  /** Void until the next message. */
  reset(): void;
  now(): OrderBook;
};

/** A book put together from all messages; what an unnumbered snapshot says is taken in only when somebody asks. */
export const createFeedBook = (proof: BookProof): FeedBook => {
  const book = createOrderBook(proof);
  let pending: BookUpdated | null = null;

  const now = (): OrderBook => {
    if (pending !== null) applyUpdate(book, pending);
    pending = null;
    return book;
  };

  return {
    now,
    update: (event) => {
      if (event.kind === 'snapshot' && event.sequence === null) pending = event;
      else applyUpdate(now(), event);
    },
    reset: () => {
      pending = null;
      disconnectBook(book);
    },
  };
};

/** A book that the feed itself keeps: it is asked when somebody asks. */
export const createKeptBook = (proof: BookProof, whole: () => WholeBook): FeedBook => {
  const book = createOrderBook(proof);
  return {
    now: () => {
      const { bids, asks, sequence, stamp } = whole();
      applySnapshot(book, {
        bids,
        asks,
        depth: Infinity,
        sequence,
        exchangeTime: stamp.at,
        receiveTime: stamp.received,
      });
      return book;
    },
    update: () => {},
    reset: () => {},
  };
};

/** Applies a message of a feed, and compares its checksum where it has one. */
export const applyUpdate = (book: OrderBook, event: BookUpdated): Applied => {
  const { bids, asks, at, received: receiveTime, exchange_time, depth = Number.POSITIVE_INFINITY } = event;
  const sequence = event.sequence ?? 0;
  const exchangeTime = exchange_time ?? at;
  const firstSequence = event.first_sequence ?? sequence;
  const applied =
    event.kind === 'snapshot'
      ? applySnapshot(book, { bids, asks, depth, sequence, exchangeTime, receiveTime })
      : applyDelta(book, { bids, asks, firstSequence, lastSequence: sequence, exchangeTime, receiveTime });
  return applied === 'applied' ? check(book, event) : applied;
};

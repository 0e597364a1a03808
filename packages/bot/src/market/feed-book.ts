import type { BookUpdated } from '../model/event.ts';
import type { WholeBook } from '../model/feed-event.ts';
import {
  type Applied,
  applyDelta,
  applySnapshot,
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
export const createFeedBook = (feed: OrderBook['feed']): FeedBook => {
  const book = createOrderBook(feed);
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
export const createKeptBook = (feed: OrderBook['feed'], whole: () => WholeBook): FeedBook => {
  const book = createOrderBook(feed);
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

/** Applies one message of a feed. */
export const applyUpdate = (book: OrderBook, event: BookUpdated): Applied => {
  const { bids, asks, at, received: receiveTime, depth = Number.POSITIVE_INFINITY } = event;
  const sequence = event.sequence ?? 0;
  const exchangeTime = event.exchange_time ?? at;
  if (event.kind === 'snapshot') return applySnapshot(book, { bids, asks, depth, sequence, exchangeTime, receiveTime });
  const firstSequence = event.first_sequence ?? sequence;
  return applyDelta(book, { bids, asks, firstSequence, lastSequence: sequence, exchangeTime, receiveTime });
};

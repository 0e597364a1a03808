import type { BookUpdated } from '../engine/event.ts';
import { applyDelta, applySnapshot, createOrderBook, disconnectBook, type OrderBook } from '../market/order-book.ts';

/** Every level of a book, best first. */
export type WholeBook = Pick<BookUpdated, 'bids' | 'asks'>;

/** A book as a feed's messages leave it, worked out only when somebody asks for it where that can be done. */
export type FeedBook = {
  update(event: BookUpdated): void;
  /** Void until the next message. */
  reset(): void;
  now(): OrderBook;
};

/** `whole`: what the feed itself has of the book; null where it keeps none, and the messages must be put together. */
export const createFeedBook = (feed: OrderBook['feed'], whole: (() => WholeBook) | null): FeedBook => {
  const book = createOrderBook(feed);
  // The last message, where nothing before it is needed to know the book.
  let pending: BookUpdated | null = null;

  const settle = (): void => {
    if (pending === null) return;
    const event = pending;
    pending = null;
    applyTo(book, whole === null ? event : { ...event, kind: 'snapshot', ...whole() });
  };

  return {
    update: (event) => {
      if (whole !== null || (event.kind === 'snapshot' && event.sequence === null)) pending = event;
      else {
        settle();
        applyTo(book, event);
      }
    },
    reset: () => {
      pending = null;
      disconnectBook(book);
    },
    now: () => {
      settle();
      return book;
    },
  };
};

const applyTo = (book: OrderBook, event: BookUpdated): void => {
  const { bids, asks, at: receiveTime, depth = Number.POSITIVE_INFINITY } = event;
  const sequence = event.sequence ?? 0;
  const exchangeTime = event.exchange_time ?? receiveTime;
  if (event.kind === 'snapshot') applySnapshot(book, { bids, asks, depth, sequence, exchangeTime, receiveTime });
  else {
    const firstSequence = event.first_sequence ?? sequence;
    applyDelta(book, { bids, asks, firstSequence, lastSequence: sequence, exchangeTime, receiveTime });
  }
};

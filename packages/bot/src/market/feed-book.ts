import type { BookProof } from '../model/exchange.ts';
import { type BookMessage, type BookUpdated, copyMessage, createBookMessage } from '../model/feed-event.ts';
import { applyUpdate, createOrderBook, disconnectBook, type OrderBook } from './order-book.ts';

/** A book as a feed's messages leave it. */
export type FeedBook = {
  update(message: BookUpdated): void;
  /** Void until the next message. */
  reset(): void;
  now(): OrderBook;
};

/** A book put together from all messages; what an unnumbered snapshot says is taken in only when somebody asks. */
export const createFeedBook = (proof: BookProof): FeedBook => {
  const book = createOrderBook(proof);
  let kept: BookMessage | null = null;
  let isPending = false;

  const now = (): OrderBook => {
    if (isPending && kept !== null) applyUpdate(book, kept);
    isPending = false;
    return book;
  };

  return {
    now,
    update: (message) => {
      if (message.kind === 'snapshot' && message.sequence === null) {
        kept ??= createBookMessage(message.exchange);
        copyMessage(kept, message);
        isPending = true;
      } else applyUpdate(now(), message);
    },
    reset: () => {
      isPending = false;
      disconnectBook(book);
    },
  };
};

/** A book that the feed itself keeps: it is asked when somebody asks. */
export const createKeptBook = (proof: BookProof, whole: () => BookUpdated | null): FeedBook => {
  const book = createOrderBook(proof);
  return {
    now: () => {
      const message = whole();
      if (message !== null) applyUpdate(book, message);
      return book;
    },
    update: () => {},
    reset: () => {},
  };
};

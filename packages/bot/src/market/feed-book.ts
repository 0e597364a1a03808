import type { BookProof } from '../model/exchange.ts';
import { type BookMessage, type BookUpdated, copyMessage, createBookMessage } from '../model/feed-event.ts';
import { applyUpdate, createOrderBook, disconnectBook, distrustBook, type OrderBook } from './order-book.ts';

/** A book as a feed's messages leave it. */
export type FeedBook = {
  /** Takes a message; from the first one on the book is put together from its messages. */
  update(message: BookUpdated): void;
  /** Void until the next message, and numbers may restart. */
  reset(): void;
  /** Void until the next message that is newer. */
  distrust(): void;
  now(): OrderBook;
  /** From now on the book is put together from its messages, and begins as another has it now. */
  follow(): void;
  isFollowing(): boolean;
};

/**
 * Creates a book that another keeps: it is read there, as a snapshot or null where that is void, whenever somebody asks. Put together from
 * messages, it takes in what an unnumbered snapshot says only when somebody asks.
 */
export const createFeedBook = (proof: BookProof, read: () => BookUpdated | null = () => null): FeedBook => {
  let book: OrderBook | null = null;
  let isFollowing = false;
  let kept: BookMessage | null = null;
  let isPending = false;

  const now = (): OrderBook => {
    book ??= createOrderBook(proof);
    const message = isFollowing ? (isPending ? kept : null) : read();
    isPending = false;
    if (message !== null) applyUpdate(book, message);
    else if (!isFollowing && book.broken === null) disconnectBook(book);
    return book;
  };

  return {
    now,
    update: (message) => {
      isFollowing = true;
      if (message.kind === 'snapshot' && message.sequence === null) {
        kept ??= createBookMessage(message.exchange);
        copyMessage(kept, message);
        isPending = true;
      } else applyUpdate(now(), message);
    },
    reset: () => {
      isPending = false;
      if (book !== null) disconnectBook(book);
    },
    distrust: () => {
      isPending = false;
      if (book !== null) distrustBook(book);
    },
    isFollowing: () => isFollowing,
    follow: () => {
      if (isFollowing) return;
      now();
      isFollowing = true;
    },
  };
};

import type { LevelUpdates } from './levels.ts';
import type { Elapsed, Instant } from './moment.ts';

/** Both clocks, read once when the bytes of a message were read: `at` is for records, `received` for the age of what it says. */
export type Stamp = { readonly at: Instant; readonly received: Elapsed };

/** Price and size as the exchange wrote them, best price first. */
export type RawLevels = readonly (readonly [price: string, size: string])[];

/**
 * One message about one book. `sequence` is the last number it includes, `first_sequence` the first where a delta spans
 * several; both are null where the source numbers nothing. `exchange_time` as the exchange wrote it, null where it writes
 * none; `at` and `received` when its bytes were read. The first two in ms since 1970.
 */
export type BookUpdated = {
  readonly type: 'BookUpdated';
  readonly exchange: string;
  readonly symbol: string;
  readonly kind: 'snapshot' | 'delta';
  readonly bids: LevelUpdates;
  readonly asks: LevelUpdates;
  readonly sequence: number | null;
  readonly first_sequence?: number;
  readonly exchange_time: number | null;
  /** Of the book after this message, and this message's levels as they were written: where the feed's books are checksummed. */
  readonly checked?: { readonly checksum: number; readonly bids: RawLevels; readonly asks: RawLevels };
  /** Levels a side that the source sends at most; left out where a short side is the whole side. */
  readonly depth?: number;
  readonly at: number;
  readonly received: Elapsed;
};

/** Every level of a book, best first; the number of its last message, and when that was received. */
export type WholeBook = {
  readonly bids: LevelUpdates;
  readonly asks: LevelUpdates;
  readonly sequence: number;
  readonly stamp: Stamp;
};

/** Every book of the exchange is void from here: a reconnect, or a recording that starts again. */
type BooksReset = {
  readonly type: 'BooksReset';
  readonly exchange: string;
  readonly reason: string;
  readonly at: number;
};
/** One book is void from here: a gap in its sequence, a wrong checksum. */
export type BookDistrusted = {
  readonly type: 'BookDistrusted';
  readonly exchange: string;
  readonly symbol: string;
  readonly reason: string;
  readonly at: number;
};
export type FeedStatusChanged = {
  readonly type: 'FeedStatusChanged';
  readonly exchange: string;
  readonly status: 'connecting' | 'live' | 'down' | 'ended';
  readonly detail: string;
  readonly at: number;
};
/** What a feed may say. */
export type FeedEvent = BookUpdated | BooksReset | BookDistrusted | FeedStatusChanged;

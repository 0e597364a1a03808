import type { BookProof } from '../model/exchange.ts';
import type { BookUpdated } from '../model/feed-event.ts';
import { type BookSide, createSide, fillSide, type LevelUpdates, setLevel } from '../model/levels.ts';
import { type Elapsed, elapsedOf, since } from '../model/moment.ts';
import { createWrittenBook, type WrittenBook } from './written-book.ts';

/** The book as the exchange had it. */
export type BookSnapshot = {
  bids: LevelUpdates;
  asks: LevelUpdates;
  /** Levels a side that the source sends at most: a shorter side is whole, a longer market continues unseen. */
  depth: number;
  /** Last sequence number included; 0 where the source numbers nothing. */
  sequence: number;
  /** Time of the exchange, UTC milliseconds. */
  exchangeTime: number;
  /** When its bytes were read: a book's age counts from here. */
  receiveTime: Elapsed;
};

/** What changed: the sequence numbers `firstSequence` to `lastSequence`, both included. */
export type BookDelta = {
  bids: LevelUpdates;
  asks: LevelUpdates;
  firstSequence: number;
  lastSequence: number;
  exchangeTime: number;
  receiveTime: Elapsed;
};

/** Why a book takes part in no cycle. */
export type Untrusted =
  | 'empty'
  | 'unconfirmed'
  | 'gap'
  | 'checksum'
  | 'bad-price'
  | 'bad-size'
  | 'unsorted'
  | 'crossed'
  | 'waiting'
  | 'stale';

/** Whether a book may be traded upon. */
export type Trust = 'trusted' | Untrusted;

/** What became of a snapshot or delta: `duplicate` changes nothing, a reason distrusts the book until its next good snapshot. */
export type Applied = 'applied' | 'duplicate' | Untrusted;

/** The order book of one market. Its fields are read freely and written by this file alone. */
export type OrderBook = {
  readonly bids: BookSide;
  readonly asks: BookSide;
  readonly proof: BookProof;
  /** The levels as they were written, where checksums are over them. */
  readonly written: WrittenBook | null;
  sequence: number;
  exchangeTime: number;
  receiveTime: Elapsed;
  /** A live delta has chained to the snapshot, or what is on the same connection as its deltas needs none. */
  isConfirmed: boolean;
  /** Why nothing can be applied or trusted before the next good snapshot; null when all is well. */
  broken: Untrusted | null;
};

/** Creates an empty book. Levels beyond `capacity` are not kept: as prices move, a chain of deltas needs more of them than trading does. */
export function createOrderBook(proof: BookProof, capacity = 100): OrderBook {
  const isWindow = proof.kind === 'checksummed';
  const levels = isWindow ? proof.depth : capacity;
  return {
    bids: createSide(-1, levels, isWindow),
    asks: createSide(1, levels, isWindow),
    proof,
    written: isWindow ? createWrittenBook(proof) : null,
    sequence: 0,
    exchangeTime: 0,
    receiveTime: elapsedOf(0),
    isConfirmed: false,
    broken: 'empty',
  };
}

/** Replaces the book. A numbered snapshot that is not newer than the last of a feed of whole books is a duplicate. */
export function applySnapshot(book: OrderBook, snapshot: BookSnapshot): Applied {
  const isOld = book.proof.kind === 'whole' && snapshot.sequence > 0 && snapshot.sequence <= book.sequence;
  if (isOld) return 'duplicate';
  const fault = faultOfSide(snapshot.bids, -1) ?? faultOfSide(snapshot.asks, 1);
  if (fault !== null) return breakBook(book, fault);
  fillSide(book.bids, snapshot.bids, snapshot.depth);
  fillSide(book.asks, snapshot.asks, snapshot.depth);
  book.sequence = snapshot.sequence;
  book.exchangeTime = snapshot.exchangeTime;
  book.receiveTime = snapshot.receiveTime;
  book.isConfirmed = book.proof.kind !== 'numbered';
  book.broken = null;
  return isCrossed(book) ? breakBook(book, 'crossed') : 'applied';
}

/** Applies a delta that continues the chain; one that starts beyond the next number, or has none where all are numbered, is a gap. */
export function applyDelta(book: OrderBook, delta: BookDelta): Applied {
  if (book.broken !== null) return book.broken;
  if (book.proof.kind === 'numbered') {
    if (delta.lastSequence === 0) return breakBook(book, 'gap');
    if (delta.lastSequence <= book.sequence) return 'duplicate';
    if (delta.firstSequence > book.sequence + 1) return breakBook(book, 'gap');
  }
  const fault = faultOfChanges(delta.bids) ?? faultOfChanges(delta.asks);
  if (fault !== null) return breakBook(book, fault);
  for (const [price, size] of delta.bids) setLevel(book.bids, price, size);
  for (const [price, size] of delta.asks) setLevel(book.asks, price, size);
  book.sequence = delta.lastSequence;
  book.exchangeTime = delta.exchangeTime;
  book.receiveTime = delta.receiveTime;
  book.isConfirmed = true;
  return isCrossed(book) ? breakBook(book, 'crossed') : 'applied';
}

/** Compares the checksum of a message that was just applied; a wrong one breaks the book. Without one nothing is compared. */
export function check(book: OrderBook, { kind, checked }: BookUpdated): Applied {
  if (!book.written || !checked || book.written.update(kind, checked)) return 'applied';
  return breakBook(book, 'checksum');
}

/** The connection was lost: nothing is known until a new snapshot, and its numbers may start anew. */
export function disconnectBook(book: OrderBook): void {
  book.sequence = 0;
  book.broken = 'waiting';
}

/** Whether the book may be traded upon at `now` when it may be at most `maxAgeMs` old. */
export function trustOf(book: OrderBook, now: Elapsed, maxAgeMs: number): Trust {
  if (book.broken !== null) return book.broken;
  if (book.bids.count === 0 || book.asks.count === 0) return 'empty';
  if (!book.isConfirmed) return 'unconfirmed';
  return since(book.receiveTime, now) > maxAgeMs ? 'stale' : 'trusted';
}

function breakBook(book: OrderBook, reason: Untrusted): Untrusted {
  book.broken = reason;
  return reason;
}

function isCrossed({ bids, asks }: OrderBook): boolean {
  return bids.count > 0 && asks.count > 0 && (bids.price[0] as number) >= (asks.price[0] as number);
}

function faultOfSide(levels: LevelUpdates, direction: 1 | -1): Untrusted | null {
  let last = direction * -Infinity;
  for (const [price, size] of levels) {
    if (!(price > 0 && price < Infinity)) return 'bad-price';
    if (!(size > 0 && size < Infinity)) return 'bad-size';
    if (direction * (price - last) <= 0) return 'unsorted';
    last = price;
  }
  return null;
}

function faultOfChanges(levels: LevelUpdates): Untrusted | null {
  for (const [price, size] of levels) {
    if (!(price > 0 && price < Infinity)) return 'bad-price';
    if (!(size >= 0 && size < Infinity)) return 'bad-size';
  }
  return null;
}

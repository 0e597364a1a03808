import type { BookProof } from '../model/exchange.ts';
import type { BookUpdated } from '../model/feed-event.ts';
import { type Grid, isSameGrid, unitsOf } from '../model/grid.ts';
import { type Elapsed, elapsedOf, since } from '../model/moment.ts';
import { type BookSide, changeSide, createSide, cutBeyond, fillSide, type LevelFault } from './book-side.ts';
import { createWrittenBook, type WrittenBook } from './written-book.ts';

/** Why a book takes part in no cycle. */
export type Untrusted =
  | 'empty'
  | 'unconfirmed'
  | 'gap'
  | 'checksum'
  | 'grid'
  | LevelFault
  | 'crossed'
  | 'waiting'
  | 'stale'
  | 'differs'
  | 'unsubscribed'
  | 'suspended'
  | 'disconnected'
  | 'silent'
  | 'late';

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

/** Before its first snapshot. */
const unset: Grid = { pricePer: 1, lotCount: 1, lotPer: 1 };

/** Creates an empty book. Levels beyond `capacity` are not kept: as prices move, a chain of deltas needs more of them than trading does. */
export function createOrderBook(proof: BookProof, capacity = 100): OrderBook {
  const isWindow = proof.kind === 'checksummed';
  // A message may name what comes into sight before what leaves it; afterwards the window is cut.
  const levels = isWindow ? 2 * proof.depth : capacity;
  return {
    bids: createSide(-1, levels, unset, isWindow),
    asks: createSide(1, levels, unset, isWindow),
    proof,
    written: isWindow ? createWrittenBook(proof) : null,
    sequence: 0,
    exchangeTime: 0,
    receiveTime: elapsedOf(0),
    isConfirmed: false,
    broken: 'empty',
  };
}

/** Applies a message of a feed, and compares its checksum where it has one. */
export function applyUpdate(book: OrderBook, message: BookUpdated): Applied {
  const applied = message.kind === 'snapshot' ? applySnapshot(book, message) : applyDelta(book, message);
  if (applied !== 'applied') return applied;
  if (isCrossed(book)) return breakBook(book, 'crossed');
  return book.written === null || message.checked === null ? 'applied' : check(book, book.written, message);
}

/** Replaces the book. A snapshot that is not newer than the last of a feed of whole books is a duplicate. */
function applySnapshot(book: OrderBook, message: BookUpdated): Applied {
  const sequence = message.sequence ?? 0;
  if (book.proof.kind === 'whole' && isOld(book, message)) return 'duplicate';
  const { bids, asks } = book;
  bids.grid = message.grid;
  asks.grid = message.grid;
  const fault = fillSide(bids, message.bids, message.depth) ?? fillSide(asks, message.asks, message.depth);
  if (fault !== null) return breakBook(book, fault);
  const isLink = isAsNew(book, sequence);
  take(book, message);
  book.isConfirmed = book.proof.kind !== 'numbered' || isLink;
  book.broken = null;
  return 'applied';
}

/** By its number; by its time where numbers may have restarted. */
const isOld = (book: OrderBook, { sequence, exchange_time }: BookUpdated): boolean =>
  book.sequence > 0
    ? sequence !== null && sequence <= book.sequence
    : sequence !== null && exchange_time !== null && exchange_time < book.exchangeTime;

/** Whether a snapshot is as new as the deltas of an intact chain between which it comes: it needs no other delta to join. */
const isAsNew = ({ broken, isConfirmed, sequence }: OrderBook, next: number): boolean =>
  broken === null && isConfirmed && (next === sequence || next === sequence + 1);

/** Applies a delta that continues the chain; one that starts beyond the next number, or has none where all are numbered, is a gap. */
function applyDelta(book: OrderBook, message: BookUpdated): Applied {
  if (book.broken !== null) return book.broken;
  const last = message.sequence ?? 0;
  if (book.proof.kind === 'numbered') {
    if (last === 0) return breakBook(book, 'gap');
    if (last <= book.sequence) return 'duplicate';
    if ((message.first_sequence ?? last) > book.sequence + 1) return breakBook(book, 'gap');
  }
  if (!isSameGrid(book.bids.grid, message.grid)) return breakBook(book, 'grid');
  const fault = changeSide(book.bids, message.bids) ?? changeSide(book.asks, message.asks);
  if (fault !== null) return breakBook(book, fault);
  take(book, message);
  book.isConfirmed = true;
  return 'applied';
}

function take(book: OrderBook, { sequence, exchange_time, at, received }: BookUpdated): void {
  book.sequence = sequence ?? 0;
  book.exchangeTime = exchange_time ?? at;
  book.receiveTime = received;
}

/** Compares the checksum of a message that was just applied; a wrong one breaks the book. */
function check(book: OrderBook, written: WrittenBook, { kind, grid, checked }: BookUpdated): Applied {
  if (checked !== null && !written.update(kind, checked)) return breakBook(book, 'checksum');
  // A level of less than a lot is not kept, but has its place in the window.
  cutBeyond(book.bids, unitsOf(grid, written.worst('bids')));
  cutBeyond(book.asks, unitsOf(grid, written.worst('asks')));
  return 'applied';
}

/**
 * The book as it stands, as a message that shares its levels: read before the book changes; null while it is void. A side that is cut ends
 * at its last level.
 */
export function snapshotOf(exchange: string, symbol: string, book: OrderBook): BookUpdated | null {
  if (book.broken !== null) return null;
  const { bids, asks, sequence, exchangeTime, receiveTime, written } = book;
  const cut = [bids, asks].filter(({ horizon }) => Number.isFinite(horizon));
  return {
    ...{ type: 'BookUpdated', kind: 'snapshot', exchange, symbol, bids, asks, grid: bids.grid },
    sequence: sequence === 0 ? null : sequence,
    first_sequence: null,
    exchange_time: exchangeTime,
    checked: written?.now() ?? null,
    depth: Math.min(Number.POSITIVE_INFINITY, ...cut.map(({ count }) => count)),
    at: exchangeTime,
    received: receiveTime,
  };
}

/** A message of the book could not be used: it is void until the next good snapshot, and its numbers go on. */
export function distrustBook(book: OrderBook): void {
  book.broken = 'waiting';
}

/** The connection was lost, or what was read of the book differs: nothing is known until a new snapshot, and its numbers may restart. */
export function disconnectBook(book: OrderBook, reason: 'waiting' | 'differs' = 'waiting'): void {
  book.sequence = 0;
  book.broken = reason;
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
  return bids.count > 0 && asks.count > 0 && (bids.units[0] as number) >= (asks.units[0] as number);
}

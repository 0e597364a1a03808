/** One side of a book, best price first; only the first `count` entries mean anything. */
export type Levels = { readonly price: Float64Array; readonly size: Float64Array; count: number };

/** `[price, size]` pairs, best first in a snapshot; in a delta size 0 removes the price. */
export type LevelUpdates = readonly (readonly [price: number, size: number])[];

/** The whole book as the exchange had it. */
export type BookSnapshot = {
  bids: LevelUpdates;
  asks: LevelUpdates;
  /** Last sequence number included; 0 where the source numbers nothing. */
  sequence: number;
  /** Time of the exchange, UTC milliseconds. */
  exchangeTime: number;
  /** Time of our receipt, UTC milliseconds: a book's age counts from here. */
  receiveTime: number;
};

/** What changed: the sequence numbers `firstSequence` to `lastSequence`, both included. */
export type BookDelta = {
  bids: LevelUpdates;
  asks: LevelUpdates;
  firstSequence: number;
  lastSequence: number;
  exchangeTime: number;
  receiveTime: number;
};

/** Why a book takes part in no cycle. */
export type Untrusted =
  | 'empty'
  | 'unconfirmed'
  | 'gap'
  | 'bad-price'
  | 'bad-size'
  | 'unsorted'
  | 'crossed'
  | 'disconnected'
  | 'stale';
/** Whether a book may be traded upon. */
export type Trust = 'trusted' | Untrusted;

/** What became of a snapshot or delta; `duplicate` changes nothing, any other refusal distrusts the book. */
export type Applied =
  | 'applied'
  | 'duplicate'
  | 'gap'
  | 'unconfirmed'
  | 'bad-price'
  | 'bad-size'
  | 'unsorted'
  | 'crossed';

/** The order book of one market. Its fields are read freely and written by this file alone. */
export type OrderBook = {
  readonly bids: Levels;
  readonly asks: Levels;
  /** `deltas`: a snapshot and a numbered chain of changes; `snapshots`: each message is the whole book. */
  readonly feed: 'deltas' | 'snapshots';
  sequence: number;
  exchangeTime: number;
  receiveTime: number;
  /** Broken since: cleared by the next good snapshot. */
  broken: Untrusted | null;
  /** Prices beyond these are unknown, not absent: the worst price kept when a side was cut. */
  bidHorizon: number;
  askHorizon: number;
};

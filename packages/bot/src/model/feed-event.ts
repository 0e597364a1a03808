import type { Grid } from './grid.ts';
import type { Instrument } from './instrument.ts';
import { copyLevels, createLevelList, type LevelList } from './levels.ts';
import { type Elapsed, elapsedOf, type Instant } from './moment.ts';

/** Both clocks, read once when the bytes of a message were read: `at` is for records, `received` for the age of what it says. */
export type Stamp = { readonly at: Instant; readonly received: Elapsed };

/** Price and size as the exchange wrote them, best price first. */
export type RawLevels = readonly (readonly [price: string, size: string])[];

/**
 * One message about one book, read before the next one comes: a feed fills the same message for every book. `sequence` is the last
 * number it includes, `first_sequence` the first where a delta spans several, else null; both are null where the source numbers
 * nothing. `exchange_time` as the exchange wrote it, null where it writes none; `at` and `received` when its bytes were read. The
 * first two in ms since 1970.
 */
export type BookUpdated = {
  readonly type: 'BookUpdated';
  readonly exchange: string;
  readonly symbol: string;
  readonly kind: 'snapshot' | 'delta';
  /** How `bids` and `asks` count; a delta counts as its snapshot did. */
  readonly grid: Grid;
  /** Best first in a snapshot; in a delta 0 lots remove the price. */
  readonly bids: Readonly<LevelList>;
  readonly asks: Readonly<LevelList>;
  readonly sequence: number | null;
  readonly first_sequence: number | null;
  readonly exchange_time: number | null;
  /** Of the book after this message, and this message's levels as they were written: where the feed's books are checksummed. */
  readonly checked: { readonly checksum: number; readonly bids: RawLevels; readonly asks: RawLevels } | null;
  /** Levels a side that the source sends at most; infinite where a short side is the whole side. */
  readonly depth: number;
  /** It brings the book up to date, and no cycle is looked for after it; left out, one is. */
  readonly quiet?: boolean;
  readonly at: number;
  readonly received: Elapsed;
};

/** A message as its feed fills it. */
export type BookMessage = {
  -readonly [field in Exclude<keyof BookUpdated, 'bids' | 'asks' | 'quiet'>]: BookUpdated[field];
} & {
  readonly bids: LevelList;
  readonly asks: LevelList;
  quiet: boolean;
};

const unset: Grid = { pricePer: 1, lotCount: 1, lotPer: 1 };

/** A message without levels and numbers, for a feed to fill again and again: `symbol`, `kind`, `grid`, the levels and the stamp each time. */
export const createBookMessage = (exchange: string): BookMessage => ({
  type: 'BookUpdated',
  exchange,
  symbol: '',
  kind: 'snapshot',
  grid: unset,
  bids: createLevelList(),
  asks: createLevelList(),
  sequence: null,
  first_sequence: null,
  exchange_time: null,
  checked: null,
  depth: Number.POSITIVE_INFINITY,
  quiet: false,
  at: 0,
  received: elapsedOf(0),
});

/** Makes a message what another is. */
export const copyMessage = (message: BookMessage, from: BookUpdated): void => {
  copyHead(message, from);
  copyLevels(message.bids, from.bids);
  copyLevels(message.asks, from.asks);
};

/** A message to keep: the next one of its feed is the same object. */
export const keptMessage = (message: BookUpdated): BookUpdated => {
  const kept = createBookMessage(message.exchange);
  copyMessage(kept, message);
  return kept;
};

/** Makes a message what another is, but for its levels and its exchange. `checked`, which is never written to, is shared. */
export const copyHead = (message: BookMessage, from: BookUpdated): void => {
  message.symbol = from.symbol;
  message.kind = from.kind;
  message.grid = from.grid;
  message.sequence = from.sequence;
  message.first_sequence = from.first_sequence;
  message.exchange_time = from.exchange_time;
  message.checked = from.checked;
  message.depth = from.depth;
  message.quiet = from.quiet === true;
  message.at = from.at;
  message.received = from.received;
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
/**
 * Of one connection. `connecting` and `down`: the subscriptions of the connection are gone, and its books with them.
 * `live`: it is open; the markets follow with `MarketSubscribed`. `ended`: nothing more comes.
 */
export type FeedStatusChanged = {
  readonly type: 'FeedStatusChanged';
  readonly exchange: string;
  /** Where the feed has several; left out, its only one. */
  readonly connection?: string;
  readonly status: 'connecting' | 'live' | 'down' | 'ended';
  readonly detail: string;
  readonly at: number;
};
/**
 * The connection was heard: a pong or another frame that says nothing of a book. `exchange_time`, in ms since 1970, where it is a message of
 * a busy market or of a channel of heartbeats that says when it was made: from these the engine tells how late the data are.
 */
export type HeartbeatReceived = {
  readonly type: 'HeartbeatReceived';
  readonly exchange: string;
  readonly connection?: string;
  readonly exchange_time: number | null;
  readonly at: number;
  readonly received: Elapsed;
};
/** The exchange has confirmed the subscription of a market: its messages follow on this connection. The book is void until they come. */
export type MarketSubscribed = {
  readonly type: 'MarketSubscribed';
  readonly exchange: string;
  readonly connection?: string;
  readonly symbol: string;
  readonly at: number;
};
/**
 * All markets of the exchange with their rules now: one of them has changed, is new or is gone. Orders that were sent stay as they are, and
 * none that was planned by the old rules is sent. The engine also asks `instruments` every ten minutes.
 */
export type InstrumentsChanged = {
  readonly type: 'InstrumentsChanged';
  readonly exchange: string;
  readonly instruments: readonly Instrument[];
  readonly at: number;
};
/** The exchange reports by a channel of its own that it takes no orders in a market. `halted`: its word for that; null: it takes them again. */
export type MarketHalted = {
  readonly type: 'MarketHalted';
  readonly exchange: string;
  readonly symbol: string;
  readonly halted: string | null;
  readonly at: number;
};
/** The subscription of a market is refused, a message about it cannot be read, or a call says that there is none; `reason` is a clause. */
export type MarketUnusable = {
  readonly type: 'MarketUnusable';
  readonly exchange: string;
  readonly symbol: string;
  readonly why: 'refused' | 'unreadable' | 'unknown';
  readonly reason: string;
  readonly at: number;
};
/** What a feed may say. */
export type FeedEvent =
  | BookUpdated
  | BooksReset
  | BookDistrusted
  | FeedStatusChanged
  | HeartbeatReceived
  | MarketSubscribed
  | MarketHalted
  | MarketUnusable
  | InstrumentsChanged;

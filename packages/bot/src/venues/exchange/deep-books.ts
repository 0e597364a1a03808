import type { Clock } from '../../model/clock.ts';
import type { Stamp } from '../../model/feed-event.ts';
import type { Instrument } from '../../model/instrument.ts';
import type { Levels } from '../../model/levels.ts';
import { type Elapsed, since } from '../../model/moment.ts';
import type { Subscription } from './connection.ts';
import type { Frame } from './frame.ts';
import { copyOf, JoinedBook } from './joined-book.ts';
import type { KeptBook } from './kept-book.ts';
import type { Snapshots } from './snapshots.ts';

/** How a connection is asked for the changes of books, in place of what it says of all markets. */
export type DeepStream = {
  /** Levels a side that are said of a book. */
  readonly depth: number;
  /** Markets of a connection at most. */
  readonly most: number;
  /** Asks for the changes of some markets, and for those of others no more. */
  change(add: readonly number[], drop: readonly number[]): Change;
};
type Change = { readonly requests: readonly string[]; readonly subscription: Subscription };

/** What the usual stream said last. */
export type Top = Pick<Frame, 'last' | 'time'> & { readonly bids: Levels; readonly asks: Levels };

type Needs = {
  readonly clock: Clock;
  readonly markets: readonly Instrument[];
  readonly snapshots: Snapshots;
  ask(change: Change): void;
  /** The best levels of a book that is joined, as of number `last`. */
  say(market: number, book: KeptBook, last: number, stamp: Stamp): void;
  /** The usual stream is what counts again: what it has said last, if that is newer than the book was. */
  fallBack(market: number, top: Top | null, book: KeptBook, stamp: Stamp): void;
};

/** The books of a few markets, joined from changes and a snapshot. A market has one source at a time: its usual stream until they have joined. */
export type DeepBooks = {
  /**
   * From now on these markets have them, as far as the connection carries so many. Called again and again: a book whose changes come no more
   * while its usual stream goes on is left.
   */
  keep(markets: readonly number[]): void;
  /** Takes a message; true where it is not to be said, as a joined book is what counts. */
  hear(frame: Readonly<Frame>, stamp: Stamp): boolean;
  /** The connection has ended. */
  forget(): void;
};

/** Changes come at most so much later than the usual stream, in ms: else they come no more. */
const longestBehindMs = 1_000;
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

class Deep {
  readonly joined: JoinedBook;
  top: Top | null = null;
  /** Since when the usual stream has said what the changes have not. */
  behindSince: Elapsed | null = null;
  pauseMs = firstPauseMs;
  /** Takes back what is planned or asked for. */
  cancel: () => void = () => {};

  constructor(depth: number) {
    this.joined = new JoinedBook(depth);
  }
}

export const createDeepBooks = (stream: DeepStream, needs: Needs): DeepBooks => {
  const { clock, markets, snapshots, ask, say, fallBack } = needs;
  const deep = new Map<number, Deep>();

  const stampNow = (): Stamp => ({ at: clock.now(), received: clock.monotonic() });

  const read = (market: number, own: Deep): void => {
    const instrument = markets[market];
    if (instrument === undefined) return;
    own.cancel = snapshots.ask(instrument, (snapshot) => {
      if (deep.get(market) !== own) return;
      if (snapshot === null || !own.joined.join(snapshot)) readLater(market, own);
      else if (own.joined.isJoined) {
        own.pauseMs = firstPauseMs;
        say(market, own.joined.book, own.joined.last, stampNow());
      }
    });
  };

  /** After a pause that grows until the book has joined, as each snapshot is a part of what the exchange allows. */
  const readLater = (market: number, own: Deep): void => {
    own.cancel = clock.after(own.pauseMs, () => read(market, own));
    own.pauseMs = Math.min(2 * own.pauseMs, longestPauseMs);
  };

  /** What is newer of the two: the usual stream may have said what the changes have not yet. */
  const leave = (market: number, { joined, top }: Deep, last: number, stamp: Stamp): void => {
    const isNewer = top !== null && (Number.isNaN(top.last) ? top.time >= joined.book.time : top.last >= last);
    fallBack(market, isNewer ? top : null, joined.book, stamp);
  };

  /** Where the usual stream has no numbers, its times are a little later. */
  const isBehind = ({ joined, top }: Deep): boolean =>
    top !== null && (Number.isNaN(top.last) ? top.time - joined.book.time > longestBehindMs : top.last > joined.last);

  const hearChanges = (frame: Readonly<Frame>, own: Deep, stamp: Stamp): void => {
    const { joined } = own;
    const { isJoined: wasJoined, last } = joined;
    const heard = joined.hear(frame);
    if (heard === 'changed') say(frame.market, joined.book, joined.last, stamp);
    if (joined.isJoined) own.pauseMs = firstPauseMs;
    if (!isBehind(own)) own.behindSince = null;
    if (heard !== false) return;
    if (wasJoined) leave(frame.market, own, last, stamp);
    readLater(frame.market, own);
  };

  return {
    keep: (wanted) => {
      const kept = new Set(wanted.slice(0, stream.most));
      for (const [market, own] of deep) {
        if (own.behindSince === null || since(own.behindSince, clock.monotonic()) <= longestBehindMs) continue;
        own.behindSince = null;
        leave(market, own, own.joined.last, stampNow());
        own.joined.forget();
        readLater(market, own);
      }
      const drop = [...deep.keys()].filter((market) => !kept.has(market));
      const add = [...kept].filter((market) => !deep.has(market));
      for (const market of drop) {
        const own = deep.get(market);
        deep.delete(market);
        own?.cancel();
        if (own?.joined.isJoined) leave(market, own, own.joined.last, stampNow());
      }
      for (const market of add) {
        const own = new Deep(stream.depth);
        deep.set(market, own);
        // Changes are waited for first: a snapshot from before them would be of no use.
        readLater(market, own);
      }
      if (add.length + drop.length > 0) ask(stream.change(add, drop));
    },
    hear: (frame, stamp) => {
      const own = deep.get(frame.market);
      if (own === undefined) return frame.kind === 'changes';
      if (frame.kind === 'changes') {
        hearChanges(frame, own, stamp);
        return true;
      }
      const { last, time, bids, asks } = frame;
      own.top = { last, time, bids: copyOf(bids), asks: copyOf(asks) };
      if (own.joined.isJoined && isBehind(own)) own.behindSince ??= stamp.received;
      return own.joined.isJoined;
    },
    forget: () => {
      for (const { cancel } of deep.values()) cancel();
      deep.clear();
    },
  };
};

import type { Levels, LevelUpdates } from '../../model/levels.ts';
import type { Frame } from './frame.ts';
import { KeptBook } from './kept-book.ts';
import { LevelBuffer } from './level-buffer.ts';

/** A book as a call of its own has read it: `last` is the number of the last update that it includes. */
export type Snapshot = { readonly last: number; readonly bids: LevelUpdates; readonly asks: LevelUpdates };

/** Levels a side that snapshots are asked for; where there are so many, what is worse is not known. */
export const snapshotDepth = 100;
/** Changes that wait for a snapshot at most; the oldest are forgotten. */
const mostWaiting = 1_000;

type Change = Pick<Readonly<Frame>, 'first' | 'last' | 'time'> & { readonly bids: Levels; readonly asks: Levels };

/**
 * The book of one market, of numbered changes that join a snapshot. Trusted once a change has followed the snapshot without a gap: until then,
 * and when one is missing or the levels run out, it takes changes in and waits for another snapshot.
 */
export class JoinedBook {
  /** A change has joined: the book is that of the exchange as of number `last`. */
  isJoined = false;
  /** NaN before the first snapshot. */
  last = Number.NaN;
  readonly book = new KeptBook();
  #waiting: Change[] = [];
  /** Levels a side that are used. */
  readonly #depth: number;

  constructor(depth: number) {
    this.#depth = depth;
  }

  /** Takes changes. `false`: another snapshot is needed. `same`: its best levels are as before, or it is not joined yet. */
  hear(frame: Change): 'changed' | 'same' | false {
    if (!Number.isNaN(this.last)) return this.#follow(frame);
    this.#wait(frame);
    return 'same';
  }

  /** Takes a snapshot. False where the changes do not follow it: one that is newer is needed. */
  join({ last, bids, asks }: Snapshot): boolean {
    const waiting = this.#waiting;
    const [first] = waiting;
    if (!Number.isNaN(this.last) || (first !== undefined && first.first > last + 1)) return !Number.isNaN(this.last);
    this.#waiting = [];
    this.last = last;
    const whole = { kind: 'book' as const, time: first?.time ?? Number.NaN, bids: buffer(bids), asks: buffer(asks) };
    this.book.apply(whole, this.#depth, snapshotDepth);
    return waiting.every((change) => this.#follow(change) !== false);
  }

  /** Nothing is known any more: another snapshot is needed. */
  forget(): void {
    this.isJoined = false;
    this.last = Number.NaN;
    this.#waiting = [];
  }

  #follow(change: Change): 'changed' | 'same' | false {
    if (change.last <= this.last) return 'same';
    const isNext = change.first <= this.last + 1;
    const wasJoined = this.isJoined;
    const isOther = isNext && this.book.apply({ ...change, kind: 'changes' }, this.#depth);
    const [bid, ask] = this.book.tops();
    if (!isNext || bid >= ask || this.book.isThin(this.#depth)) {
      this.forget();
      this.#wait(change);
      return false;
    }
    this.last = change.last;
    this.isJoined = true;
    return isOther || !wasJoined ? 'changed' : 'same';
  }

  #wait({ first, last, time, bids, asks }: Change): void {
    if (this.#waiting.length === mostWaiting) this.#waiting.shift();
    this.#waiting.push({ first, last, time, bids: copyOf(bids), asks: copyOf(asks) });
  }
}

const buffer = (levels: LevelUpdates): LevelBuffer => {
  const written = new LevelBuffer();
  for (const [price, size] of levels) written.add(price, size);
  return written;
};

/** What a reader has said is written over by its next message. */
export const copyOf = ({ price, size, count }: Levels): LevelBuffer =>
  buffer(Array.from({ length: count }, (_, at) => [price[at] as number, size[at] as number]));

import type { BookProof } from '../model/exchange.ts';
import type { BookUpdated, RawLevels } from '../model/feed-event.ts';

/** The best levels of a book as the exchange wrote them, for its checksum. */
export type WrittenBook = {
  /** Takes the levels of a message; whether the book after it has the message's checksum. */
  update(kind: BookUpdated['kind'], message: NonNullable<BookUpdated['checked']>): boolean;
  /** The levels with their checksum. */
  now(): NonNullable<BookUpdated['checked']>;
  /** The worst price of a side, in quote per base; NaN for an empty side. */
  worst(side: 'bids' | 'asks'): number;
};

/** A level of size zero is gone, however many zeros were written. */
const isGone = (size: string): boolean => Number(size) === 0;

export const createWrittenBook = ({ depth, checksum }: Extract<BookProof, { kind: 'checksummed' }>): WrittenBook => {
  let bids: RawLevels = [];
  let asks: RawLevels = [];

  /** `direction`: 1 where lower prices are better. */
  const changed = (side: RawLevels, changes: RawLevels, direction: 1 | -1): RawLevels => {
    if (changes.length === 0) return side;
    const levels = new Map([...side, ...changes].map((level) => [Number(level[0]), level]));
    return [...levels]
      .filter(([, [, size]]) => !isGone(size))
      .sort(([one], [other]) => direction * (one - other))
      .slice(0, depth)
      .map(([, level]) => level);
  };

  return {
    update: (kind, message) => {
      const isWhole = kind === 'snapshot';
      bids = changed(isWhole ? [] : bids, message.bids, -1);
      asks = changed(isWhole ? [] : asks, message.asks, 1);
      return checksum(bids, asks) === message.checksum;
    },
    now: () => ({ checksum: checksum(bids, asks), bids, asks }),
    worst: (side) => Number((side === 'bids' ? bids : asks).at(-1)?.[0]),
  };
};

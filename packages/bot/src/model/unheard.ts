import type { BookUpdated } from './feed-event.ts';
import type { Elapsed } from './moment.ts';

/**
 * Messages of a feed without heartbeats that the engine has not heard: of each market the last one alone. By them no cycle pays, and
 * nothing is under way in their markets: the engine fetches them before it looks at its books. Markets are places in the feed's list.
 */
export type Unheard = {
  /** Whether the last message of a market is one of them. */
  has(market: number): boolean;
  /** Of that message: when it was received, on the monotonic clock, and the best prices; NaN where the book is void, 0 where a side is empty. */
  receivedAt(market: number): Elapsed;
  bid(market: number): number;
  ask(market: number): number;
  /** Takes each of them, in any order, read before the next one comes; then there is none. */
  fetch(take: (message: BookUpdated) => void): void;
};

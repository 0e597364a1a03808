import type { BookUpdated, Stamp } from './feed-event.ts';
import type { Elapsed } from './moment.ts';

/**
 * What a feed that is played back keeps back: the last message of each market, if nobody has heard it, with what it says of the best prices.
 * Markets are their places in the list of the feed; the prices are 0 where a side is empty and NaN where the message makes the book void.
 */
export type Unheard = {
  /** Whether the last message of a market is unheard; the others say nothing where it is not. */
  has(market: number): boolean;
  /** When it was received. */
  receivedAt(market: number): Elapsed;
  bid(market: number): number;
  ask(market: number): number;
  /** When the newest message of the feed came, heard or not; left out where nobody asks for how long a feed has been silent: of a recording. */
  newest?(): Stamp | null;
  /** Takes each market once that has had an unheard message since this was asked last; it may be heard by now. */
  moved(take: (market: number) => void): void;
  /** One more waits for the messages of a market, or one less: while any does, each is to be heard as it comes. */
  attend(symbol: string, by: 1 | -1): void;
  /** Takes the message of a market, if it is unheard; then it is heard. It is read before the next one comes. */
  fetch(market: number, take: (message: BookUpdated) => void): void;
};

import type { BookUpdated, Stamp } from './feed-event.ts';
import { type Elapsed, elapsedOf } from './moment.ts';

/**
 * What a feed that is played back keeps back: the last message of each market, if nobody has heard it, with what it says of the best prices.
 * Its columns are by the places of the markets in the list of the feed, and always as they stand. Prices are 0 where a side is empty and NaN
 * where the message makes the book void. They are no functions, as more than four at one place are not compiled into it.
 */
export type Unheard = {
  /** 1 where the last message of a market is unheard; the other columns say nothing where it is not. */
  readonly waits: Uint8Array;
  /** When it was received, in ms of the monotonic clock. */
  readonly received: ArrayLike<number>;
  readonly bids: ArrayLike<number>;
  readonly asks: ArrayLike<number>;
  /** When the newest message of the feed came, heard or not; null before there was one. */
  newest(): Stamp | null;
  /** Takes each market once that has had an unheard message since this was asked last; it may be heard by now. */
  moved(take: (market: number) => void): void;
  /** One part of the engine more, or one fewer, needs every message of a market: while any does, each is heard as it comes. */
  attend(symbol: string, by: 1 | -1): void;
  /** Takes the message of a market, if it is unheard; then it is heard. It is read before the next one comes. */
  fetch(market: number, take: (message: BookUpdated) => void): void;
};

/** When the unheard message of a market was received. */
export const receivedAt = ({ received }: Unheard, market: number): Elapsed => elapsedOf(received[market] as number);

/** When the oldest of what is unheard was received; `now` where nothing is. */
export const oldestOf = ({ waits, received }: Unheard, now: Elapsed): Elapsed => {
  let oldest = Number(now);
  for (let market = 0; market < waits.length; market++)
    if (waits[market] === 1) oldest = Math.min(oldest, received[market] as number);
  return elapsedOf(oldest);
};

/** Those of the markets, by their places, of which the last message is heard. */
export const heardOf = <M>({ waits }: Unheard, markets: readonly M[]): readonly M[] => {
  const heard: M[] = [];
  for (let id = waits.indexOf(0); id >= 0; id = waits.indexOf(0, id + 1)) heard.push(markets[id] as M);
  return heard;
};

import type { BookUpdated, Stamp } from './feed-event.ts';
import { type Elapsed, elapsedOf, since } from './moment.ts';

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
const oldestOf = ({ waits, received }: Unheard, now: Elapsed): Elapsed => {
  let oldest = Number(now);
  for (let market = 0; market < waits.length; market++) {
    const at = received[market] as number;
    if (waits[market] === 1 && at < oldest) oldest = at;
  }
  return elapsedOf(oldest);
};

/** Room for rounding, in ms. */
const roomMs = 1;

/** Tells whether any of what is unheard is older than so many ms, at moments of which none is before the last. */
export const oldUnheard = (unheard: Unheard, ms: number): ((now: Elapsed) => boolean) => {
  /** What comes after it was found is younger: until then none can be older than it. */
  let oldest = elapsedOf(Number.NEGATIVE_INFINITY);
  return (now) => {
    if (since(oldest, now) > ms - roomMs) oldest = oldestOf(unheard, now);
    return since(oldest, now) > ms;
  };
};

/** Those of the markets, by their places, of which the last message is heard, and that are wanted. */
export const heardOf = <M>(
  { waits }: Unheard,
  markets: readonly M[],
  isWanted: (market: M, id: number) => boolean,
): readonly M[] => {
  const heard: M[] = [];
  for (let id = waits.indexOf(0); id >= 0; id = waits.indexOf(0, id + 1))
    if (isWanted(markets[id] as M, id)) heard.push(markets[id] as M);
  return heard;
};

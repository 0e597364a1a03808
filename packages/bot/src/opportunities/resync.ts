import type { Core, Venues } from '../kernel/core.ts';
import type { Market } from '../kernel/market.ts';
import { type Elapsed, since } from '../model/clock.ts';

type Needs = Pick<Venues, 'exchanges' | 'throttles'> & Pick<Core, 'clock'>;

/** Asks feeds to resync books in which a message is missing, the first one included. */
export type Resync = {
  /** Call for each market whose book a message has just broken. True when the feed was asked for it now. */
  ask(exchange: string, market: Market): boolean;
  /** Call when the subscription of a market is acknowledged: its first snapshot is asked for where it does not come. */
  expect(exchange: string, market: Market): void;
  /** Asks again for those that are still broken. */
  retry(): void;
};

const firstPauseMs = 1000;
/** How long a first snapshot may take, in ms. */
const firstSnapshotMs = 5000;
const longestPauseMs = 60_000;

export const createResync = ({ exchanges, throttles, clock }: Needs): Resync => {
  type Asked = { readonly exchange: string; readonly at: Elapsed; readonly pauseMs: number; readonly isFirst: boolean };
  const asked = new Map<Market, Asked>();

  /** A market that no route uses is asked for once it is back. */
  const isHeld = (exchange: string, { excluded, delisted }: Market): boolean =>
    excluded || delisted || throttles.leftMs(exchange, 'data') > 0;

  const ask = (exchange: string, market: Market, pauseMs: number, isFirst: boolean): boolean => {
    const books = exchanges.get(exchange)?.market.books;
    if (!books || books.kind === 'whole') return false;
    asked.set(market, { exchange, at: clock.monotonic(), pauseMs, isFirst });
    if (isHeld(exchange, market)) return false;
    if (market.connection) market.connection.counts.resyncs++;
    books.resync(market.instrument.symbol);
    return true;
  };

  return {
    ask: (exchange, market) =>
      asked.get(market)?.isFirst !== false && isTorn(market) && ask(exchange, market, firstPauseMs, false),
    expect: (exchange, market) => {
      // Its own resync is acknowledged too: the pauses grow until a book has come.
      const { pauseMs = 0 } = asked.get(market) ?? {};
      asked.set(market, {
        ...{ exchange, at: clock.monotonic(), isFirst: true },
        pauseMs: Math.max(pauseMs, firstSnapshotMs),
      });
    },
    retry: () => {
      for (const [market, { exchange, at, pauseMs, isFirst }] of asked) {
        const isMissing = isFirst ? isUnjoined(market) : isTorn(market);
        if (!isMissing) asked.delete(market);
        // Due when the throttle is over, after no longer a pause for it.
        else if (isHeld(exchange, market)) continue;
        else if (since(at, clock.monotonic()) >= pauseMs)
          ask(exchange, market, Math.min(2 * pauseMs, longestPauseMs), isFirst);
      }
    },
  };
};

/** Its subscription is acknowledged, and no snapshot has come. */
const isUnjoined = ({ connection, book: { broken } }: Market): boolean => connection !== null && broken !== null;

/** Broken by its messages: what was never joined, or voided by its feed, comes by itself. */
const isTorn = ({ book: { broken } }: Market): boolean => broken !== null && broken !== 'empty' && broken !== 'waiting';

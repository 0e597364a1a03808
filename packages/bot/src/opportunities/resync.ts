import type { Core, Venues } from '../kernel/core.ts';
import type { Market } from '../kernel/markets.ts';
import { type Elapsed, since } from '../model/clock.ts';

type Needs = Pick<Venues, 'exchanges'> & Pick<Core, 'clock'>;

/** Asks feeds to resync books in which a message is missing. */
export type Resync = {
  /** Call for each market whose book a message has just broken. True when the feed was asked for it now. */
  ask(exchange: string, market: Market): boolean;
  /** Asks again for those that are still broken. */
  retry(): void;
};

const firstPauseMs = 1000;
const longestPauseMs = 60_000;

export const createResync = ({ exchanges, clock }: Needs): Resync => {
  const asked = new Map<Market, { readonly exchange: string; readonly at: Elapsed; readonly pauseMs: number }>();

  const ask = (exchange: string, market: Market, pauseMs: number): boolean => {
    const books = exchanges.get(exchange)?.books;
    if (!books || books.kind === 'whole') return false;
    asked.set(market, { exchange, at: clock.monotonic(), pauseMs });
    if (market.connection) market.connection.counts.resyncs++;
    books.resync(market.instrument.symbol);
    return true;
  };

  return {
    ask: (exchange, market) => !asked.has(market) && isTorn(market) && ask(exchange, market, firstPauseMs),
    retry: () => {
      for (const [market, { exchange, at, pauseMs }] of asked) {
        if (!isTorn(market)) asked.delete(market);
        else if (since(at, clock.monotonic()) >= pauseMs) ask(exchange, market, Math.min(2 * pauseMs, longestPauseMs));
      }
    },
  };
};

/** Broken by its messages: what was never joined, or voided by its feed, comes by itself. */
const isTorn = ({ book: { broken } }: Market): boolean => broken !== null && broken !== 'empty' && broken !== 'waiting';

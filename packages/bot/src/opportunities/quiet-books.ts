import type { Core, Venues } from '../kernel/core.ts';
import type { ExchangeMarkets } from '../kernel/exchange-markets.ts';
import type { Market } from '../kernel/market.ts';
import type { Reports } from '../kernel/reports.ts';
import { levelsOf } from '../market/book-side.ts';
import type { BookAnswer } from '../model/exchange.ts';
import type { Instrument } from '../model/instrument.ts';
import type { Levels, LevelUpdates } from '../model/levels.ts';
import type { MarketLives } from './market-lives.ts';

type Needs = Venues & Reports & Pick<Core, 'clock' | 'config'>;

/**
 * Reads quiet books once more before an execution goes through them: a subscription that the exchange has dropped looks like a market in
 * which nothing happens.
 */
export type QuietBooks = {
  /** Reads those markets of which no reading is under way. Resolves when each has been read, or cannot be. */
  read(own: ExchangeMarkets, markets: readonly Market[]): Promise<void>;
  /** Called once a book has been read and agrees; `differs`, once it does not and is void. */
  onRead(listener: QuietListener): void;
};
export type QuietListener = {
  agrees(own: ExchangeMarkets, market: Market): void;
  differs(own: ExchangeMarkets, market: Market, how: string): void;
  /** The exchange does not know the market. */
  gone(own: ExchangeMarkets, market: Market, reason: string): void;
};

export const createQuietBooks = (
  { clock, config, exchanges, throttles, log }: Needs,
  lives: Pick<MarketLives, 'note' | 'mayAsk'>,
): QuietBooks => {
  const reading = new Map<Market, Promise<void>>();
  /** Markets whose last reading failed. */
  const failed = new Set<Market>();
  let heard: QuietListener | null = null;

  const readOne = async (own: ExchangeMarkets, market: Market): Promise<void> => {
    const { symbol } = market.instrument;
    const { readBook } = exchanges.get(own.exchange)?.market ?? {};
    if (!readBook || throttles.leftMs(own.exchange, 'data') > 0) return;
    if (!lives.mayAsk(own.exchange, symbol)) return;
    const asked = clock.monotonic();
    const answer = await readBook(symbol, config().order_timeout_ms);
    if (answer.kind === 'gone') return heard?.gone(own, market, answer.reason);
    if (answer.kind !== 'book') {
      lives.note(own.exchange, symbol, { type: 'unanswered' });
      const message = `${own.exchange}: the quiet book of ${symbol} could not be read: ${answer.reason}`;
      if (!failed.has(market))
        log('WARNING', 'feed', `${message}; it is asked for again after longer and longer pauses`);
      failed.add(market);
      return;
    }
    failed.delete(market);
    lives.note(own.exchange, symbol, { type: 'answered' });
    // A change came meanwhile: the book is not quiet any more.
    if (!own.isQuiet(market)) return;
    const how = differenceOf(market, answer);
    if (how !== null) heard?.differs(own, market, how);
    else {
      market.confirmed = asked;
      heard?.agrees(own, market);
    }
  };

  return {
    onRead: (listener) => {
      heard = listener;
    },
    read: async (own, markets) => {
      await Promise.all(
        markets.map((market) => {
          const one = reading.get(market) ?? readOne(own, market).finally(() => reading.delete(market));
          reading.set(market, one);
          return one;
        }),
      );
    },
  };
};

/** How the best levels differ, as a sentence; null where they agree. */
const differenceOf = ({ book, instrument }: Market, read: Extract<BookAnswer, { kind: 'book' }>): string | null =>
  best('bid', instrument, levelsOf(book.bids), read.bids) ?? best('ask', instrument, levelsOf(book.asks), read.asks);

/** Up to half a tick and one lot: a book may hold its sizes in whole lots. */
const best = (
  name: string,
  { tickSize, lotStep }: Instrument,
  { price: [price = 0], size: [size = 0] }: Levels,
  [read]: LevelUpdates,
): string | null =>
  read !== undefined && Math.abs(read[0] - price) < tickSize / 2 && Math.abs(read[1] - size) <= lotStep
    ? null
    : `its best ${name} is ${read?.[0] ?? 'none'} × ${read?.[1] ?? 0}, not ${price} × ${size}`;

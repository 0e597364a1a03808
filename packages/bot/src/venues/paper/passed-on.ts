import type {
  BalancesAnswer,
  BookAnswer,
  Exchange,
  Feed,
  LookUpAnswer,
  OpenOrdersAnswer,
  OrderRequest,
  PaperAccount,
  PlaceAnswer,
} from '../../model/exchange.ts';
import type { Instrument } from '../../model/instrument.ts';
import type { LevelUpdates } from '../../model/levels.ts';
import type { Unheard } from '../../model/unheard.ts';
import type { PaperBook } from './paper-book.ts';

/** Its calls need no time-out: it always answers, after its delays. */
export type PaperVenue = Exchange & {
  readonly account: PaperAccount;
  /** What the feed keeps back, less what paper orders have taken. */
  readonly unheard: Unheard | undefined;
  instruments(): Promise<readonly Instrument[]>;
  place(request: OrderRequest): Promise<PlaceAnswer>;
  lookUp(symbol: string, clientOrderId: string): Promise<LookUpAnswer>;
  cancel(symbol: string, clientOrderId: string): Promise<LookUpAnswer>;
  balances(): Promise<BalancesAnswer>;
  openOrders(): Promise<OpenOrdersAnswer>;
};

export type LessTaken = (symbol: string, side: 'bids' | 'asks', levels: LevelUpdates) => LevelUpdates;

/** What a paper exchange does as its feed does, where its feed does it. */
export const passedOn = (feed: Feed, lessTaken: LessTaken) => {
  const { heartbeatMs, readBook, reconnect, serverTime } = feed;
  const seen = (symbol: string, answer: BookAnswer): BookAnswer =>
    answer.kind === 'book'
      ? {
          kind: 'book',
          bids: lessTaken(symbol, 'bids', answer.bids),
          asks: lessTaken(symbol, 'asks', answer.asks),
        }
      : answer;
  return {
    ...(heartbeatMs !== undefined && { heartbeatMs }),
    ...(readBook && {
      readBook: async (symbol: string, timeoutMs: number) => seen(symbol, await readBook.call(feed, symbol, timeoutMs)),
    }),
    ...(serverTime && { serverTime: serverTime.bind(feed) }),
    ...(reconnect && { reconnect: reconnect.bind(feed) }),
  };
};

/** What a feed keeps back, less what paper orders have taken from the book of a market. */
export const unheardBy = (unheard: Unheard, bookOf: (symbol: string) => PaperBook | undefined): Unheard => ({
  ...unheard,
  fetch: (market, take) =>
    unheard.fetch(market, (event) => {
      const book = bookOf(event.symbol);
      take(book?.isFollowing() ? book.update(event) : event);
    }),
});

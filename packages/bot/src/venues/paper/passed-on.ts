import type { BookAnswer, MarketData } from '../../model/exchange.ts';
import type { LevelUpdates } from '../../model/levels.ts';

export type LessTaken = (symbol: string, side: 'bids' | 'asks', levels: LevelUpdates) => LevelUpdates;

/** Market data of a feed, less what paper orders have taken from its books. */
export const passedOn = (feed: MarketData, lessTaken: LessTaken) => {
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

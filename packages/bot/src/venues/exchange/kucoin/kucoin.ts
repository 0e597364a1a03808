import { booksIn, fieldsOf, timeIn } from '../answers.ts';
import type { ExchangeDialect, FeedOptions } from '../exchange-feed.ts';
import { isObject } from '../json.ts';
import { createRest } from '../rest.ts';
import { kucoinProtocol } from './protocol.ts';

/** KuCoin: the best five levels of each market, whole, at most every 100 ms. */
export const kucoin = ({ clock, url = 'https://api.kucoin.com' }: FeedOptions): ExchangeDialect => {
  const rest = createRest(url, clock);
  return {
    name: 'kucoin',
    clock,
    list: (timeoutMs) => rest.get('/api/v2/symbols', timeoutMs),
    time: async (timeoutMs) => timeIn(fieldsOf(await rest.get('/api/v1/timestamp', timeoutMs)).data),
    book: async ({ base, quote }, timeoutMs) => {
      const path = `/api/v1/market/orderbook/level2_20?symbol=${base}-${quote}`;
      const { data } = fieldsOf(await rest.get(path, timeoutMs));
      return booksIn(isObject(data) ? data : {});
    },
    protocolOf: (markets) => kucoinProtocol(rest, markets),
    // Of 300 topics that a connection may have by the strictest of its documents.
    marketsOfConnection: 290,
    mostConnections: 8,
  };
};

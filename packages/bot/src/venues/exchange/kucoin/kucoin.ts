import { addressesOf } from '../../../market/facts/addresses.ts';
import { kucoinFacts } from '../../../market/facts/kucoin.ts';
import { booksIn, fieldsOf, numberIn, timeIn } from '../answers.ts';
import type { ExchangeDialect, FeedOptions } from '../exchange-feed.ts';
import { snapshotDepth } from '../joined-book.ts';
import { isObject } from '../json.ts';
import { createRest } from '../rest.ts';
import { kucoinProtocol } from './protocol.ts';

/** KuCoin: the best five levels of each market, whole, at most every 100 ms. */
export const kucoin = ({ clock, place }: FeedOptions): ExchangeDialect => {
  const rest = createRest(addressesOf('kucoin', place).rest, clock);
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
    snapshot: async ({ base, quote }, timeoutMs) => {
      const path = `/api/v1/market/orderbook/level2_${snapshotDepth}?symbol=${base}-${quote}`;
      const { data } = fieldsOf(await rest.get(path, timeoutMs));
      const book = isObject(data) ? data : {};
      return { last: numberIn(book.sequence), ...booksIn(book) };
    },
    protocolOf: (markets) => kucoinProtocol(rest, markets),
    marketsOfConnection: kucoinFacts.limits.marketsOfConnection,
    mostConnections: kucoinFacts.limits.mostConnections,
  };
};

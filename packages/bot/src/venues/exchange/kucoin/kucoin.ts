import { addressesOf } from '../../../market/facts/addresses.ts';
import { kucoinFacts } from '../../../market/facts/kucoin.ts';
import { booksIn, fieldsOf, numberIn, timeIn } from '../answers.ts';
import type { ExchangeDialect, FeedOptions } from '../exchange-feed.ts';
import { snapshotDepth } from '../joined-book.ts';
import { isObject, type Json } from '../json.ts';
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
      return booksIn(dataOf(await rest.get(path, timeoutMs)));
    },
    snapshot: async ({ base, quote }, timeoutMs) => {
      const path = `/api/v1/market/orderbook/level2_${snapshotDepth}?symbol=${base}-${quote}`;
      const book = dataOf(await rest.get(path, timeoutMs));
      return { last: numberIn(book.sequence), ...booksIn(book) };
    },
    isUnknownMarket: (reason) => /answers (?:900001|400100)/.test(reason),
    protocolOf: (markets) => kucoinProtocol(rest, markets),
    marketsOfConnection: kucoinFacts.limits.marketsOfConnection,
    mostConnections: kucoinFacts.limits.mostConnections,
  };
};

/** The data of an answer. @throws Error with what the exchange says where it gives none. */
const dataOf = (text: string): Json => {
  const { code, msg, data } = fieldsOf(text);
  if (code !== '200000') throw new Error(`answers ${String(code)}: ${String(msg).slice(0, 200)}`);
  return isObject(data) ? data : {};
};

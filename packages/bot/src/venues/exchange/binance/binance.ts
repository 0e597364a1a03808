import { addressesOf } from '../../../market/facts/addresses.ts';
import { binanceFacts } from '../../../market/facts/binance.ts';
import { booksIn, fieldsOf, numberIn, timeIn } from '../answers.ts';
import type { ExchangeDialect, FeedOptions } from '../exchange-feed.ts';
import { snapshotDepth } from '../joined-book.ts';
import { createRest } from '../rest.ts';
import { binanceProtocol } from './protocol.ts';

/** Binance: the best bid and ask of each market, the moment they change. */
export const binance = ({ clock, place }: FeedOptions): ExchangeDialect => {
  const addresses = addressesOf('binance', place);
  // The weight of all calls of an address is counted together, those of accounts included.
  const rest = createRest(`${addresses.rest}/api/v3`, clock, { tooMany: 'address' });
  const stream = `${addresses.stream}/ws`;
  return {
    name: 'binance',
    clock,
    list: (timeoutMs) => rest.get('/exchangeInfo?showPermissionSets=false', timeoutMs),
    time: async (timeoutMs) => timeIn(fieldsOf(await rest.get('/time', timeoutMs)).serverTime),
    book: async ({ base, quote }, timeoutMs) =>
      booksIn(fieldsOf(await rest.get(`/depth?symbol=${base}${quote}&limit=5`, timeoutMs))),
    snapshot: async ({ base, quote }, timeoutMs) => {
      const path = `/depth?symbol=${base}${quote}&limit=${snapshotDepth}`;
      const answer = fieldsOf(await rest.get(path, timeoutMs));
      return { last: numberIn(answer.lastUpdateId), ...booksIn(answer) };
    },
    isUnknownMarket: (reason) => /Invalid symbol/.test(reason),
    protocolOf: (markets) => binanceProtocol(stream, markets),
    marketsOfConnection: binanceFacts.limits.marketsOfConnection,
    mostConnections: binanceFacts.limits.mostConnections,
  };
};

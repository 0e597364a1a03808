import { booksIn, fieldsOf, numberIn, timeIn } from '../answers.ts';
import type { ExchangeDialect, FeedOptions } from '../exchange-feed.ts';
import { snapshotDepth } from '../joined-book.ts';
import { createRest } from '../rest.ts';
import { binanceProtocol } from './protocol.ts';

const own = { rest: 'https://api.binance.com', stream: 'wss://stream.binance.com:9443' };

/** Binance: the best bid and ask of each market, the moment they change. */
export const binance = ({ clock, url }: FeedOptions): ExchangeDialect => {
  // The weight of all calls of an address is counted together, those of accounts included.
  const rest = createRest(`${url ?? own.rest}/api/v3`, clock, { tooMany: 'address' });
  const stream = `${url?.replace(/^http/, 'ws') ?? own.stream}/ws`;
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
    protocolOf: (markets) => binanceProtocol(stream, markets),
    // Of 1,024 streams that a connection may have, with those of changes.
    marketsOfConnection: 850,

    mostConnections: 3,
  };
};

import type { Feed } from '../../../model/exchange.ts';
import { createExchangeFeed, type FeedOptions } from '../exchange-feed.ts';
import { createRest } from '../rest.ts';
import { binanceProtocol } from './protocol.ts';

const own = { rest: 'https://api.binance.com', stream: 'wss://stream.binance.com:9443' };

/** Binance: the best bid and ask of each market, the moment they change. */
export const createBinanceFeed = ({ clock, url }: FeedOptions): Feed => {
  const rest = createRest(`${url ?? own.rest}/api/v3`, clock);
  const stream = `${url?.replace(/^http/, 'ws') ?? own.stream}/ws`;
  return createExchangeFeed({
    name: 'binance',
    clock,
    list: (timeoutMs) => rest.get('/exchangeInfo?showPermissionSets=false', timeoutMs),
    protocolOf: (markets) => binanceProtocol(stream, markets),
    // Of 1,024 streams that a connection may have.
    marketsOfConnection: 1_000,
    mostConnections: 3,
  });
};

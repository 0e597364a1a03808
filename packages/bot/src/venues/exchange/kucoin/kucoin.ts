import type { Feed } from '../../../model/exchange.ts';
import { createExchangeFeed, type FeedOptions } from '../exchange-feed.ts';
import { createRest } from '../rest.ts';
import { kucoinProtocol } from './protocol.ts';

/** KuCoin: the best five levels of each market, whole, at most every 100 ms. */
export const createKucoinFeed = ({ clock, url = 'https://api.kucoin.com' }: FeedOptions): Feed => {
  const rest = createRest(url, clock);
  return createExchangeFeed({
    name: 'kucoin',
    clock,
    list: (timeoutMs) => rest.get('/api/v2/symbols', timeoutMs),
    protocolOf: (markets) => kucoinProtocol(rest, markets),
    // Of 300 topics that a connection may have by the strictest of its documents.
    marketsOfConnection: 290,
    mostConnections: 8,
  });
};

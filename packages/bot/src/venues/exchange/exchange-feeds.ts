import type { Feed } from '../../model/exchange.ts';
import { createBinanceFeed } from './binance/binance.ts';
import type { FeedOptions } from './exchange-feed.ts';
import { createKucoinFeed } from './kucoin/kucoin.ts';

/** The exchanges whose live market data can be had, by name. */
export const exchangeFeeds: ReadonlyMap<string, (options: FeedOptions) => Feed> = new Map([
  ['binance', createBinanceFeed],
  ['kucoin', createKucoinFeed],
]);

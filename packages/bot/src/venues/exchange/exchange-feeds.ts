import type { Clock } from '../../model/clock.ts';
import type { Feed } from '../../model/exchange.ts';
import { createBinanceFeed } from './binance/binance.ts';

type Make = (options: { readonly clock: Clock; readonly url?: string | undefined }) => Feed;

/** The exchanges whose live market data can be had, by name. `url`: where they are, where it is not their own address. */
export const exchangeFeeds: ReadonlyMap<string, Make> = new Map([['binance', createBinanceFeed]]);

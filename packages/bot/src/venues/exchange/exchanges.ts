import { binance } from './binance/binance.ts';
import { coinbase } from './coinbase/coinbase.ts';
import type { ExchangeDialect, FeedOptions } from './exchange-feed.ts';
import { kraken } from './kraken/kraken.ts';
import { kucoin } from './kucoin/kucoin.ts';
import { okx } from './okx/okx.ts';

/** The exchanges whose live market data can be had, by name. */
export const exchanges: ReadonlyMap<string, (options: FeedOptions) => ExchangeDialect> = new Map([
  ['binance', binance],
  ['kucoin', kucoin],
  ['okx', okx],
  ['kraken', kraken],
  ['coinbase', coinbase],
]);

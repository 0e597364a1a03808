import { binanceFacts } from './binance.ts';
import { coinbaseFacts } from './coinbase.ts';
import type { ExchangeFacts } from './exchange-facts.ts';
import { krakenFacts } from './kraken.ts';
import { kucoinFacts } from './kucoin.ts';
import { okxFacts } from './okx.ts';

/** Facts about each exchange with live prices, by name. */
export const exchangeFacts: ReadonlyMap<string, ExchangeFacts> = new Map(
  [binanceFacts, kucoinFacts, okxFacts, krakenFacts, coinbaseFacts].map((facts) => [facts.name, facts]),
);

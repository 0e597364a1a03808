import { addressesOf } from '../../../market/facts/addresses.ts';
import { coinbaseFacts } from '../../../market/facts/coinbase.ts';
import { booksIn, fieldsOf, pairsOf, timeIn } from '../answers.ts';
import type { ExchangeDialect, FeedOptions } from '../exchange-feed.ts';
import { isObject } from '../json.ts';
import { createRest } from '../rest.ts';
import { coinbaseProtocol } from './protocol.ts';

/** Coinbase Advanced Trade: whole books with every change, of which the best twenty levels are said. */
export const coinbase = ({ clock, place }: FeedOptions): ExchangeDialect => {
  const addresses = addressesOf('coinbase', place);
  const rest = createRest(`${addresses.rest}/api/v3/brokerage`, clock);
  return {
    name: 'coinbase',
    clock,
    isKept: true,
    scanOnly: 'Coinbase names no fills, by which orders could be accounted for',
    list: (timeoutMs) => rest.get('/market/products?product_type=SPOT', timeoutMs),
    time: async (timeoutMs) => timeIn(Number(fieldsOf(await rest.get('/time', timeoutMs)).epochMillis)),
    book: async ({ base, quote }, timeoutMs) => {
      const path = `/market/product_book?product_id=${base}-${quote}&limit=10`;
      const { pricebook } = fieldsOf(await rest.get(path, timeoutMs));
      const { bids, asks } = isObject(pricebook) ? pricebook : {};
      return booksIn({ bids: pairsOf(bids), asks: pairsOf(asks) });
    },
    isUnknownMarket: (reason) => /answers 404: NOT_FOUND/.test(reason),
    protocolOf: (markets) => coinbaseProtocol(addresses.stream ?? addresses.rest, markets),
    marketsOfConnection: coinbaseFacts.limits.marketsOfConnection,
    mostConnections: coinbaseFacts.limits.mostConnections,
  };
};

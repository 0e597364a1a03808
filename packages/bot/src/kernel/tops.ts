import { bestPrice } from '../market/book-side.ts';
import type { Elapsed } from '../model/moment.ts';
import type { Unheard } from '../model/unheard.ts';
import type { Tops } from '../portfolio/usd-prices.ts';
import type { Market } from './market.ts';

/** The best prices of the trusted books, those included of which the last message is unheard. */
export const topsOf = (
  markets: readonly Market[],
  isTrusted: (market: Market) => boolean,
  unheard: Unheard | undefined,
  isYoung: (received: Elapsed) => boolean,
): Tops => {
  const [bids, asks] = [new Float64Array(markets.length), new Float64Array(markets.length)];
  for (const market of markets) {
    const { id, book } = market;
    const isKept = unheard?.has(id) === true;
    const bid = isKept ? unheard.bid(id) : bestPrice(book.bids);
    const ask = isKept ? unheard.ask(id) : bestPrice(book.asks);
    const isUsed = (isKept ? isYoung(unheard.receivedAt(id)) : isTrusted(market)) && bid > 0 && ask > 0;
    bids[id] = isUsed ? bid : Number.NaN;
    asks[id] = isUsed ? ask : Number.NaN;
  }
  return { bids, asks };
};

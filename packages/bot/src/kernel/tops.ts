import { bestPrice } from '../market/book-side.ts';
import type { OrderBook } from '../market/order-book.ts';
import type { Elapsed } from '../model/moment.ts';
import { receivedAt, type Unheard } from '../model/unheard.ts';
import type { Tops } from '../portfolio/usd-prices.ts';

/** The best prices of the trusted books, those included of which the last message is unheard. */
export const topsOf = (
  books: readonly OrderBook[],
  isTrusted: (market: number) => boolean,
  unheard: Unheard | undefined,
  isYoung: (received: Elapsed) => boolean,
): Tops => {
  const [bids, asks] = [new Float64Array(books.length), new Float64Array(books.length)];
  for (let id = 0; id < books.length; id++) {
    const book = books[id] as OrderBook;
    const isKept = unheard?.waits[id] === 1;
    const bid = isKept ? (unheard.bids[id] as number) : bestPrice(book.bids);
    const ask = isKept ? (unheard.asks[id] as number) : bestPrice(book.asks);
    const isOpen = isKept ? isYoung(receivedAt(unheard, id)) : isTrusted(id);
    const isUsed = isOpen && bid > 0 && ask > 0;
    bids[id] = isUsed ? bid : Number.NaN;
    asks[id] = isUsed ? ask : Number.NaN;
  }
  return { bids, asks };
};

import { bestPrice } from '../market/book-side.ts';
import type { OrderBook } from '../market/order-book.ts';
import { type Elapsed, since } from '../model/moment.ts';
import { receivedAt, type Unheard } from '../model/unheard.ts';
import type { Tops } from '../portfolio/usd-prices.ts';

/** The best prices of the trusted books, those included of which the last message is unheard, if it is no older than `longestAgeMs` at a moment. */
export const topsOf = (
  books: readonly OrderBook[],
  isTrusted: (market: number) => boolean,
  unheard: Unheard | undefined,
  at: Elapsed,
  longestAgeMs: number,
): Tops => {
  const count = books.length;
  const bids = new Array<number>(count);
  const asks = new Array<number>(count);
  const note = (id: number, isOpen: boolean, bid: number, ask: number): void => {
    const isUsed = isOpen && bid > 0 && ask > 0;
    bids[id] = isUsed ? bid : Number.NaN;
    asks[id] = isUsed ? ask : Number.NaN;
  };
  for (let id = 0; id < count; id++) {
    if (unheard?.waits[id] === 1)
      note(id, since(receivedAt(unheard, id), at) <= longestAgeMs, unheard.bids[id] ?? 0, unheard.asks[id] ?? 0);
    else {
      const book = books[id] as OrderBook;
      note(id, isTrusted(id), bestPrice(book.bids), bestPrice(book.asks));
    }
  }
  return { bids, asks };
};

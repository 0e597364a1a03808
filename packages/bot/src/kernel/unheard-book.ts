import type { OrderBook } from '../market/order-book.ts';

/**
 * What markets are made upon whose books may be unheard: who reads a book has it with what was unheard of it, which `pull` fetches. By one
 * prototype, as a getter of its own would take the shape from each market.
 */
export const unheardBookOf = (books: readonly OrderBook[], pull: (market: number) => void) => ({
  get book(): OrderBook {
    const { id } = this as unknown as { readonly id: number };
    pull(id);
    return books[id] as OrderBook;
  },
});

import type { Budgets } from '../kernel/budgets.ts';
import type { Books, Exchange, RequestKind, Throttled } from '../model/exchange.ts';

/** The exchange with each request counted against what it allows; market data that would take more than half are not asked for. */
export const budgeted = (
  exchange: Exchange,
  { note, readableInMs }: Pick<Budgets, 'note' | 'readableInMs'>,
): Exchange => {
  if (exchange.budget === undefined) return exchange;
  const { name, readBook, serverTime } = exchange;
  const counted = <T>(kind: RequestKind, ask: () => T): T => {
    note(name, kind);
    return ask();
  };
  const spared = <T>(kind: RequestKind, ask: () => Promise<T>): Promise<T | Throttled> => {
    const retryAfterMs = readableInMs(name, kind);
    return retryAfterMs === 0
      ? counted(kind, ask)
      : Promise.resolve({ kind: 'throttled', scope: 'data', retryAfterMs });
  };
  return {
    ...exchange,
    books: countedBooks(exchange.books, () => note(name, 'resync')),
    instruments: (ms) => counted('instruments', () => exchange.instruments(ms)),
    ...(readBook && { readBook: (symbol, ms) => spared('readBook', () => readBook(symbol, ms)) }),
    ...(serverTime && { serverTime: (ms) => spared('serverTime', () => serverTime(ms)) }),
    place: (request, ms) => counted('place', () => exchange.place(request, ms)),
    lookUp: (symbol, id, ms) => counted('lookUp', () => exchange.lookUp(symbol, id, ms)),
    cancel: (symbol, id, ms) => counted('cancel', () => exchange.cancel(symbol, id, ms)),
    balances: (ms) => counted('balances', () => exchange.balances(ms)),
    openOrders: (ms) => counted('openOrders', () => exchange.openOrders(ms)),
  };
};

const countedBooks = (books: Books, note: () => void): Books =>
  books.kind === 'whole'
    ? books
    : {
        ...books,
        resync: (symbol) => {
          note();
          books.resync(symbol);
        },
      };

import type { Backend } from '../backend.ts';
import type { Handlers } from '../handler.ts';
import { notFound } from '../problem.ts';

export function exchangeRoutes({ symbols }: Backend): Pick<Handlers, 'exchanges.pairs'> {
  return {
    'exchanges.pairs': ({ query: { exchange, quote_currencies } }) => {
      const listed = symbols.get(exchange);
      if (listed === undefined) return notFound('exchange', exchange);
      const quotes = new Set(quote_currencies.split(',').map((quote) => quote.trim().toUpperCase()));
      const pairs = listed.filter((symbol) => quotes.has(symbol.split('/')[1] ?? ''));
      return { pairs, total_pairs: pairs.length };
    },
  };
}

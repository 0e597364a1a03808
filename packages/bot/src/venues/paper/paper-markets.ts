import type { ExchangeFees } from '@triquad/core/contract';
import { charged } from '../../market/fees.ts';
import { readableInstruments } from '../../market/instrument-rules.ts';
import type { BookUpdated } from '../../model/event.ts';
import type { MarketData } from '../../model/exchange.ts';
import type { Instrument } from '../../model/instrument.ts';
import { createPaperBook, type PaperBook } from './paper-book.ts';

/** `listed`: as the feed lists it; `instrument`: with the fees in force. */
export type PaperMarket = { listed: Instrument; instrument: Instrument; readonly book: PaperBook };

/** The markets of a paper exchange with their rules, fees and books. */
export type PaperMarkets = ReturnType<typeof createPaperMarkets>;

/** `read`: a book as another keeps it. */
export const createPaperMarkets = (
  { books }: Pick<MarketData, 'books'>,
  read: (symbol: string) => BookUpdated | null,
) => {
  const markets = new Map<string, PaperMarket>();
  let fees: ExchangeFees | undefined;
  return {
    get: (symbol: string): PaperMarket | undefined => markets.get(symbol),
    all: (): Iterable<PaperMarket> => markets.values(),
    /** Takes the rules as the feed lists them now; orders that rest keep theirs. */
    list: (instruments: readonly Instrument[]): void => {
      for (const listed of readableInstruments(instruments)) {
        const { symbol } = listed;
        const instrument = charged(listed, fees);
        const known = markets.get(symbol);
        if (known) Object.assign(known, { listed, instrument });
        else {
          const book = createPaperBook(listed, books, () => read(symbol));
          markets.set(symbol, { listed, instrument, book });
        }
      }
    },
    charge: (next: ExchangeFees | undefined): void => {
      fees = next;
      for (const market of markets.values()) market.instrument = charged(market.listed, fees);
    },
  };
};

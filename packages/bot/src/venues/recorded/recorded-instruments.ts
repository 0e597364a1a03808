import { entryFees } from '../../market/fees.ts';
import { type Grid, gridOf } from '../../model/grid.ts';
import type { Instrument } from '../../model/instrument.ts';
import { createDecimals, type DecimalsSeen } from '../../model/market-decimals.ts';

/** The best bid and ask of a market at one moment of a recording; sizes in base. All are NaN where the book is not to be used from then on. */
export type RecordedQuote = {
  /** UTC milliseconds. */
  readonly timeMs: number;
  /** Stretch of the recording without interruption. */
  readonly session: number;
  /** `BASE/QUOTE`. */
  readonly symbol: string;
  readonly bid: number;
  readonly bidSize: number;
  readonly ask: number;
  readonly askSize: number;
};

/** Whether the quote says that there is none. */
export const isVoid = ({ bid }: RecordedQuote): boolean => Number.isNaN(bid);
export const voidReason = 'the recording says so';

/** Collects the rules of the markets of a recording from the decimals of its prices and sizes. */
export type InstrumentsSeen = {
  see(quote: RecordedQuote): void;
  /** In the order of their first appearance. */
  all(): readonly Instrument[];
  /** How their books count, by symbol: prices by the finest decimal seen, sizes in lots. */
  grids(): ReadonlyMap<string, Grid>;
  /** Where their rules are from, as a sentence. */
  origin(): string;
};

/**
 * The rules of the markets in the exchange's list, where there is one; of the others the finest decimal ever seen in a market's prices is its tick, in its sizes its lot: a coarser rule would have refused the
 * orders recorded, a finer one is possible but was never used. Minimum quantity is one lot; a recording tells no minimum notional.
 */
export function instrumentsSeen(
  exchange: string,
  listed: readonly Instrument[] = [],
  decimals: DecimalsSeen = createDecimals(),
): InstrumentsSeen {
  const rules = new Map(listed.map((instrument) => [instrument.symbol, instrument]));
  const all = (): readonly Instrument[] =>
    decimals.all().map(({ symbol, priceDecimals, sizeDecimals }) => {
      const known = rules.get(symbol);
      if (known !== undefined) return known;
      const [base = '', quote = ''] = symbol.split('/');
      const lotStep = Number(`1e-${sizeDecimals}`);
      return {
        exchange,
        symbol,
        base,
        quote,
        tickSize: Number(`1e-${priceDecimals}`),
        lotStep,
        minQuantity: lotStep,
        minNotional: 0,
        ...entryFees(exchange),
      };
    });

  const grids = (): ReadonlyMap<string, Grid> => {
    const instruments = all();
    return new Map(
      decimals.all().map(({ symbol, priceDecimals, highest }, place) => {
        // Beyond that a number would not count the highest price any more.
        const countable = Math.floor(Math.log10(Number.MAX_SAFE_INTEGER / highest));
        return [symbol, gridOf(instruments[place] as Instrument, Math.min(priceDecimals, countable))];
      }),
    );
  };

  return {
    all,
    see: (quote) => {
      if (isVoid(quote)) return;
      const { symbol, bid, bidSize, ask, askSize } = quote;
      decimals.market(symbol).see(bid, bidSize, ask, askSize);
    },
    grids,
    origin: () => {
      const markets = decimals.all();
      const guessed = markets.filter(({ symbol }) => !rules.has(symbol)).length;
      const without = `the rules of ${guessed} of ${markets.length} markets of ${exchange} are guessed from the decimals of their quotes`;
      if (rules.size === 0) return `Without a list of its markets ${without}.`;
      return guessed === 0
        ? `The rules of ${exchange} are those of its list of markets.`
        : `They are not in its list: ${without}.`;
    },
  };
}

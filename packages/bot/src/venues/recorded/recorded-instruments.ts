import { entryFees } from '../../market/fees.ts';
import type { Instrument } from '../../model/instrument.ts';

/** The best bid and ask of a market at one moment of a recording; sizes in base. */
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

/** Collects the rules of the markets of a recording from the decimals of its prices and sizes. */
export type InstrumentsSeen = {
  see(quote: RecordedQuote): void;
  /** In the order of their first appearance. */
  all(): readonly Instrument[];
  /** Where their rules are from, as a sentence. */
  origin(): string;
};

/**
 * The rules of the markets in the exchange's list, where there is one; of the others the finest decimal ever seen in a market's prices is its tick, in its sizes its lot: a coarser rule would have refused the
 * orders recorded, a finer one is possible but was never used. Minimum quantity is one lot; a recording tells no minimum notional.
 */
export function instrumentsSeen(exchange: string, listed: readonly Instrument[] = []): InstrumentsSeen {
  const rules = new Map(listed.map((instrument) => [instrument.symbol, instrument]));
  const markets = new Map<string, { priceDecimals: number; sizeDecimals: number }>();
  return {
    see: ({ symbol, bid, bidSize, ask, askSize }) => {
      const market = markets.get(symbol) ?? { priceDecimals: 0, sizeDecimals: 0 };
      markets.set(symbol, market);
      market.priceDecimals = Math.max(market.priceDecimals, decimalsOf(bid), decimalsOf(ask));
      market.sizeDecimals = Math.max(market.sizeDecimals, decimalsOf(bidSize), decimalsOf(askSize));
    },
    all: () =>
      [...markets].map(([symbol, { priceDecimals, sizeDecimals }]) => {
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
      }),
    origin: () => {
      const guessed = [...markets.keys()].filter((symbol) => !rules.has(symbol)).length;
      const without = `the rules of ${guessed} of ${markets.size} markets of ${exchange} are guessed from the decimals of their quotes`;
      if (rules.size === 0) return `Without a list of its markets ${without}.`;
      return guessed === 0
        ? `The rules of ${exchange} are those of its list of markets.`
        : `They are not in its list: ${without}.`;
    },
  };
}

/** Digits behind the point in the shortest decimal that is this number: 2 for 0.25, 7 for 1e-7, 0 for 1500. */
function decimalsOf(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent));
}

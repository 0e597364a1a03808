import { entryFees } from '../../market/fees.ts';
import { decimalsOf } from '../../model/decimal.ts';
import { type Grid, gridOf } from '../../model/grid.ts';
import type { Instrument } from '../../model/instrument.ts';

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

/** Takes prices and sizes of a market that are above zero. */
export type SeenMarket = { see(bid: number, bidSize: number, ask: number, askSize: number): void };

/** Collects the rules of the markets of a recording from the decimals of its prices and sizes. */
export type InstrumentsSeen = {
  see(quote: RecordedQuote): void;
  /** One market, for those who see many rows of it. */
  market(symbol: string): SeenMarket;
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
export function instrumentsSeen(exchange: string, listed: readonly Instrument[] = []): InstrumentsSeen {
  const rules = new Map(listed.map((instrument) => [instrument.symbol, instrument]));
  const markets = new Map<string, Decimals & SeenMarket>();
  const market: InstrumentsSeen['market'] = (symbol) => {
    const one = markets.get(symbol) ?? createSeen();
    markets.set(symbol, one);
    return one;
  };

  const all = (): readonly Instrument[] =>
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
    });

  return {
    all,
    market,
    see: (quote) => {
      if (isVoid(quote)) return;
      const { symbol, bid, bidSize, ask, askSize } = quote;
      market(symbol).see(bid, bidSize, ask, askSize);
    },
    grids: () =>
      new Map(
        all().map((instrument) => {
          const { priceDecimals = 0, highest = 1 } = markets.get(instrument.symbol) ?? {};
          // Beyond that a number would not count the highest price any more.
          const countable = Math.floor(Math.log10(Number.MAX_SAFE_INTEGER / highest));
          return [instrument.symbol, gridOf(instrument, Math.min(priceDecimals, countable))];
        }),
      ),
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

/** The most decimals of a market's prices and sizes so far, and its highest price. */
type Decimals = { priceDecimals: number; sizeDecimals: number; highest: number };

/** Below so many units a number tells decimals apart. */
const mostExact = 1e15;

/** Whether a value has no more decimals than the scale of these has zeros. */
const isWithin = (value: number, scale: number): boolean =>
  value * scale < mostExact && Math.round(value * scale) / scale === value;

const createSeen = (): Decimals & SeenMarket => {
  // To write a number down, or to raise ten to a power, takes longer than all else that is done with a row.
  let [priceScale, sizeScale] = [1, 1];
  const seen: Decimals & SeenMarket = {
    priceDecimals: 0,
    sizeDecimals: 0,
    highest: 0,
    see: (bid, bidSize, ask, askSize) => {
      if (bid > seen.highest) seen.highest = bid;
      if (ask > seen.highest) seen.highest = ask;
      if (!isWithin(bid, priceScale) || !isWithin(ask, priceScale)) {
        seen.priceDecimals = Math.max(seen.priceDecimals, decimalsOf(bid), decimalsOf(ask));
        priceScale = 10 ** seen.priceDecimals;
      }
      if (!isWithin(bidSize, sizeScale) || !isWithin(askSize, sizeScale)) {
        seen.sizeDecimals = Math.max(seen.sizeDecimals, decimalsOf(bidSize), decimalsOf(askSize));
        sizeScale = 10 ** seen.sizeDecimals;
      }
    },
  };
  return seen;
};

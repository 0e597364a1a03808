import { feeOf, type Instrument } from '../model/instrument.ts';
import { createDetector, type DetectorOptions } from '../strategy/detector.ts';

/**
 * Prices of the last rows of an exchange, by the places of its markets; NaN where a book is void. `times`: when each row came, in ms of the
 * monotonic clock.
 */
export type LastPrices = { readonly bids: Float64Array; readonly asks: Float64Array; readonly times: Float64Array };

export type MarksOptions = Pick<DetectorOptions, 'types' | 'fundingCurrencies'> & {
  /** With the fees of the run. */
  readonly instruments: readonly Instrument[];
  /** Older books are not traded upon, in ms. */
  readonly maxBookAgeMs: number;
  /** Profit that a cycle must bring for the bot, in percent. */
  readonly minProfitPct: number;
};

/** Marks the rows at which a cycle of one exchange could pay. */
export type Marks = {
  /** Prices from which nothing pays: a row that is no better in both needs no look. */
  readonly bids: Float64Array;
  readonly asks: Float64Array;
  /** Looks at the last row of a market; true when a cycle through it could pay. */
  look(market: number, now: number): boolean;
  /** Looks at the last rows of all markets; true when any cycle could pay. */
  pays(now: number): boolean;
  /** Every book is void. */
  reset(): void;
};

/** A leg is looked at for so much longer than it is traded upon, in ms: the engine notices late that it is too old. */
const graceMs = 1_000;
/** Room for rounding. */
const rounding = 1e-9;
/** Prices are looked at as if they were better by up to this share. */
const mostMargin = 5e-4;

export const createMarks = (options: MarksOptions, prices: LastPrices): Marks => {
  const { types, fundingCurrencies, minProfitPct, maxBookAgeMs } = options;
  const instruments = cheapest(options.instruments);
  const least = minProfitPct / 100 - rounding;
  const detector = createDetector({ instruments, types, fundingCurrencies, threshold: least });
  // Within it no cycle of three pays that loses more than a third of its fees.
  const margin = Math.max(0, Math.min(mostMargin, (3 * Math.min(...instruments.map(feeOf)) + least) / 9));
  const count = instruments.length;
  const [bids, asks] = [new Float64Array(count), new Float64Array(count).fill(Number.POSITIVE_INFINITY)];
  const oldestAt = (now: number): number => now - maxBookAgeMs - graceMs;

  const give = (market: number, bid: number, ask: number): number => {
    const isSound = bid > 0;
    bids[market] = isSound ? bid : 0;
    asks[market] = isSound ? ask : Number.POSITIVE_INFINITY;
    return detector.update(market, bid, ask);
  };
  const giveExactly = (market: number, oldest: number): number =>
    (prices.times[market] as number) >= oldest
      ? give(market, prices.bids[market] as number, prices.asks[market] as number)
      : give(market, Number.NaN, Number.NaN);

  /** Judges exactly what pays at the better prices. */
  const judge = (market: number, hits: number, now: number): boolean => {
    const legs = new Set<number>();
    for (let hit = 0; hit < hits; hit++) for (const edge of detector.cycle(hit).edges) legs.add(edge >> 1);
    legs.delete(market);
    for (const leg of legs) giveExactly(leg, oldestAt(now));
    const pays = giveExactly(market, oldestAt(now)) > 0;
    // Its next row is looked at, whatever it says.
    if (pays) [bids[market], asks[market]] = [0, Number.POSITIVE_INFINITY];
    return pays;
  };

  const look: Marks['look'] = (market, now) => {
    const bid = (prices.bids[market] as number) * (1 + margin);
    const ask = (prices.asks[market] as number) * (1 - margin);
    const hits = give(market, bid, ask);
    return hits > 0 && judge(market, hits, now);
  };
  const reset = (): void => {
    detector.reset();
    bids.fill(0);
    asks.fill(Number.POSITIVE_INFINITY);
  };

  return {
    ...{ bids, asks, look, reset },
    pays: (now) => {
      reset();
      const oldest = oldestAt(now);
      for (let market = 0; market < count; market++)
        if ((prices.times[market] as number) >= oldest && look(market, now)) return true;
      return false;
    },
  };
};

/** The markets at the least that a taker may be charged in the run: with the fee token, where one is set. */
const cheapest = (instruments: readonly Instrument[]): readonly Instrument[] =>
  instruments.map((one) =>
    one.feeToken === undefined
      ? one
      : { ...one, tokenFee: Math.min(one.takerFee, one.takerFee * (1 - one.feeToken.discount)) },
  );

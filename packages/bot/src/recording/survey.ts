import { basename } from 'node:path';
import { isWithin, type Range } from '@triquad/core/time';
import { createDecimals, type MarketDecimals, type SeenMarket } from '../model/market-decimals.ts';
import { readColumns } from './read-quotes.ts';
import type { RejectedRow } from './recorded-row.ts';

/** What the rows of a recording, or of a range of it, say of it as a whole. Plain data. */
export type Survey = {
  /** Moments of the first and last good row, UTC milliseconds: infinite where there is none. */
  readonly from: number;
  readonly to: number;
  readonly rows: number;
  /** In the order of their first appearance. */
  readonly markets: readonly MarketDecimals[];
  /** Rows that were left out, in or out of the range; `first`: which one, and why. */
  readonly bad: { readonly count: number; readonly first: string };
};

const ever: Range = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** Of no rows. */
export const nothing: Survey = {
  ...{ from: ever.to, to: ever.from, rows: 0 },
  markets: [],
  bad: { count: 0, first: '' },
};

/** Reads a recording through; it ends early where `goesOn`, asked after each batch, says so. Never throws. */
export const surveyOf = async (path: string, range = ever, goesOn = async () => true): Promise<Survey> => {
  const bad = { count: 0, first: '' };
  const reject = ({ file, line, field, message }: RejectedRow): void => {
    bad.count++;
    bad.first ||= `${basename(file)}:${line}: ${field}: ${message}`;
  };
  const decimals = createDecimals();
  let { from, to, rows } = nothing;
  let symbols: readonly string[] = [];
  let markets: SeenMarket[] = [];
  for await (const batch of readColumns(path, reject)) {
    if (batch.symbols !== symbols) markets = [];
    symbols = batch.symbols;
    for (let row = 0; row < batch.rows; row++) {
      const timeMs = batch.timeMs[row] as number;
      if (!isWithin(range, timeMs)) continue;
      rows++;
      if (timeMs < from) from = timeMs;
      if (timeMs > to) to = timeMs;
      const bid = batch.bid[row] as number;
      if (Number.isNaN(bid)) continue;
      const place = batch.market[row] as number;
      markets[place] ??= decimals.market(symbols[place] as string);
      markets[place].see(bid, batch.bidSize[row] as number, batch.ask[row] as number, batch.askSize[row] as number);
    }
    if (!(await goesOn())) break;
  }
  return { from, to, rows, markets: decimals.all(), bad };
};

/** Of both, one after the other. */
export const joined = (one: Survey, other: Survey): Survey => ({
  from: Math.min(one.from, other.from),
  to: Math.max(one.to, other.to),
  rows: one.rows + other.rows,
  markets: createDecimals([...one.markets, ...other.markets]).all(),
  bad: { count: one.bad.count + other.bad.count, first: one.bad.first || other.bad.first },
});

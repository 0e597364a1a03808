import { BigNumber } from 'bignumber.js';

/** An asset of which an account holds something else than the ledger says. Amounts are exact decimals. */
export type Disagreement = {
  readonly asset: string;
  readonly booked: string;
  readonly found: string;
  /** Fills since the two last agreed that moved the asset. */
  readonly fills: number;
  /** The usual fees of it that are pending. */
  readonly pending_fees: string;
  /** USD for one unit; null without a price. */
  readonly price: number | null;
};

export type Explanation = 'rounding' | 'late_fee' | 'deposit' | 'withdrawal' | 'dust' | 'unexplained';

/** The most that is taken for rounding a day and account, in USD. */
export const roundingPerDay = 1;
const smallestRounding = 0.01;
/** Differences worth less are dust, in USD. */
export const dustBelow = 1;
/** Exchanges count in eight decimals, if not in more. */
const usualDecimals = 8;
/** A fee that came late may be of a higher tier. */
const feeMargin = 2;

/** What explains that an account and the ledger differ, from the most harmless on. `roundingLeft`: USD that roundings may still take today. */
export const explain = (one: Disagreement, roundingLeft: number): Explanation => {
  const { fills, price } = one;
  const change = new BigNumber(one.found).minus(one.booked);
  const size = change.abs();
  const usd = price === null ? null : size.multipliedBy(price).toNumber();
  if (isRounding(one, size, usd) && (usd ?? 0) <= roundingLeft) return 'rounding';
  const fee = new BigNumber(one.pending_fees).multipliedBy(feeMargin);
  if (change.isNegative() && size.isLessThanOrEqualTo(fee)) return 'late_fee';
  // Nothing traded it: only money from outside, or to it, can have changed it.
  if (fills === 0) return change.isNegative() ? 'withdrawal' : 'deposit';
  return usd !== null && usd < dustBelow ? 'dust' : 'unexplained';
};

const isRounding = ({ found, fills }: Disagreement, size: BigNumber, usd: number | null): boolean => {
  const decimals = Math.max(usualDecimals, new BigNumber(found).decimalPlaces() ?? 0);
  const digits = new BigNumber(2 * fills).shiftedBy(-decimals);
  return size.isLessThanOrEqualTo(digits) || (usd !== null && usd <= smallestRounding);
};

import { BigNumber } from 'bignumber.js';
import type { Fee, Side } from '../model/exchange.ts';
import type { Instrument } from '../model/instrument.ts';

/** What was exchanged: exact decimals, `filled_quote` before fees. */
export type Filled = {
  readonly base: string;
  readonly quote: string;
  readonly side: Side;
  readonly filled_quantity: string;
  readonly filled_quote: string;
  readonly fees: readonly Fee[];
};

/** What the fills changed, by asset, fees included. */
export const changesOf = (fills: readonly Filled[]): ReadonlyMap<string, BigNumber> => {
  const changes = new Map<string, BigNumber>();
  const add = (asset: string, amount: BigNumber) => changes.set(asset, amount.plus(changes.get(asset) ?? 0));
  for (const { base, quote, side, filled_quantity, filled_quote, fees } of fills) {
    const sign = side === 'buy' ? 1 : -1;
    add(base, new BigNumber(filled_quantity).multipliedBy(sign));
    add(quote, new BigNumber(filled_quote).multipliedBy(-sign));
    for (const fee of fees) add(fee.asset, new BigNumber(fee.amount).negated());
  }
  return changes;
};

/**
 * What the fills leave to be spent, by asset. Some exchanges tell a fee later: until then a fill without one counts as if the usual
 * fee had been taken, as what the exchange has taken already cannot be spent.
 */
export const spendableOf = (
  fills: readonly (Filled & { readonly symbol: string })[],
  instrument: (symbol: string) => Instrument | null,
): ReadonlyMap<string, BigNumber> =>
  changesOf(
    fills.map((fill) => (fill.fees.length > 0 ? fill : { ...fill, fees: expectedFees(fill, instrument(fill.symbol)) })),
  );

const expectedFees = (
  { side, base, quote, filled_quantity, filled_quote }: Filled,
  instrument: Instrument | null,
): readonly Fee[] => {
  if (!instrument || instrument.takerFee <= 0) return [];
  const [asset, of] =
    side === 'sell' || instrument.feeCurrency === 'quote' ? [quote, filled_quote] : [base, filled_quantity];
  return [{ asset, amount: new BigNumber(of).multipliedBy(instrument.takerFee).toFixed() }];
};

/**
 * What fills have made of the start currency, in it. Of other assets they may have used up what they did not bring, as a fee that is paid
 * with a third one: that counts at its price, `priceOf` in units of the start currency, and is left out where it has none.
 */
export const profitOf = (
  start: string,
  fills: readonly Filled[],
  priceOf: (asset: string) => number | null,
): BigNumber => {
  let profit = new BigNumber(0);
  for (const [asset, change] of changesOf(fills)) {
    if (asset === start) profit = profit.plus(change);
    else if (change.isNegative()) profit = profit.plus(change.multipliedBy(priceOf(asset) ?? 0).decimalPlaces(18));
  }
  return profit;
};

import { BigNumber } from 'bignumber.js';
import type { Side } from '../model/exchange.ts';
import { feeOf, type Instrument } from '../model/instrument.ts';
import type { LevelUpdates } from '../model/levels.ts';

/** What a leg finds: offers of the side that it takes from, best first, `[price, size]` in quote per base and base. */
export type LegOffers = { readonly instrument: Instrument; readonly side: Side; readonly offers: LevelUpdates };

/**
 * What an amount of the start currency comes to when each leg takes what it finds, after fees and without regard to lots. What the offers do
 * not suffice for is exchanged at the worst of their prices; where there are none, nothing comes of it.
 */
export const endAfter = (start: BigNumber, legs: readonly LegOffers[]): BigNumber =>
  legs.reduce((amount, leg) => (leg.side === 'sell' ? soldFor(amount, leg) : boughtWith(amount, leg)), start);

const soldFor = (amount: BigNumber, { instrument, offers }: LegOffers): BigNumber => {
  let [left, quote] = [amount, new BigNumber(0)];
  for (const [at, [price, size]] of offers.entries()) {
    const taken = at === offers.length - 1 ? left : BigNumber.min(left, size);
    quote = quote.plus(taken.multipliedBy(price));
    left = left.minus(taken);
    if (left.isZero()) break;
  }
  return afterFee(quote, feeOf(instrument));
};

const boughtWith = (amount: BigNumber, { instrument, offers }: LegOffers): BigNumber => {
  const onTop = instrument.feeCurrency === 'quote';
  let [left, base] = [onTop ? amount.dividedBy(1 + feeOf(instrument)) : amount, new BigNumber(0)];
  for (const [at, [price, size]] of offers.entries()) {
    const wanted = left.dividedBy(price);
    const isLast = at === offers.length - 1 || wanted.isLessThanOrEqualTo(size);
    base = base.plus(isLast ? wanted : size);
    if (isLast) break;
    left = left.minus(new BigNumber(size).multipliedBy(price));
  }
  return onTop ? base : afterFee(base, feeOf(instrument));
};

const afterFee = (amount: BigNumber, fee: number): BigNumber => amount.multipliedBy(new BigNumber(1).minus(fee));

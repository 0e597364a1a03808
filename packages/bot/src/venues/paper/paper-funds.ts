import { BigNumber } from 'bignumber.js';
import { heldBy } from '../../model/decimal.ts';
import type { Amount, Fee, Holdings, OrderRequest } from '../../model/exchange.ts';
import type { Instrument } from '../../model/instrument.ts';

/** The money of one paper account: what is there, and what open orders hold back. */
export type PaperFunds = {
  restore(balances: Readonly<Record<string, Amount>>): void;
  holdings(): Holdings;
  free(asset: string): BigNumber;
  hold(id: string, hold: Hold): void;
  release(id: string): void;
  /** Exchanges base against quote at a fee that is a fraction of the fill; the fee that was charged. */
  settle(instrument: Instrument, side: 'buy' | 'sell', fill: Fill): Fee;
};

/** `rate`: the fee as a fraction. `tokenPrice`: of the asset that pays fees, in quote; null where there is none, or no price. */
export type Fill = {
  readonly quantity: BigNumber;
  readonly quote: BigNumber;
  readonly rate: number;
  readonly tokenPrice: BigNumber | null;
};

export type Hold = { readonly asset: string; readonly amount: BigNumber };

const zero = new BigNumber(0);

export const createPaperFunds = (): PaperFunds => {
  const balances = new Map<string, BigNumber>();
  const holds = new Map<string, Hold>();
  const add = (asset: string, amount: BigNumber) => balances.set(asset, amount.plus(balances.get(asset) ?? zero));
  const free = (asset: string): BigNumber => {
    let left = balances.get(asset) ?? zero;
    for (const hold of holds.values()) if (hold.asset === asset) left = left.minus(hold.amount);
    return left;
  };

  return {
    restore: (given) => {
      balances.clear();
      holds.clear();
      for (const [asset, amount] of Object.entries(given)) balances.set(asset, new BigNumber(amount));
    },
    holdings: () =>
      Object.fromEntries(
        [...balances].map(([asset, amount]) => {
          const left = free(asset);
          return [asset, { free: left.toFixed(), locked: amount.minus(left).toFixed() }];
        }),
      ),
    free,
    hold: (id, hold) => {
      holds.set(id, hold);
    },
    release: (id) => {
      holds.delete(id);
    },
    settle: (instrument, side, fill) => {
      const { base, quote: currency } = instrument;
      const sign = side === 'buy' ? 1 : -1;
      add(base, fill.quantity.multipliedBy(sign));
      add(currency, fill.quote.multipliedBy(-sign));
      const token = tokenFee(instrument, fill);
      // One that does not suffice pays nothing: then the whole fee is taken as ever.
      const paidInToken = token !== null && free(token.asset).isGreaterThanOrEqualTo(token.amount);
      const fee = paidInToken ? token : usualFee(instrument, side, fill);
      add(fee.asset, new BigNumber(fee.amount).negated());
      return fee;
    },
  };
};

const usualFee = ({ base, quote, feeCurrency }: Instrument, side: 'buy' | 'sell', fill: Fill): Fee =>
  side === 'sell' || feeCurrency === 'quote'
    ? { asset: quote, amount: fill.quote.multipliedBy(fill.rate).toFixed() }
    : { asset: base, amount: fill.quantity.multipliedBy(fill.rate).toFixed() };

/** The decimals to which a token is charged, rounded up. */
const tokenDecimals = 8;

const tokenFee = ({ feeToken }: Instrument, { quote, rate, tokenPrice }: Fill): Fee | null => {
  if (feeToken === undefined || tokenPrice === null || !tokenPrice.isGreaterThan(0) || rate <= 0) return null;
  const amount = quote
    .multipliedBy(rate)
    .multipliedBy(1 - feeToken.discount)
    .dividedBy(tokenPrice);
  return { asset: feeToken.asset, amount: amount.decimalPlaces(tokenDecimals, BigNumber.ROUND_UP).toFixed() };
};

/** What a limit order holds back until it is filled. */
export const holdFor = (instrument: Instrument, { side, price }: OrderRequest, quantity: BigNumber): Hold => ({
  asset: side === 'sell' ? instrument.base : instrument.quote,
  amount: heldBy(instrument, { side, quantity: quantity.toFixed(), price: price ?? '0' }),
});

import { BigNumber } from 'bignumber.js';
import type { Fee, Side } from '../model/exchange.ts';

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

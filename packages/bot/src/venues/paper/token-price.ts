import { BigNumber } from 'bignumber.js';
import type { Side } from '../../model/exchange.ts';
import type { Instrument } from '../../model/instrument.ts';

/** The best price at which an order of that side would be filled; nothing where there is no such market, or nothing offered. */
type Best = (symbol: string, side: Side) => BigNumber | undefined;

/** By way of which an asset may be priced in a currency. */
const bridges = ['USDT', 'USDC', 'USD', 'BTC'];

/** The price in its quote of what pays a market's fees; null where nothing does, or no book says it. */
export const tokenPriceOf = ({ feeToken, quote }: Instrument, best: Best): BigNumber | null =>
  feeToken === undefined ? null : priceIn(feeToken.asset, quote, best);

/** What one unit of an asset brings in a currency, straight or by way of one other. */
const priceIn = (asset: string, currency: string, best: Best): BigNumber | null => {
  const straight = (from: string, to: string): BigNumber | null => {
    if (from === to) return new BigNumber(1);
    const ask = best(`${to}/${from}`, 'buy');
    return best(`${from}/${to}`, 'sell') ?? (ask === undefined ? null : new BigNumber(1).dividedBy(ask));
  };
  for (const middle of [currency, ...bridges]) {
    const [first, second] = [straight(asset, middle), straight(middle, currency)];
    if (first !== null && second !== null) return first.multipliedBy(second);
  }
  return null;
};

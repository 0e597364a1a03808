import { BigNumber } from 'bignumber.js';
import { heldBy } from '../../model/decimal.ts';
import type { Amount, Fee, OrderRequest } from '../../model/exchange.ts';
import type { Instrument } from '../../model/instrument.ts';

/** The money of one paper account: what is there, and what open orders hold back. */
export type PaperAccount = {
  restore(balances: Readonly<Record<string, Amount>>): void;
  total(): Readonly<Record<string, Amount>>;
  free(asset: string): BigNumber;
  hold(id: string, hold: Hold): void;
  release(id: string): void;
  /** Exchanges base against quote; the fee that was charged. */
  settle(instrument: Instrument, side: 'buy' | 'sell', quantity: BigNumber, quote: BigNumber): Fee;
};

export type Hold = { readonly asset: string; readonly amount: BigNumber };

const zero = new BigNumber(0);

export const createPaperAccount = (): PaperAccount => {
  const balances = new Map<string, BigNumber>();
  const holds = new Map<string, Hold>();
  const add = (asset: string, amount: BigNumber) => balances.set(asset, amount.plus(balances.get(asset) ?? zero));

  return {
    restore: (given) => {
      balances.clear();
      holds.clear();
      for (const [asset, amount] of Object.entries(given)) balances.set(asset, new BigNumber(amount));
    },
    total: () => Object.fromEntries([...balances].map(([asset, amount]) => [asset, amount.toFixed()])),
    free: (asset) => {
      let free = balances.get(asset) ?? zero;
      for (const hold of holds.values()) if (hold.asset === asset) free = free.minus(hold.amount);
      return free;
    },
    hold: (id, hold) => {
      holds.set(id, hold);
    },
    release: (id) => {
      holds.delete(id);
    },
    settle: (instrument, side, quantity, quote) => {
      const { base, quote: currency, feeCurrency, takerFee } = instrument;
      const inQuote = side === 'sell' || feeCurrency === 'quote';
      const fee = (inQuote ? quote : quantity).multipliedBy(takerFee);
      const sign = side === 'buy' ? 1 : -1;
      add(base, quantity.multipliedBy(sign));
      add(currency, quote.multipliedBy(-sign));
      add(inQuote ? currency : base, fee.negated());
      return { asset: inQuote ? currency : base, amount: fee.toFixed() };
    },
  };
};

/** What a limit order holds back until it is filled. */
export const holdFor = (instrument: Instrument, { side, price }: OrderRequest, quantity: BigNumber): Hold => ({
  asset: side === 'sell' ? instrument.base : instrument.quote,
  amount: heldBy(instrument, { side, quantity: quantity.toFixed(), price: price ?? '0' }),
});

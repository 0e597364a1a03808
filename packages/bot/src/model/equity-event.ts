import type { TradingMode } from '@triquad/core/contract';
import type { Amount } from './exchange.ts';

/** What an exchange account has of an asset; `amount` is signed where it is a change. */
export type Holding = { readonly exchange: string; readonly asset: string; readonly amount: Amount };

/** What the accounts are worth in USD. An asset without a price is outside of it, and named in `unpriced`. */
export type EquityMarked = {
  readonly type: 'EquityMarked';
  readonly mode: TradingMode;
  readonly equity_usd: number;
  readonly by_exchange: Readonly<Record<string, number>>;
  /** USD for one unit of each asset that is held and has a price. Absent in facts of earlier versions. */
  readonly prices?: Readonly<Record<string, number>>;
  /** Absent where everything that is held has a price, and in facts of earlier versions. */
  readonly unpriced?: readonly Holding[];
  readonly at: number;
};

import type { BigNumber } from 'bignumber.js';
import type { ExecutionFinished } from '../model/event.ts';
import type { Side } from '../model/exchange.ts';
import type { Instrument } from '../model/instrument.ts';
import type { Levels } from '../model/levels.ts';
import type { TradingState } from '../risk/trading-state.ts';

/**
 * What remains of an asset of the path, and how much of it is left when fees that are still to be told have been paid: `stranded`
 * when that is more than the minima of its way back, not dust.
 */
export type Left = {
  readonly asset: string;
  readonly amount: BigNumber;
  readonly spendable: BigNumber;
  readonly stranded: boolean;
};

/** What the next order would be; it is priced in whole ticks and sized in whole lots. */
export type OrderStep = {
  readonly do: 'order';
  readonly purpose: 'leg' | 'unwind';
  readonly leg: number;
  readonly instrument: Instrument;
  readonly side: Side;
  readonly quantity: BigNumber;
  readonly price: BigNumber;
  readonly expected_price: BigNumber | null;
};

/** What is to be done about an execution now. `wait` ends with the next answer of the exchange, or at `until` (ms). */
export type Step =
  | { readonly do: 'wait'; readonly until: number | null }
  | OrderStep
  | { readonly do: 'unwind'; readonly reason: string }
  | {
      readonly do: 'finish';
      readonly status: ExecutionFinished['status'];
      readonly profit: BigNumber;
      readonly left: readonly Left[];
      readonly error_message: string | null;
    };

/** What an exchange offers now, and how far off its best price an unwinding may go. */
export type Books = {
  instrument(symbol: string): Instrument | null;
  /** What the book offers to an order of that side; null while it is not trusted. */
  levels(symbol: string, side: Side): Levels | null;
  readonly unwindMaxSlippagePct: number;
};

/** What a step is judged by. */
export type StepContext = Books & {
  readonly now: number;
  readonly trading: TradingState;
  /** Of an asset in the start currency; null where the books have none. */
  price(asset: string): number | null;
  /** What the account holds of an asset, by the ledger. */
  held(asset: string): BigNumber;
  readonly unwindMaxOrders: number;
  /** When unwinding is given up, in ms, if the books needed for it do not come back. */
  readonly unwindUntil: number;
};

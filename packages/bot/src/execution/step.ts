import type { BigNumber } from 'bignumber.js';
import type { ExecutionFinished, ResidualReason } from '../model/event.ts';
import type { Side } from '../model/exchange.ts';
import type { Instrument } from '../model/instrument.ts';
import type { Levels } from '../model/levels.ts';
import type { TradingState } from '../risk/trading-state.ts';
import type { Exit, Obstacle, WayBack } from './way-back.ts';

/**
 * The rest of an asset that the execution has bought, and how much of it is left when fees that are still to be told have been paid:
 * dust when that is below the minima of every way back, else `stranded`.
 */
export type Left = {
  readonly asset: string;
  readonly amount: BigNumber;
  readonly spendable: BigNumber;
  readonly stranded: boolean;
  readonly way: WayBack | Obstacle;
};

/** An asset that is left when an execution ends; `reason` where it is more than dust. */
export type Rest = Pick<Left, 'asset' | 'amount' | 'stranded'> & { readonly reason?: ResidualReason };

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
  /** A leg whose book, or that of a later one, is not trusted: its price is that of the plan. */
  readonly isBlind?: true;
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
      readonly left: readonly Rest[];
      readonly error_message: string | null;
    };

/** The books of an exchange, and the most that a way back may lose of what was spent, in per cent before fees. */
export type Books = {
  instrument(symbol: string): Instrument | null;
  /** What the book offers to an order of that side; null while it is not trusted. */
  levels(symbol: string, side: Side): Levels | null;
  /** Every market that takes the asset. */
  exits(asset: string): readonly Exit[];
  /** The market that turns one currency into another; null where there is none. */
  exit(from: string, to: string): Exit | null;
  readonly maxUnwindLossPct: number;
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
  /** For how long it has waited for its next leg, or unwound, by a clock that nobody sets, in ms. */
  readonly stageMs: number;
};

import type { TradingMode } from '@triquad/core/contract';
import type { EffectKey } from './effect.ts';
import type { Amount } from './exchange.ts';

/**
 * What explains a difference between the ledger and an account. `rounding` is booked at once, up to a limit; the next four are
 * proposals that an administrator accepts; `unexplained` halts the account until then. A `withdrawal` is found at a start: money that
 * goes while the account is watched is `unexplained`.
 */
export type DifferenceKind = 'late_fee' | 'deposit' | 'withdrawal' | 'dust' | 'unexplained';

/** Starting funds of a paper account. */
export type FundsDeposited = {
  readonly type: 'FundsDeposited';
  readonly id: string;
  readonly exchange: string;
  readonly mode: TradingMode;
  readonly asset: string;
  readonly amount: Amount;
  readonly at: number;
};
/** Money that came to an account or left it other than by trading. `amount` is signed; `usd_value` is null without a price. */
export type FundsMoved = {
  readonly type: 'FundsMoved';
  readonly id: string;
  readonly exchange: string;
  readonly mode: TradingMode;
  readonly cause: DifferenceKind | 'reset';
  readonly asset: string;
  readonly amount: Amount;
  readonly usd_value: number | null;
  readonly at: number;
};

/**
 * The paper wallet of the present market has its starting funds again, which the facts just before it moved: its limits count from here.
 */
export type WalletReset = {
  readonly type: 'WalletReset';
  readonly market: string | null;
  readonly actor: Actor;
  readonly key?: EffectKey;
  readonly at: number;
};

/** The account counts in other last digits than the ledger: the ledger follows it. `amount` is signed. */
export type RoundingAdjusted = {
  readonly type: 'RoundingAdjusted';
  readonly exchange: string;
  readonly mode: TradingMode;
  readonly asset: string;
  readonly amount: Amount;
  readonly usd_value: number | null;
  readonly at: number;
};

/** The account holds `found` where the ledger has `booked`. The same id again: the difference has changed. */
export type DifferenceFound = {
  readonly type: 'DifferenceFound';
  readonly id: string;
  readonly exchange: string;
  readonly mode: TradingMode;
  readonly asset: string;
  readonly booked: Amount;
  readonly found: Amount;
  /** Of `found` less `booked`; null without a price. */
  readonly usd_value: number | null;
  readonly kind: DifferenceKind;
  readonly at: number;
};

export type Actor = { readonly name: string; readonly role: string };

/** An administrator has accepted it; a `FundsMoved` books it. */
export type DifferenceAccepted = {
  readonly type: 'DifferenceAccepted';
  readonly id: string;
  readonly reason: string;
  readonly actor: Actor;
  readonly at: number;
};

/** The account was compared with the ledger; they differ in nothing but the differences of these ids. */
export type AccountReconciled = {
  readonly type: 'AccountReconciled';
  readonly exchange: string;
  readonly mode: TradingMode;
  readonly differences: readonly string[];
  readonly at: number;
};

/**
 * `difference`: nothing explains what the account holds. `fill_corrected`: a fill was taken back. `fill_repriced`: a fill costs more, or
 * brings less, than was reported. `overfilled`: an order was filled beyond its quantity.
 */
export type AccountHaltCause = 'difference' | 'fill_corrected' | 'fill_repriced' | 'overfilled';
/** At this exchange nothing new is sent but cancels and ways back, until AccountReleased; survives a restart. */
export type AccountHalted = {
  readonly type: 'AccountHalted';
  readonly exchange: string;
  readonly cause: AccountHaltCause;
  readonly reason: string;
  readonly at: number;
};
/** `agreement`: account and ledger were found equal. */
export type AccountReleased = {
  readonly type: 'AccountReleased';
  readonly exchange: string;
  readonly by: 'operator' | 'agreement';
  readonly at: number;
};

/** What happens to the agreement between the ledger and an account. */
export type AccountFact =
  | FundsDeposited
  | FundsMoved
  | WalletReset
  | RoundingAdjusted
  | DifferenceFound
  | DifferenceAccepted
  | AccountReconciled
  | AccountHalted
  | AccountReleased;

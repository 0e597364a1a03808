import type { TradingMode } from '@triquad/core/contract';
import { BigNumber } from 'bignumber.js';

/** Money coming in from outside. `amount` is an exact decimal. */
export type Deposit = {
  readonly type: 'FundsDeposited';
  readonly exchange: string;
  readonly mode: TradingMode;
  readonly asset: string;
  readonly amount: string;
};

/** What one more fill of an order exchanged: exact decimals, `quote_quantity` before fees. */
export type Fill = {
  readonly type: 'OrderFilled';
  readonly order_id: string;
  readonly exchange: string;
  readonly mode: TradingMode;
  readonly base: string;
  readonly quote: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: string;
  readonly quote_quantity: string;
  readonly fees: readonly { readonly asset: string; readonly amount: string }[];
};

/** Money that came or left other than by trading; `amount` is signed. A late fee is paid, all else comes from outside. */
export type Move = {
  readonly type: 'FundsMoved';
  readonly exchange: string;
  readonly mode: TradingMode;
  readonly cause: string;
  readonly asset: string;
  readonly amount: string;
};

/** The last digits, in which an account counts otherwise than the ledger; `amount` is signed. */
export type Rounding = {
  readonly type: 'RoundingAdjusted';
  readonly exchange: string;
  readonly mode: TradingMode;
  readonly asset: string;
  readonly amount: string;
};

/** A fee told after its fill. */
export type Charge = {
  readonly type: 'FeeCharged';
  readonly exchange: string;
  readonly mode: TradingMode;
  readonly asset: string;
  readonly amount: string;
};

/** What of fills was taken back. */
export type Correction = Omit<Fill, 'type'> & { readonly type: 'FillCorrected' };

/** The amount in quote of what was filled has changed by `quote_quantity`. */
export type Repricing = Pick<Fill, 'exchange' | 'mode' | 'base' | 'quote' | 'side' | 'quote_quantity'> & {
  readonly type: 'FillRepriced';
};

/** The facts that move money. */
export type Transfer = Deposit | Fill | Charge | Correction | Repricing | Move | Rounding;

const transfers: ReadonlySet<string> = new Set<Transfer['type']>([
  'FundsDeposited',
  'OrderFilled',
  'FeeCharged',
  'FillCorrected',
  'FillRepriced',
  'FundsMoved',
  'RoundingAdjusted',
]);

/** Whether the ledger is to be told of it. */
export const isTransfer = <T extends { readonly type: string }>(
  fact: T,
): fact is Extract<T, { readonly type: Transfer['type'] }> => transfers.has(fact.type);

/** Where money can be: at an exchange, outside, paid as a fee, or given in trade for another asset. */
export type Holder = string;
/** The accounts that are no exchange; capitals, so that no exchange can bear their names. */
export const external: Holder = 'EXTERNAL';
export const feesPaid: Holder = 'FEES';
export const traded: Holder = 'TRADED';
const rounded: Holder = 'ROUNDED';

export type AccountBalance = {
  readonly mode: TradingMode;
  readonly holder: Holder;
  readonly asset: string;
  readonly amount: string;
};

/** What a ledger is restored from; `seq` is the last fact it has seen. */
export type LedgerSnapshot = { readonly seq: number; readonly accounts: readonly AccountBalance[] };

/**
 * A double-entry ledger over several assets in exact decimals. Each fact is one transfer whose postings sum to zero in
 * every asset; what a trade gives of one asset for another stands against the account `TRADED`, whose balances, sign
 * turned, are the realised gain asset by asset (P. Selinger, "Tutorial on multiple currency accounting", 2005).
 * Facts carry their place in the journal, so that posting one again changes nothing.
 */
export class Ledger {
  readonly #accounts = new Map<string, Account>();
  readonly #held = new Map<string, Map<string, BigNumber>>();
  #seq = 0;

  /** The place in the journal of the last fact that it has seen: while that stays, so does every balance. */
  get seq(): number {
    return this.#seq;
  }

  /** Books a fact of the journal; false when this place of the journal is booked already. */
  post(seq: number, fact: Transfer): boolean {
    if (seq <= this.#seq) return false;
    for (const { holder, asset, amount } of postings(fact)) {
      this.#set(fact.mode, holder, asset, this.balance(fact.mode, holder, asset).plus(amount));
    }
    this.#seq = seq;
    return true;
  }

  /** What the holder has of the asset, zero when nothing was ever booked there. */
  balance(mode: TradingMode, holder: Holder, asset: string): BigNumber {
    return this.#accounts.get(keyOf(mode, holder, asset))?.amount ?? zero;
  }

  /** What an exchange account has of each asset that was ever booked there: always as it stands. */
  holdings(mode: TradingMode, holder: Holder): ReadonlyMap<string, BigNumber> {
    return this.#held.get(`${mode} ${holder}`) ?? nothing;
  }

  /** The sum over all accounts of each asset, where it is not zero. Anything here is a broken ledger. */
  imbalances(): ReadonlyMap<string, BigNumber> {
    const sums = new Map<string, BigNumber>();
    for (const { mode, asset, amount } of this.#accounts.values()) {
      const key = `${mode} ${asset}`;
      sums.set(key, (sums.get(key) ?? zero).plus(amount));
    }
    return new Map([...sums].filter(([, sum]) => !sum.isZero()));
  }

  snapshot(): LedgerSnapshot {
    const accounts = [...this.#accounts.values()].map((account) => ({ ...account, amount: account.amount.toFixed() }));
    return { seq: this.#seq, accounts };
  }

  static restore({ seq, accounts }: LedgerSnapshot): Ledger {
    const ledger = new Ledger();
    ledger.#seq = seq;
    for (const { mode, holder, asset, amount } of accounts) {
      ledger.#set(mode, holder, asset, new BigNumber(amount));
    }
    return ledger;
  }

  #set(mode: TradingMode, holder: Holder, asset: string, amount: BigNumber): void {
    this.#accounts.set(keyOf(mode, holder, asset), { mode, holder, asset, amount });
    const own = `${mode} ${holder}`;
    const held = this.#held.get(own) ?? new Map<string, BigNumber>();
    this.#held.set(own, held.set(asset, amount));
  }
}

type Account = {
  readonly mode: TradingMode;
  readonly holder: Holder;
  readonly asset: string;
  readonly amount: BigNumber;
};
type Posting = { readonly holder: Holder; readonly asset: string; readonly amount: BigNumber };

/** By how much a fact changes each asset of the account of its exchange. */
export const accountChanges = (fact: Transfer): readonly { readonly asset: string; readonly amount: BigNumber }[] =>
  postings(fact).filter(({ holder }) => holder === fact.exchange);

const zero = new BigNumber(0);
const nothing: ReadonlyMap<string, BigNumber> = new Map();
const keyOf = (mode: TradingMode, holder: Holder, asset: string) => `${mode} ${holder} ${asset}`;

function transfer(from: Holder, to: Holder, asset: string, amount: string): readonly Posting[] {
  const exact = new BigNumber(amount);
  if (!exact.isFinite()) throw new TypeError(`${amount} ${asset} is not an amount`);
  return [
    { holder: from, asset, amount: exact.negated() },
    { holder: to, asset, amount: exact },
  ];
}

const depositPostings = ({ exchange, asset, amount }: Deposit) => transfer(external, exchange, asset, amount);
const movePostings = ({ exchange, cause, asset, amount }: Move) =>
  transfer(cause === 'late_fee' ? feesPaid : external, exchange, asset, amount);
const roundingPostings = ({ exchange, asset, amount }: Rounding) => transfer(rounded, exchange, asset, amount);

function fillPostings(fill: Omit<Fill, 'type' | 'order_id'>): readonly Posting[] {
  const [given, givenAmount, taken, takenAmount] =
    fill.side === 'buy'
      ? [fill.quote, fill.quote_quantity, fill.base, fill.quantity]
      : [fill.base, fill.quantity, fill.quote, fill.quote_quantity];
  return [
    ...transfer(fill.exchange, traded, given, givenAmount),
    ...transfer(traded, fill.exchange, taken, takenAmount),
    ...fill.fees.flatMap(({ asset, amount }) => transfer(fill.exchange, feesPaid, asset, amount)),
  ];
}

function postings(fact: Transfer): readonly Posting[] {
  switch (fact.type) {
    case 'FundsDeposited':
      return depositPostings(fact);
    case 'OrderFilled':
      return fillPostings(fact);
    case 'FeeCharged':
      return transfer(fact.exchange, feesPaid, fact.asset, fact.amount);
    case 'FillCorrected':
      return fillPostings(fact).map((posting) => ({ ...posting, amount: posting.amount.negated() }));
    case 'FillRepriced':
      return fillPostings({ ...fact, quantity: '0', fees: [] });
    case 'FundsMoved':
      return movePostings(fact);
    case 'RoundingAdjusted':
      return roundingPostings(fact);
  }
}

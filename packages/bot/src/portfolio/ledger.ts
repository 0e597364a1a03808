import type { TradingMode } from '@triquad/core/contract';
import { BigNumber } from 'bignumber.js';
import { isOtherWallet, type MarketOpened, walletOf } from '../model/market-event.ts';

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

/** What a ledger is restored from; `seq` is the last fact it has seen, `apart` the paper accounts of other markets by name. */
export type LedgerSnapshot = {
  readonly seq: number;
  readonly accounts: readonly AccountBalance[];
  readonly market: Omit<Opening, 'type' | 'wallet'> | null;
  readonly apart: readonly (readonly [string, readonly AccountBalance[]])[];
};

/** Another market is watched. `wallet`: its paper accounts are its own; else they go along. */
export type Opening = Pick<MarketOpened, 'type' | 'market' | 'provenance' | 'wallet'>;

/**
 * A double-entry ledger over several assets in exact decimals. Each fact is one transfer whose postings sum to zero in
 * every asset; what a trade gives of one asset for another stands against the account `TRADED`, whose balances, sign
 * turned, are the realised gain asset by asset (P. Selinger, "Tutorial on multiple currency accounting", 2005).
 * Facts carry their place in the journal, so that posting one again changes nothing.
 */
export class Ledger {
  readonly #accounts = new Map<string, Account>();
  readonly #held = new Map<string, Map<string, BigNumber>>();
  /** The paper accounts of markets that are not watched now. */
  readonly #apart = new Map<string, readonly Account[]>();
  #market: LedgerSnapshot['market'] = null;
  #seq = 0;

  /** The place in the journal of the last fact that it has seen: while that stays, so does every balance. */
  get seq(): number {
    return this.#seq;
  }

  /** Takes note of a fact of the journal, whatever it is. */
  fold(seq: number, fact: { readonly type: string }): void {
    if (isTransfer(fact as Transfer)) this.post(seq, fact as Transfer);
    else if (fact.type === 'MarketOpened') this.#open(seq, fact as Opening);
  }

  #open(seq: number, { market, provenance, wallet }: Opening): void {
    if (seq <= this.#seq) return;
    this.#seq = seq;
    const [before, next] = [this.#market, { market, ...(provenance && { provenance }) }];
    this.#market = next;
    if (wallet !== 'own' || before === null || !isOtherWallet(before, next)) return;
    const paper = [...this.#accounts.values()].filter(({ mode }) => mode === 'paper');
    this.#apart.set(walletOf(before), paper);
    for (const { mode, holder, asset } of paper) {
      this.#accounts.delete(keyOf(mode, holder, asset));
      this.#held.delete(`${mode} ${holder}`);
    }
    for (const { mode, holder, asset, amount } of this.#apart.get(walletOf(next)) ?? [])
      this.#set(mode, holder, asset, amount);
    this.#apart.delete(walletOf(next));
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
    const books = [['', this.#accounts.values()] as const, ...this.#apart];
    for (const [market, accounts] of books) {
      for (const { mode, asset, amount } of accounts) {
        const key = market === '' ? `${mode} ${asset}` : `${mode} ${asset} (${market})`;
        sums.set(key, (sums.get(key) ?? zero).plus(amount));
      }
    }
    return new Map([...sums].filter(([, sum]) => !sum.isZero()));
  }

  snapshot(): LedgerSnapshot {
    const written = (accounts: Iterable<Account>) =>
      [...accounts].map((account) => ({ ...account, amount: account.amount.toFixed() }));
    const apart = [...this.#apart].map(([market, accounts]) => [market, written(accounts)] as const);
    return { seq: this.#seq, accounts: written(this.#accounts.values()), market: this.#market, apart };
  }

  static restore({ seq, accounts, market, apart }: LedgerSnapshot): Ledger {
    const ledger = new Ledger();
    ledger.#seq = seq;
    ledger.#market = market;
    for (const [name, own] of apart)
      ledger.#apart.set(
        name,
        own.map((account) => ({ ...account, amount: new BigNumber(account.amount) })),
      );
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

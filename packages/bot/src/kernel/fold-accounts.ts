import { BigNumber } from 'bignumber.js';
import { pendingQuantity } from '../execution/holdings.ts';
import type {
  AccountFact,
  AccountReconciled,
  FundsMoved,
  RoundingAdjusted,
  WalletReset,
} from '../model/account-event.ts';
import type { OrderFilled } from '../model/order-event.ts';
import type { JournalledState } from '../model/state.ts';
import type { Journalled } from './journalled.ts';

type Accounts = Pick<
  Journalled,
  'differences' | 'halted_accounts' | 'fills_since' | 'fees_pending' | 'orders' | 'rounded' | 'reserved' | 'today'
>;

/** Folds what happened between the ledger and an account, in place. */
export const foldAccount = (state: Accounts, fact: Exclude<AccountFact, FundsMoved | WalletReset>): void => {
  switch (fact.type) {
    case 'DifferenceFound': {
      const { type: _type, ...difference } = fact;
      state.differences.set(fact.id, difference);
      reserveMissing(state, fact);
      return;
    }
    case 'DifferenceAccepted':
      settle(state, fact.id);
      return;
    case 'AccountReconciled':
      for (const { id, exchange, mode } of [...state.differences.values()])
        if (exchange === fact.exchange && mode === fact.mode && !fact.differences.includes(id)) settle(state, id);
      // What the fills explain of a difference they must explain as long as it is open.
      if (fact.differences.length === 0) agree(state, fact);
      return;
    case 'AccountHalted':
      state.halted_accounts.set(fact.exchange, { cause: fact.cause, reason: fact.reason, at: fact.at });
      return;
    case 'AccountReleased':
      state.halted_accounts.delete(fact.exchange);
      return;
    case 'RoundingAdjusted':
      countRounding(state, fact);
      return;
    case 'FundsDeposited':
      return;
  }
};

/** An exchange that says nothing of a fee for so long, in ms, and holds what the ledger says, has charged none. */
const longestFeeMs = 600_000;

/** Whether an exchange should have named a fee by now that is pending: then its account is to be compared. */
export const hasOverdueFees = (
  { fees_pending, orders }: Pick<JournalledState, 'fees_pending' | 'orders'>,
  exchange: string,
  now: number,
): boolean =>
  [...fees_pending].some((id) => {
    const order = orders.get(id);
    return order?.exchange === exchange && now - order.updated_at >= longestFeeMs;
  });

/** Nothing is missing from the account. What it says it holds may still be without a fee that it has taken just now. */
const agree = (state: Accounts, { exchange, mode, at }: AccountReconciled): void => {
  state.fills_since.delete(exchange);
  for (const id of [...state.fees_pending]) {
    const order = state.orders.get(id);
    const isOld = order?.exchange === exchange && order.mode === mode && at - order.updated_at >= longestFeeMs;
    if (!order || isOld) state.fees_pending.delete(id);
  }
};

/** Notes whether fees of an order are pending, in place, after its fills or fees have changed. */
export const notePendingFees = (state: Pick<Journalled, 'fees_pending' | 'orders'>, order_id: string): void => {
  const order = state.orders.get(order_id);
  if (order && pendingQuantity(order).isGreaterThan(0)) state.fees_pending.add(order_id);
  else state.fees_pending.delete(order_id);
};

/** Counts the fills that may explain a difference of an asset, in place. */
export const countFill = (state: Pick<Journalled, 'fills_since'>, fill: OrderFilled): void => {
  const { exchange, base, quote, fees } = fill;
  const assets = state.fills_since.get(exchange) ?? new Map<string, number>();
  state.fills_since.set(exchange, assets);
  for (const asset of new Set([base, quote, ...fees.map((fee) => fee.asset)]))
    assets.set(asset, (assets.get(asset) ?? 0) + 1);
};

/** USD that were adjusted at an exchange on this trading day. */
export const roundedToday = (
  { rounded, today }: Pick<JournalledState, 'rounded' | 'today'>,
  exchange: string,
): number => {
  const last = rounded.get(exchange);
  return last?.day === today.day ? last.usd : 0;
};

/** What is missing from an account cannot be spent while nobody has said where it is. */
const reserveMissing = (state: Accounts, { id, exchange, mode, asset, booked, found }: DifferenceOf): void => {
  const missing = new BigNumber(booked).minus(found);
  if (!missing.isGreaterThan(0)) state.reserved.delete(id);
  else state.reserved.set(id, { id, kind: 'difference', exchange, mode, amounts: { [asset]: missing.toFixed() } });
};
type DifferenceOf = Extract<AccountFact, { type: 'DifferenceFound' }>;

const settle = (state: Accounts, id: string): void => {
  state.differences.delete(id);
  state.reserved.delete(id);
};

const countRounding = (state: Accounts, { exchange, usd_value }: RoundingAdjusted): void => {
  const usd = roundedToday(state, exchange) + Math.abs(usd_value ?? 0);
  state.rounded.set(exchange, { day: state.today.day, usd });
};

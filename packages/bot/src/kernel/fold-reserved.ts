import { BigNumber } from 'bignumber.js';
import { changesOf, tradedIn } from '../execution/holdings.ts';
import { type Execution, isFinal, type Order, type Reservation } from '../model/state.ts';
import type { Journalled } from './journalled.ts';

type Reserved = Pick<Journalled, 'reserved'>;

/**
 * Reserves for a running execution what it holds, in place: until its first order has ended what that order may yet spend, and
 * of each asset that it trades what its fills have brought and not spent again; and what its fees may yet take of a fee token. Nothing
 * else may spend it, so that a later leg or an unwinding finds it.
 */
export const reserveExecution = (state: Reserved & Pick<Journalled, 'orders'>, execution: Execution): void => {
  const { id, exchange, mode, path, order_ids, start_amount, finished_at, fee_token } = execution;
  if (finished_at !== null) {
    state.reserved.delete(id);
    return;
  }
  const orders = order_ids.flatMap((order) => state.orders.get(order) ?? []);
  const changes = changesOf(orders);
  const [start = ''] = path;
  const [first] = orders;
  const begun = first !== undefined && isFinal(first);
  const held = [...tradedIn(orders)]
    .filter((asset) => asset !== start && asset !== fee_token?.asset)
    .map((asset) => [asset, changes.get(asset) ?? new BigNumber(0)] as const);
  const ahead = new BigNumber(begun ? 0 : start_amount).plus(begun ? 0 : (changes.get(start) ?? 0));
  const fees = fee_token
    ? [
        [
          fee_token.asset,
          changes.get(fee_token.asset)?.plus(fee_token.amount) ?? new BigNumber(fee_token.amount),
        ] as const,
      ]
    : [];
  set(state, { id, kind: 'execution', exchange, mode }, [[start, ahead], ...held, ...fees]);
};

/** Reserves for an order that belongs to no running execution what its open quantity may yet spend, in place. */
export const reserveOrder = (state: Reserved, order: Order): void => {
  const { id, exchange, mode, quantity, filled_quantity, execution_id } = order;
  if (execution_id !== null) return;
  if (isFinal(order)) {
    state.reserved.delete(id);
    return;
  }
  const { asset, per_unit } = order.reserves ?? reservedBefore(order);
  const open = new BigNumber(quantity).minus(filled_quantity);
  set(state, { id, kind: 'order', exchange, mode }, [[asset, open.multipliedBy(per_unit)]]);
};

/** What is reserved of an asset at an exchange, and for which execution or order. */
export const reservationsOf = (
  { reserved, mode }: Pick<Journalled, 'mode'> & { readonly reserved: ReadonlyMap<string, Reservation> },
  exchange: string,
  asset: string,
): readonly { readonly id: string; readonly kind: Reservation['kind']; readonly amount: BigNumber }[] =>
  [...reserved.values()].flatMap((one) => {
    const amount = one.exchange === exchange && one.mode === mode ? one.amounts[asset] : undefined;
    return amount === undefined ? [] : [{ id: one.id, kind: one.kind, amount: new BigNumber(amount) }];
  });

/** Facts of earlier versions do not say what an order reserves; a fee on top is then left out. */
const reservedBefore = ({ side, base, quote, price }: Order) =>
  side === 'sell' ? { asset: base, per_unit: '1' } : { asset: quote, per_unit: price ?? '0' };

const set = (
  state: Reserved,
  holder: Omit<Reservation, 'amounts'>,
  amounts: readonly (readonly [string, BigNumber])[],
): void => {
  const held = amounts.filter(([, amount]) => amount.isGreaterThan(0));
  if (held.length === 0) state.reserved.delete(holder.id);
  else {
    const exact = Object.fromEntries(held.map(([asset, amount]) => [asset, amount.toFixed()]));
    state.reserved.set(holder.id, { ...holder, amounts: exact });
  }
};

import { BigNumber } from 'bignumber.js';
import { isFinal } from '../execution/next-step.ts';
import { heldBy } from '../market/decimal.ts';
import type { Core } from './core.ts';
import type { Execution, JournalledState, Order } from './state.ts';

/** What running executions and resting orders hold back of an asset at an exchange. */
export const reservedOf = ({ recorder: { state }, markets }: Core, exchange: string, asset: string): BigNumber => {
  let sum = new BigNumber(0);
  for (const execution of openExecutions(state)) {
    if (execution.exchange !== exchange || execution.path[0] !== asset) continue;
    const first = state.orders.get(execution.order_ids[0] ?? '');
    if (!first || !isFinal(first)) sum = sum.plus(execution.start_amount);
  }
  for (const order of openOrders(state)) {
    if (order.purpose !== 'manual' || order.exchange !== exchange) continue;
    const instrument = markets.get(exchange)?.market(order.symbol)?.instrument;
    const spends = order.side === 'sell' ? order.base : order.quote;
    if (!instrument || spends !== asset) continue;
    sum = sum.plus(heldBy(instrument, { ...order, quantity: openQuantity(order), price: order.price ?? '0' }));
  }
  return sum;
};

export const openExecutions = (state: JournalledState): readonly Execution[] =>
  [...state.open_executions].flatMap((id) => state.executions.get(id) ?? []);

export const openOrders = (state: JournalledState): readonly Order[] =>
  [...state.open_orders].flatMap((id) => state.orders.get(id) ?? []);

const openQuantity = ({ quantity, filled_quantity }: Order): string =>
  new BigNumber(quantity).minus(filled_quantity).toFixed();

/** What may be spent of an asset at an exchange in the present mode. */
export const freeOf = (core: Core, exchange: string, asset: string): BigNumber =>
  core.recorder.ledger.balance(core.recorder.state.mode, exchange, asset).minus(reservedOf(core, exchange, asset));

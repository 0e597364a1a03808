import { BigNumber } from 'bignumber.js';
import { isFinal } from '../execution/next-step.ts';
import { heldBy } from '../market/decimal.ts';
import type { Core } from './core.ts';
import type { Execution, Order } from './state.ts';

/** What running executions and resting orders hold back of an asset at an exchange. */
export const reservedOf = (core: Core, exchange: string, asset: string): BigNumber => {
  const { state } = core.recorder;
  let sum = new BigNumber(0);
  for (const execution of openExecutions(core)) {
    if (execution.exchange !== exchange || execution.path[0] !== asset) continue;
    const first = state.orders.get(execution.order_ids[0] ?? '');
    if (!first || !isFinal(first)) sum = sum.plus(execution.start_amount);
  }
  for (const order of openOrders(core)) {
    if (order.execution_id !== null || order.exchange !== exchange) continue;
    const instrument = core.markets.get(exchange)?.market(order.symbol)?.instrument;
    const spends = order.side === 'sell' ? order.base : order.quote;
    if (!instrument || spends !== asset) continue;
    sum = sum.plus(heldBy(instrument, { ...order, quantity: openQuantity(order), price: order.price ?? '0' }));
  }
  return sum;
};

/** Those at exchanges that are connected: the others wait for a start with their exchange. */
export const openExecutions = ({ recorder: { state }, exchanges }: Core): readonly Execution[] =>
  [...state.open_executions]
    .flatMap((id) => state.executions.get(id) ?? [])
    .filter(({ exchange }) => exchanges.has(exchange));

/** Likewise. */
export const openOrders = ({ recorder: { state }, exchanges }: Core): readonly Order[] =>
  [...state.open_orders].flatMap((id) => state.orders.get(id) ?? []).filter(({ exchange }) => exchanges.has(exchange));

const openQuantity = ({ quantity, filled_quantity }: Order): string =>
  new BigNumber(quantity).minus(filled_quantity).toFixed();

/** What may be spent of an asset at an exchange in the present mode. */
export const freeOf = (core: Core, exchange: string, asset: string): BigNumber =>
  core.recorder.ledger.balance(core.recorder.state.mode, exchange, asset).minus(reservedOf(core, exchange, asset));

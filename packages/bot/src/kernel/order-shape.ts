import { BigNumber } from 'bignumber.js';
import { addFees } from '../model/decimal.ts';
import type { ExecutionFees, Fee } from '../model/exchange.ts';
import type { OrderEvent } from '../model/order-event.ts';
import type { Order } from '../model/state.ts';

/** An order before anything has become of it. */
export const intendedOrder = ({ order, at }: Extract<OrderEvent, { type: 'OrderIntended' }>): Order => ({
  ...order,
  status: 'intended',
  exchange_order_id: null,
  filled_quantity: '0',
  filled_quote: '0',
  fees: [],
  reason: null,
  created_at: at,
  sent_at: null,
  updated_at: at,
});

/** The order after what has happened to it. */
export const evolvedOrder = (order: Order, fact: Exclude<OrderEvent, { type: 'OrderIntended' }>): Order => {
  switch (fact.type) {
    case 'OrderSent':
      return { ...order, status: 'sent', sent_at: fact.at };
    case 'OrderAcknowledged':
      return { ...order, status: 'open', exchange_order_id: fact.exchange_order_id };
    case 'OrderUnknown':
      return { ...order, status: 'unknown', reason: fact.reason };
    case 'OrderClosed':
      return { ...order, status: fact.status, reason: fact.reason };
    case 'OrderFilled':
      return {
        ...order,
        filled_quantity: new BigNumber(order.filled_quantity).plus(fact.quantity).toFixed(),
        filled_quote: new BigNumber(order.filled_quote).plus(fact.quote_quantity).toFixed(),
        ...withFees(order, fact.fees, fact.executions),
      };
    case 'FeeCharged':
      return {
        ...order,
        ...withFees(order, [fact], fact.key === 'cumulative' ? [] : [{ id: fact.key, fees: [fact] }]),
      };
    case 'FillCorrected':
      return {
        ...order,
        filled_quantity: new BigNumber(order.filled_quantity).minus(fact.quantity).toFixed(),
        filled_quote: new BigNumber(order.filled_quote).minus(fact.quote_quantity).toFixed(),
        ...withFees(
          order,
          negated(fact.fees),
          fact.executions?.map(({ id, fees }) => ({ id, fees: negated(fees) })),
        ),
      };
  }
};

const negated = (fees: readonly Fee[]): readonly Fee[] =>
  fees.map(({ asset, amount }) => ({ asset, amount: new BigNumber(amount).negated().toFixed() }));

const withFees = (
  order: Order,
  fees: readonly Fee[],
  executions: readonly ExecutionFees[] = [],
): Pick<Order, 'fees' | 'execution_fees'> => {
  const all = { fees: addFees(order.fees, fees) };
  if (executions.length === 0) return all;
  const sums = new Map(order.execution_fees?.map((one) => [one.id, one.fees]));
  for (const { id, fees: more } of executions) sums.set(id, addFees(sums.get(id) ?? [], more));
  return { ...all, execution_fees: [...sums].map(([id, sum]) => ({ id, fees: sum })) };
};

import { BigNumber } from 'bignumber.js';
import { addFees } from '../model/decimal.ts';
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
        fees: addFees(order.fees, fact.fees),
      };
    case 'FeeCharged':
      return { ...order, fees: addFees(order.fees, [fact]) };
    case 'FillCorrected':
      return {
        ...order,
        filled_quantity: new BigNumber(order.filled_quantity).minus(fact.quantity).toFixed(),
        filled_quote: new BigNumber(order.filled_quote).minus(fact.quote_quantity).toFixed(),
        fees: addFees(
          order.fees,
          fact.fees.map(({ asset, amount }) => ({ asset, amount: `-${amount}` })),
        ),
      };
  }
};

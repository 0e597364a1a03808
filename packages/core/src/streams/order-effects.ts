import type { Rows } from './lanes.ts';
import { keyedRetries, outcome, retried } from './perform.ts';

/** Orders by hand. */
export const orderEffects = {
  PlaceOrder: {
    lane: ({ order: { exchange, symbol } }) => `order ${exchange} ${symbol}`,
    money: true,
    needsWord: () => true,
    began: ({ order: { exchange, symbol } }) => ({ type: 'OrderPlaceBegan', exchange, symbol }),
    perform: ({ order: body, key }, ports) => {
      const { api, clock } = ports;
      const { exchange, symbol } = body;
      return outcome(
        retried(clock, () => api.call('orders.place', { body }, { key }), keyedRetries(ports)),
        (order) => ({ type: 'OrderPlaced', exchange, symbol, order }),
        (problem) => ({ type: 'OrderPlaceFailed', exchange, symbol, problem }),
      );
    },
  },
  CancelOrder: {
    lane: ({ order_id }) => `order ${order_id}`,
    began: ({ order_id }) => ({ type: 'OrderCancelBegan', order_id }),
    perform: ({ order_id, key }, { api, clock }) =>
      outcome(
        retried(clock, () => api.call('orders.cancel', { path: { id: order_id } }, { key })),
        (order) => ({ type: 'OrderCancelled', order_id, order }),
        (problem) => ({ type: 'OrderCancelFailed', order_id, problem }),
      ),
  },
} as const satisfies Rows;

import type { Rows } from './lanes.ts';
import { outcome, retried } from './perform.ts';

/** Orders by hand. */
export const orderEffects = {
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

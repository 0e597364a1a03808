import * as z from 'zod/mini';
import { Order } from '../contract/order.ts';
import { caps } from '../rules/limits.ts';
import { iso, reload, upsert } from './merge.ts';
import type { Projection } from './projection.ts';

/** Newest first; `cancelling` holds the ids whose cancellation is pending. */
export const OrdersState = z.object({ items: z.array(Order), cancelling: z.array(z.string()) });
export type OrdersState = z.infer<typeof OrdersState>;

const byCreation = {
  key: (item: Order) => item.id,
  moment: (item: Order) => item.created_at,
  cap: caps.orders,
};

/** The pending orders, and the outcome of those that were pending before. */
export const orders: Projection<OrdersState> = {
  initial: { items: [], cancelling: [] },
  evolve: (state, { at, message }) => {
    switch (message.type) {
      case 'ResourceLoaded':
        return message.resource === 'orders'
          ? { ...state, items: reload(byCreation, state.items, message.value, fresher) }
          : state;
      case 'OrderReported':
        return { ...state, items: put(state.items, message.order, at) };
      case 'OrderCancelBegan':
        return { ...state, cancelling: [...without(state.cancelling, message.order_id), message.order_id] };
      case 'OrderCancelled':
        return {
          items: message.order === null ? state.items : put(state.items, message.order, at),
          cancelling: without(state.cancelling, message.order_id),
        };
      case 'OrderCancelFailed':
        return { ...state, cancelling: without(state.cancelling, message.order_id) };
      case 'ResourceDropped':
        return message.resource === 'orders' ? { ...state, items: [] } : state;
      default:
        return state;
    }
  },
};

const put = (items: Order[], order: Order, at: number): Order[] => {
  const known = items.find((item) => item.id === order.id);
  const dated = order.created_at === null ? { ...order, created_at: known?.created_at ?? iso(at) } : order;
  return upsert(byCreation, items, [known === undefined ? dated : fresher(known, dated)]);
};
const fresher = (known: Order, loaded: Order): Order =>
  (known.updated_at ?? '') > (loaded.updated_at ?? '') ? known : loaded;
const without = (ids: string[], id: string): string[] => ids.filter((other) => other !== id);

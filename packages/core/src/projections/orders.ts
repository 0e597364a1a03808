import * as z from 'zod/mini';
import { Order } from '../contract/order.ts';
import { Problem } from '../journal/problem.ts';
import { caps } from '../rules/limits.ts';
import { iso, reload, upsert } from './merge.ts';
import type { Projection } from './projection.ts';

const Placing = z.object({ exchange: z.string(), symbol: z.string(), problem: z.nullable(Problem) });
type Placing = z.infer<typeof Placing>;

/**
 * Newest first; `cancelling` holds the ids whose cancellation is pending. `placing`: orders by hand that are pending, or failed with
 * `problem` until the next one for the same market.
 */
export const OrdersState = z.object({
  items: z.array(Order),
  cancelling: z.array(z.string()),
  placing: z.array(Placing),
});
export type OrdersState = z.infer<typeof OrdersState>;

const byCreation = {
  key: (item: Order) => item.id,
  moment: (item: Order) => item.created_at,
  cap: caps.orders,
};

/** The pending orders, and the outcome of those that were pending before. */
export const orders: Projection<OrdersState> = {
  initial: { items: [], cancelling: [], placing: [] },
  evolve: (state, { at, message }) => {
    switch (message.type) {
      case 'ResourceLoaded':
        return message.resource === 'orders'
          ? { ...state, items: reload(byCreation, state.items, message.value, fresher) }
          : state;
      case 'OrderReported':
        return { ...state, items: put(state.items, message.order, at) };
      case 'OrderPlaceBegan':
        return { ...state, placing: [...otherMarkets(state.placing, message), placingOf(message, null)] };
      case 'OrderPlaced':
        return {
          ...state,
          items: put(state.items, message.order, at),
          placing: otherMarkets(state.placing, message),
        };
      case 'OrderPlaceFailed':
        return { ...state, placing: [...otherMarkets(state.placing, message), placingOf(message, message.problem)] };
      case 'SignedOut':
        return state.placing.length === 0 ? state : { ...state, placing: [] };
      case 'OrderCancelBegan':
        return { ...state, cancelling: [...without(state.cancelling, message.order_id), message.order_id] };
      case 'OrderCancelled':
        return {
          ...state,
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
type OfMarket = Pick<Placing, 'exchange' | 'symbol'>;
const placingOf = ({ exchange, symbol }: OfMarket, problem: Problem | null): Placing => ({ exchange, symbol, problem });
const otherMarkets = (placing: Placing[], { exchange, symbol }: OfMarket): Placing[] =>
  placing.filter((one) => one.exchange !== exchange || one.symbol !== symbol);
const without = (ids: string[], id: string): string[] => ids.filter((other) => other !== id);

import { holdFor, type PaperFunds } from './paper-funds.ts';
import { openQuantity, type PaperOrder } from './paper-order.ts';

/** The orders of a paper account: those that rest in a book, and the closed ones that can still be asked for. */
export type PaperOrders = {
  get(clientOrderId: string): PaperOrder | undefined;
  keep(order: PaperOrder): void;
  /** Lets it rest, or goes on with it: what its open quantity may spend is held. */
  rest(order: PaperOrder): void;
  close(order: PaperOrder, state: 'filled' | 'cancelled'): void;
  resting(symbol: string): Iterable<PaperOrder>;
  open(): readonly PaperOrder[];
  clear(): void;
};

/** So many orders of an account are kept: with them the closed ones that can still be asked for, some of the last hour of a busy day. */
const keptOrders = 500;

export const createPaperOrders = (funds: PaperFunds): PaperOrders => {
  const orders = new Map<string, PaperOrder>();
  const resting = new Map<string, Set<PaperOrder>>();

  return {
    get: (id) => orders.get(id),
    keep: (order) => {
      orders.set(order.request.client_order_id, order);
      if (orders.size <= keptOrders) return;
      for (const [id, { state }] of orders) {
        if (state === 'open') continue;
        orders.delete(id);
        return;
      }
    },
    rest: (order) => {
      const { symbol, client_order_id } = order.request;
      funds.hold(client_order_id, holdFor(order.instrument, order.request, openQuantity(order)));
      resting.set(symbol, (resting.get(symbol) ?? new Set()).add(order));
    },
    close: (order, state) => {
      order.state = state;
      funds.release(order.request.client_order_id);
      resting.get(order.request.symbol)?.delete(order);
    },
    resting: (symbol) => resting.get(symbol) ?? [],
    open: () => [...orders.values()].filter(({ state }) => state === 'open'),
    clear: () => {
      orders.clear();
      resting.clear();
    },
  };
};

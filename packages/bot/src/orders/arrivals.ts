import type { Reached, ReachedAccount } from '../kernel/port.ts';
import type { Clock } from '../model/clock.ts';
import { type Elapsed, later, since } from '../model/moment.ts';
import type { Order } from '../model/state.ts';

/** Until when open orders may yet arrive at their exchanges: from then on "not found" is believed. */
export type Arrivals = {
  /** The order leaves now. */
  begin(order: Order, account: ReachedAccount): void;
  /** For how many ms it may yet arrive; 0 or less when it can no more. */
  leftMs(order: Order): number;
  forget(id: string): void;
};

export const createArrivals = (clock: Clock, exchanges: ReadonlyMap<string, Reached>): Arrivals => {
  const until = new Map<string, Elapsed>();
  return {
    begin: (order, account) => {
      until.set(order.id, later(clock.monotonic(), longestWay(order, account)));
    },
    // An earlier process may have sent it just before it ended: counted from when this one first asks, and never by the wall clock,
    // which may have been set in between.
    leftMs: (order) => {
      const now = clock.monotonic();
      const known = until.get(order.id);
      if (known !== undefined) return since(now, known);
      const { account } = exchanges.get(order.exchange) ?? {};
      // A paper account began with this process: nothing of an earlier one is on its way to it.
      const ms = account && !account.paper ? longestWay(order, account) : 0;
      until.set(order.id, later(now, ms));
      return ms;
    },
    forget: (id) => {
      until.delete(id);
    },
  };
};

/** How long a request may be on its way, in ms. */
const longestWay = (order: Order, { notFoundAfterMs }: ReachedAccount): number =>
  order.deadline - order.created_at + notFoundAfterMs;

import { lacksAmount } from '../execution/order-report.ts';
import type { Clock } from '../model/clock.ts';
import type { OrderReport } from '../model/exchange.ts';
import { type Elapsed, since } from '../model/moment.ts';
import type { Order } from '../model/state.ts';

/** Fills whose exchange has named no amount in quote yet. */
export type AmountsDue = {
  /** Notes whether the report lacks an amount; true when the exchange had the time to name it. */
  isOverdue(order: Order, report: OrderReport): boolean;
  /** For how many ms the amount is still waited for; infinite where none is due, or nothing comes after it. */
  leftMs(id: string): number;
  /** The last report without its amount, once that is overdue. */
  overdueReport(id: string): OrderReport | null;
};

export const createAmountsDue = ({ monotonic }: Pick<Clock, 'monotonic'>, patienceMs: () => number): AmountsDue => {
  const due = new Map<string, { readonly from: Elapsed; readonly report: OrderReport }>();
  const leftOf = (from: Elapsed): number => patienceMs() - since(from, monotonic());
  return {
    isOverdue: (order, report) => {
      if (!lacksAmount(order, report)) {
        due.delete(order.id);
        return false;
      }
      const from = due.get(order.id)?.from ?? monotonic();
      due.set(order.id, { from, report });
      return leftOf(from) <= 0;
    },
    leftMs: (id) => {
      const one = due.get(id);
      const left = one ? leftOf(one.from) : 0;
      return left > 0 ? left : Number.POSITIVE_INFINITY;
    },
    overdueReport: (id) => {
      const one = due.get(id);
      return one && leftOf(one.from) <= 0 ? one.report : null;
    },
  };
};

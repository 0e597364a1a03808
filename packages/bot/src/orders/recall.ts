import { BigNumber } from 'bignumber.js';
import type { Core } from '../kernel/core.ts';
import type { EngineStore } from '../kernel/recorder.ts';
import type { Reports } from '../kernel/reports.ts';
import type { OrderReport } from '../model/exchange.ts';
import { isOwnId } from '../model/order-id.ts';
import type { Order } from '../model/state.ts';
import { reportUnknownFill } from './order-notices.ts';

type Needs = Reports & Pick<Core, 'clock' | 'recorder'>;
type Parts = {
  readonly history: Required<EngineStore>['history'];
  /** Handles a report of an order that is in memory. */
  handle(exchange: string, report: OrderReport): void;
  /** Compares the account with the ledger at once. */
  compare(exchange: string): void;
};

/** Brings orders back into memory, which holds the last 5,000, from the journal. */
export type Recall = {
  /** Handles a report of an order that is not in memory; those of other programs are left alone. */
  handle(exchange: string, report: OrderReport): void;
  /** The order with that client order id; null where the journal has none. Rejects when the journal cannot be read. */
  order(exchange: string, clientOrderId: string): Promise<Order | null>;
};

export const createRecall = (core: Needs, { history, handle, compare }: Parts): Recall => {
  const { state, record } = core.recorder;
  /** The reports of each order that is looked for. */
  const waiting = new Map<string, OrderReport[]>();

  const inMemory = (exchange: string, id: string): Order | undefined =>
    [...state.orders.values()].find((order) => order.exchange === exchange && order.client_order_id === id);

  const order: Recall['order'] = async (exchange, id) => {
    const known = inMemory(exchange, id);
    if (known || !isOwnId(id)) return known ?? null;
    const facts = await history(exchange, id);
    // It may have come back while the journal was read.
    if (facts.length > 0 && !inMemory(exchange, id))
      record([{ type: 'OrderRecalled', history: facts, at: core.clock.now() }]);
    return inMemory(exchange, id) ?? null;
  };

  const book = async (exchange: string, id: string, reports: readonly OrderReport[]): Promise<void> => {
    const found = await order(exchange, id).catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    );
    waiting.delete(`${exchange} ${id}`);
    if (found !== null && !(found instanceof Error)) {
      for (const report of reports) handle(exchange, report);
      return;
    }
    const filled = reports.findLast((report) => !new BigNumber(report.filled_quantity).isZero());
    if (!filled) return;
    reportUnknownFill(core, exchange, filled, found?.message ?? 'the journal has no such order');
    compare(exchange);
  };

  return {
    order,
    handle: (exchange, report) => {
      const { client_order_id: id, state: is, filled_quantity } = report;
      const isNews = is === 'open' || !new BigNumber(filled_quantity).isZero();
      if (!isOwnId(id) || !isNews) return;
      const key = `${exchange} ${id}`;
      const reports = waiting.get(key);
      if (reports) reports.push(report);
      else {
        const first = [report];
        waiting.set(key, first);
        void book(exchange, id, first);
      }
    },
  };
};

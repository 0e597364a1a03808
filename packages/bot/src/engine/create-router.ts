import type { Core, Venues } from '../kernel/core.ts';
import { isOutdated, maySend, misfitOf } from '../kernel/may-send.ts';
import type { EngineStore } from '../kernel/recorder.ts';
import type { Reports } from '../kernel/reports.ts';
import type { OrderReport } from '../model/exchange.ts';
import { type Accounts, createAccounts } from '../orders/accounts.ts';
import { reportBack } from '../orders/order-notices.ts';
import { createOrderRouter, type OrderRouter } from '../orders/order-router.ts';
import { createRecall, type Recall } from '../orders/recall.ts';
import { tellOfLateFill } from '../orders/residuals.ts';

type Needs = Reports &
  Venues &
  Pick<Core, 'clock' | 'ids' | 'config' | 'recorder' | 'gate' | 'lifecycle' | 'after' | 'every'>;

/** The router, what brings its forgotten orders back, and the accounts that are compared when one of them is in doubt. */
export const createRouter = (
  core: Needs,
  { history }: Pick<Required<EngineStore>, 'history'>,
): { readonly router: OrderRouter; readonly recall: Recall; readonly accounts: Accounts } => {
  const { recorder } = core;
  const accounts = createAccounts(core);
  const router = createOrderRouter({
    clock: core.clock,
    maySend: (intent) => maySend(core, intent),
    misfit: (intent) => misfitOf(core, intent),
    isOutdated: (intent) => isOutdated(core, intent),
    exchanges: core.exchanges,
    state: recorder.state,
    timeoutMs: () => core.config().order_timeout_ms,
    throttledMs: core.throttles.leftMs,
    record: recorder.record,
    whenKept: recorder.whenKept,
    usdRate: core.valuation.rate,
    onLateFill: (order) => {
      tellOfLateFill(core, order);
      accounts.compare(order.exchange);
    },
    onBack: (order) => reportBack(core, order),
    onStranger: (exchange, report) => recall.handle(exchange, report),
  });
  const handle = (exchange: string, report: OrderReport): void => router.hear(exchange, report);
  const recall = createRecall(core, { history, handle, compare: accounts.compare });
  return { router, recall, accounts };
};

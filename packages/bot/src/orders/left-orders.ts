import { openOrdersAt } from '../kernel/balances.ts';
import type { Core } from '../kernel/core.ts';
import type { ReachedAccount } from '../kernel/port.ts';
import { modeOf, type OrderReport } from '../model/exchange.ts';
import { isOwnId } from '../model/order-id.ts';
import { isFinal } from '../model/state.ts';
import type { OrderRouter } from './order-router.ts';
import type { Recall } from './recall.ts';

type Needs = Pick<Core, 'clock' | 'config' | 'recorder' | 'outages' | 'throttles' | 'log' | 'after'>;

/**
 * At a start: cancels the orders that rest at the exchange and that the journal takes for ended. After a loss of facts it cancels all
 * that the journal knows, and those that it does not know and that bear the form of our ids. Asks again while the exchange does not
 * answer; orders of others are left alone.
 */
export const cancelLeftOrders = async (
  core: Needs,
  router: OrderRouter,
  recall: Recall,
  account: ReachedAccount,
  onOutage: () => void,
): Promise<void> => {
  while (!(await cancelOnce(core, router, recall, account))) {
    const outageMs = core.outages.report(account.id, 'its open orders are not known');
    const { leftMs } = core.throttles;
    const ms = Math.max(outageMs, leftMs(account.id, 'account'), leftMs(account.id, 'orders'));
    onOutage();
    await new Promise<void>((resolve) => core.after(ms, resolve));
  }
};

/** False where the exchange, or the journal, leaves a question open. */
const cancelOnce = async (
  core: Needs,
  router: OrderRouter,
  recall: Recall,
  account: ReachedAccount,
): Promise<boolean> => {
  const hasLost = core.recorder.state.halted?.cause === 'loss';
  if (hasLost) await Promise.all(openOrdersAt(core, account.id).map(router.cancel));
  const patience = core.config().order_timeout_ms;
  const answer = await account.openOrders(patience);
  if (answer.kind !== 'orders') return false;
  const left: OrderReport[] = [];
  for (const report of answer.orders) {
    const { client_order_id: id, symbol } = report;
    const known = await recall.order(account.id, id).catch(() => undefined);
    if (known === undefined) return false;
    if (known && isFinal(known) && known.mode === modeOf(account)) await router.bringBack(known, report);
    else if (!known && isOwnId(id)) left.push(report);
    if (!known && isOwnId(id) && !hasLost) {
      const message = `An order with the form of our ids rests on ${account.id} and is not in the journal: ${symbol}`;
      core.log('WARNING', 'execution', `${message}; it is left alone`, { client_order_id: id });
    }
  }
  return !hasLost || cancelLost(core, account, left);
};

/** Cancels the orders of lost facts. */
const cancelLost = async (core: Needs, account: ReachedAccount, left: readonly OrderReport[]): Promise<boolean> => {
  const patience = core.config().order_timeout_ms;
  const cancelled = await Promise.all(
    left.map(({ symbol, client_order_id, exchange_order_id }) =>
      account.cancel({ symbol, client_order_id, exchange_order_id, sent_at: 0 }, patience),
    ),
  );
  if (cancelled.some(({ kind }) => kind === 'unknown')) return false;
  for (const { symbol, client_order_id } of left) {
    const message = `Cancelled an order of lost facts: ${symbol} on ${account.id}`;
    core.log('WARNING', 'execution', message, { client_order_id });
  }
  return true;
};

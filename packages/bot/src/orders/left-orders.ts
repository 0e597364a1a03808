import { openOrdersAt } from '../kernel/balances.ts';
import type { Core } from '../kernel/core.ts';
import type { Reached } from '../kernel/port.ts';
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
  exchange: Reached,
  onOutage: () => void,
): Promise<void> => {
  while (!(await cancelOnce(core, router, recall, exchange))) {
    const outageMs = core.outages.report(exchange.name, 'its open orders are not known');
    const { leftMs } = core.throttles;
    const ms = Math.max(outageMs, leftMs(exchange.name, 'account'), leftMs(exchange.name, 'orders'));
    onOutage();
    await new Promise<void>((resolve) => core.after(ms, resolve));
  }
};

/** False where the exchange, or the journal, leaves a question open. */
const cancelOnce = async (core: Needs, router: OrderRouter, recall: Recall, exchange: Reached): Promise<boolean> => {
  const hasLost = core.recorder.state.halted?.cause === 'loss';
  if (hasLost) await Promise.all(openOrdersAt(core, exchange.name).map(router.cancel));
  const patience = core.config().order_timeout_ms;
  const answer = await exchange.openOrders(patience);
  if (answer.kind !== 'orders') return false;
  const left: OrderReport[] = [];
  for (const report of answer.orders) {
    const { client_order_id: id, symbol } = report;
    const known = await recall.order(exchange.name, id).catch(() => undefined);
    if (known === undefined) return false;
    if (known && isFinal(known) && known.mode === modeOf(exchange.account)) await router.bringBack(known, report);
    else if (!known && isOwnId(id)) left.push(report);
    if (!known && isOwnId(id) && !hasLost) {
      const message = `An order with the form of our ids rests on ${exchange.name} and is not in the journal: ${symbol}`;
      core.log('WARNING', 'execution', `${message}; it is left alone`, { client_order_id: id });
    }
  }
  return !hasLost || cancelLost(core, exchange, left);
};

/** Cancels the orders of lost facts. */
const cancelLost = async (core: Needs, exchange: Reached, left: readonly OrderReport[]): Promise<boolean> => {
  const patience = core.config().order_timeout_ms;
  const cancelled = await Promise.all(
    left.map(({ symbol, client_order_id }) => exchange.cancel(symbol, client_order_id, patience)),
  );
  if (cancelled.some(({ kind }) => kind === 'unknown')) return false;
  for (const { symbol, client_order_id } of left) {
    const message = `Cancelled an order of lost facts: ${symbol} on ${exchange.name}`;
    core.log('WARNING', 'execution', message, { client_order_id });
  }
  return true;
};

import { openOrdersAt } from '../kernel/balances.ts';
import type { Core } from '../kernel/core.ts';
import type { Exchange, OrderReport } from '../model/exchange.ts';
import type { OrderRouter } from './order-router.ts';
import { within } from './within.ts';

type Needs = Pick<Core, 'clock' | 'config' | 'recorder' | 'throttles' | 'log' | 'after'>;

/** How every order of ours is named: a UUIDv7 without its dashes. */
const ourForm = /^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/;

const retryMs = 2_000;

/**
 * After a loss of facts: cancels the open orders that the journal knows, and those at the exchange that it does not know and that
 * bear the form of our ids. Asks again while the exchange does not answer; orders of others are left alone.
 */
export const cancelLeftOrders = async (core: Needs, router: OrderRouter, exchange: Exchange): Promise<void> => {
  for (;;) {
    const left = await cancelOnce(core, router, exchange);
    if (left) {
      for (const { symbol, client_order_id } of left) {
        const message = `Cancelled an order of lost facts: ${symbol} on ${exchange.name}`;
        core.log('WARNING', 'execution', message, { client_order_id });
      }
      return;
    }
    core.log('WARNING', 'execution', `${exchange.name} does not answer about open orders of lost facts; asking again`);
    const { leftMs } = core.throttles;
    const ms = Math.max(retryMs, leftMs(exchange.name, 'account'), leftMs(exchange.name, 'orders'));
    await new Promise<void>((resolve) => core.after(ms, resolve));
  }
};

/** The orders of lost facts that it has cancelled; null where the exchange leaves a question open. */
const cancelOnce = async (
  core: Needs,
  router: OrderRouter,
  exchange: Exchange,
): Promise<readonly OrderReport[] | null> => {
  await Promise.all(openOrdersAt(core, exchange.name).map(router.cancel));
  const patience = core.config().order_timeout_ms;
  const answer = await within(core.clock.after, patience, (ms) => exchange.openOrders(ms));
  if (answer.kind !== 'orders') return null;
  const known = new Set([...core.recorder.state.orders.values()].map(({ client_order_id }) => client_order_id));
  const left = answer.orders.filter(({ client_order_id: id }) => ourForm.test(id) && !known.has(id));
  const cancelled = await Promise.all(
    left.map(({ symbol, client_order_id }) =>
      within(core.clock.after, patience, (ms) => exchange.cancel(symbol, client_order_id, ms)),
    ),
  );
  return cancelled.some(({ kind }) => kind === 'unknown') ? null : left;
};

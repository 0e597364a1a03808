import { BigNumber } from 'bignumber.js';
import { changesOf } from '../execution/holdings.ts';
import type { Journalled } from './journalled.ts';
import type { OrderFilled } from './order-event.ts';
import type { Order, StrandedOrigin } from './state.ts';

type Held = Pick<Journalled, 'stranded' | 'stranded_origins'>;

/** Adds to what is stranded, or takes away where `amount` is negative; in place. What was there keeps its origin. */
export const addStranded = (
  state: Held,
  exchange: string,
  asset: string,
  amount: string,
  origin: StrandedOrigin | undefined,
): void => {
  const sum = new BigNumber(state.stranded.get(exchange)?.get(asset) ?? 0).plus(amount);
  if (!sum.isGreaterThan(0)) {
    clearStranded(state, exchange, asset);
    return;
  }
  own(state.stranded, exchange).set(asset, sum.toFixed());
  const origins = own(state.stranded_origins, exchange);
  if (origin && !origins.has(asset)) origins.set(asset, origin);
};

export const clearStranded = (state: Held, exchange: string, asset: string): void => {
  state.stranded.get(exchange)?.delete(asset);
  state.stranded_origins.get(exchange)?.delete(asset);
};

/**
 * A fill by hand of what is stranded. On a way back over another asset, that one is stranded in its place, so that a way that is
 * broken off in the middle is found again.
 */
export const sellStranded = (state: Held, { purpose }: Order, fill: OrderFilled): void => {
  const { exchange, side, base, quote } = fill;
  const [spent, received] = side === 'sell' ? [base, quote] : [quote, base];
  if (!state.stranded.get(exchange)?.has(spent)) return;
  const origin = state.stranded_origins.get(exchange)?.get(spent);
  const changes = changesOf([{ ...fill, filled_quantity: fill.quantity, filled_quote: fill.quote_quantity }]);
  addStranded(state, exchange, spent, changes.get(spent)?.toFixed() ?? '0', origin);
  if (purpose !== 'unwind' || !origin || received === origin.back_to) return;
  addStranded(state, exchange, received, changes.get(received)?.toFixed() ?? '0', origin);
};

/** What a fill brings after its execution has ended is stranded; what it spends of what was stranded no longer is. */
export const strandLate = (state: Pick<Journalled, 'executions'> & Held, order: Order, fill: OrderFilled): void => {
  const execution = state.executions.get(order.execution_id ?? '');
  if (execution && execution.finished_at === null) return;
  const back_to = execution?.path[0] ?? fill.quote;
  const origin = { execution_id: order.execution_id ?? '', since: fill.at, back_to };
  const changes = changesOf([{ ...fill, filled_quantity: fill.quantity, filled_quote: fill.quote_quantity }]);
  for (const [asset, change] of changes) {
    if (asset !== back_to) addStranded(state, fill.exchange, asset, change.toFixed(), origin);
  }
};

/** Notes at the execution what was sold of it, in place; again at each fill, as it is then worth looking at anew. */
export const addSale = (state: Pick<Journalled, 'executions'>, execution_id: string, order_id: string): void => {
  const execution = state.executions.get(execution_id);
  if (!execution) return;
  const sale_ids = [...new Set([...(execution.sale_ids ?? []), order_id])];
  state.executions.set(execution_id, { ...execution, sale_ids });
};

const own = <T>(of: Map<string, Map<string, T>>, exchange: string): Map<string, T> => {
  const found = of.get(exchange) ?? new Map<string, T>();
  of.set(exchange, found);
  return found;
};

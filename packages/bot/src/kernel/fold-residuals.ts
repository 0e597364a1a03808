import { BigNumber } from 'bignumber.js';
import { changesOf, tradedIn } from '../execution/holdings.ts';
import type { FundsMoved } from '../model/account-event.ts';
import type { FeeCharged, FillCorrected, FillRepriced, OrderFilled } from '../model/order-event.ts';
import type { Execution, Order, ResidualOrigin, TakenOver } from '../model/state.ts';
import type { Journalled } from './journalled.ts';

type Held = Pick<Journalled, 'residuals' | 'residual_origins'>;
type Owned = Held & Pick<Journalled, 'executions' | 'orders'>;

/** Adds to a residual position, or takes away where `amount` is negative; in place. What was there keeps its origin. */
export const addResidual = (
  state: Held,
  exchange: string,
  asset: string,
  amount: string,
  origin: ResidualOrigin | undefined,
): void => {
  const sum = new BigNumber(state.residuals.get(exchange)?.get(asset) ?? 0).plus(amount);
  if (!sum.isGreaterThan(0)) {
    clearResidual(state, exchange, asset);
    return;
  }
  own(state.residuals, exchange).set(asset, sum.toFixed());
  const origins = own(state.residual_origins, exchange);
  if (origin && !origins.has(asset)) origins.set(asset, origin);
};

/** What an account turns out not to hold counts as residual first, in place: what is not there cannot be sold. */
export const loseResidual = (
  state: Held,
  { exchange, asset, amount }: Pick<FundsMoved, 'exchange' | 'asset' | 'amount'>,
): void => {
  if (new BigNumber(amount).isNegative()) addResidual(state, exchange, asset, amount, undefined);
};

/**
 * An execution that ends with less of an asset that it traded than it brought, as after a fill that came when it had been cancelled, has
 * spent what another one left.
 */
export const spendResidual = (state: Owned, { exchange, path: [start = ''], order_ids }: Execution): void => {
  const orders = order_ids.flatMap((id) => state.orders.get(id) ?? []);
  const traded = tradedIn(orders);
  for (const [asset, change] of changesOf(orders))
    if (change.isNegative() && asset !== start && traded.has(asset))
      addResidual(state, exchange, asset, change.toFixed(), undefined);
};

export const clearResidual = (state: Held, exchange: string, asset: string): void => {
  state.residuals.get(exchange)?.delete(asset);
  state.residual_origins.get(exchange)?.delete(asset);
};

/**
 * A fill by hand of a residual position. On a way back over another asset, that one is left in its place, so that a way that is
 * broken off in the middle is found again. With an order of their own, operators take it over for what that order brought.
 */
export const sellResidual = (state: Owned, { id, purpose }: Order, fill: OrderFilled): void => {
  const { exchange, side, base, quote } = fill;
  const [spent, received] = side === 'sell' ? [base, quote] : [quote, base];
  const amount = state.residuals.get(exchange)?.get(spent);
  if (amount === undefined) return;
  const origin = state.residual_origins.get(exchange)?.get(spent);
  const changes = changesOf([{ ...fill, filled_quantity: fill.quantity, filled_quote: fill.quote_quantity }]);
  const change = changes.get(spent) ?? new BigNumber(0);
  addResidual(state, exchange, spent, change.toFixed(), origin);
  if (purpose === 'manual' && origin) {
    const taken = BigNumber.min(amount, change.negated());
    const net =
      (changes.get(received)?.toNumber() ?? 0) / Number(side === 'sell' ? fill.quote_quantity : fill.quantity);
    const share = taken.div(change.negated()).toNumber();
    const usd_value = fill.usd_value === null ? null : fill.usd_value * net * share;
    takeOver(state, origin.execution_id, { asset: spent, amount: taken.toFixed(), usd_value });
    const order = state.orders.get(id);
    if (order) state.orders.set(id, { ...order, recovers: origin.execution_id });
  }
  if (purpose !== 'unwind' || !origin || received === origin.back_to) return;
  addResidual(state, exchange, received, changes.get(received)?.toFixed() ?? '0', origin);
};

/**
 * What a fill brings after its execution has ended is a residual position; what it spends of a residual position no longer is. The execution has
 * earned or lost by it what it changed of the currency that it started with.
 */
export const leaveLate = (state: Pick<Journalled, 'executions'> & Held, order: Order, fill: OrderFilled): void => {
  const execution = state.executions.get(order.execution_id ?? '');
  if (execution && execution.finished_at === null) return;
  const back_to = execution?.path[0] ?? fill.quote;
  const reason = { code: 'late_fill' } as const;
  const origin = { execution_id: order.execution_id ?? '', since: fill.at, back_to, reason };
  const changes = changesOf([{ ...fill, filled_quantity: fill.quantity, filled_quote: fill.quote_quantity }]);
  for (const [asset, change] of changes) {
    if (asset !== back_to) addResidual(state, fill.exchange, asset, change.toFixed(), origin);
  }
  if (!execution) return;
  const brought = [...changes].filter(([asset, change]) => asset !== back_to && change.isGreaterThan(0));
  state.executions.set(execution.id, {
    ...execution,
    status: brought.length > 0 || execution.status === 'failed' ? 'stranded' : execution.status,
    profit: new BigNumber(execution.profit ?? 0).plus(changes.get(back_to) ?? 0).toFixed(),
    left: [
      ...execution.left,
      ...brought.map(([asset, change]) => ({ asset, amount: change.toFixed(), stranded: true, reason })),
    ],
  });
};

/** Notes at the execution what its owner has taken of its residual positions, in place. */
export const takeOver = (state: Pick<Journalled, 'executions'>, execution_id: string, taken: TakenOver): void => {
  const execution = state.executions.get(execution_id);
  if (!execution) return;
  state.executions.set(execution_id, { ...execution, taken_over: [...(execution.taken_over ?? []), taken] });
};

/** The executions that have a residual position now. */
export const residualsBy = ({ residual_origins }: Pick<Journalled, 'residual_origins'>): ReadonlySet<string> =>
  new Set(
    [...residual_origins.values()].flatMap((origins) => [...origins.values()].map((origin) => origin.execution_id)),
  );

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

/** Changes by an exchange of fills that are booked. */
export type Amendment = FeeCharged | FillCorrected | FillRepriced;

/**
 * Books an amendment on what the execution, which has ended, left as a residual position, or a sale of it brought; in place. Money that
 * comes so in an asset between the legs is a residual position.
 */
export const correctResidual = (state: Owned, order: Order, fact: Amendment): void => {
  const execution = state.executions.get(order.execution_id ?? order.recovers ?? '');
  if (!execution || execution.finished_at === null) return;
  for (const [asset, change] of changesOf([correctionOf(order, fact)])) {
    const origin = state.residual_origins.get(order.exchange)?.get(asset);
    const back_to = execution.path[0] ?? '';
    const isNew = fact.type === 'FillRepriced' && asset !== back_to;
    const own = origin ?? (isNew ? { execution_id: execution.id, since: fact.at, back_to } : undefined);
    // What is gone may have been sold already: then what another execution left is not there either.
    if (change.isNegative() || own?.execution_id === execution.id)
      addResidual(state, order.exchange, asset, change.toFixed(), own);
  }
};

const negated = (amount: string): string => new BigNumber(amount).negated().toFixed();

/** As a fill of its own, which may be negative. */
const correctionOf = ({ base, quote, side }: Order, fact: Amendment) => {
  if (fact.type === 'FillRepriced')
    return { base, quote, side, filled_quantity: '0', filled_quote: fact.quote_quantity, fees: [] };
  if (fact.type === 'FeeCharged')
    return {
      base,
      quote,
      side,
      filled_quantity: '0',
      filled_quote: '0',
      fees: [{ asset: fact.asset, amount: fact.amount }],
    };
  const back = ({ asset, amount }: FillCorrected['fees'][number]) => ({ asset, amount: negated(amount) });
  return {
    base,
    quote,
    side,
    filled_quantity: negated(fact.quantity),
    filled_quote: negated(fact.quote_quantity),
    fees: fact.fees.map(back),
  };
};

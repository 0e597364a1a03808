import { BigNumber } from 'bignumber.js';
import type { Execution, Order } from '../model/state.ts';

/**
 * What came back by its own orders, and what sales have brought since of its residual positions, in its start currency, exact; null while
 * it runs. What of it is still a residual position, and dust, count as lost.
 */
export function earnedInStart(
  { profit, path: [start], sale_ids = [] }: Execution,
  orders: ReadonlyMap<string, Order>,
): BigNumber | null {
  if (profit === null) return null;
  let sum = new BigNumber(profit);
  for (const id of sale_ids) {
    const order = orders.get(id);
    if (order === undefined) continue;
    const { side, base, quote, filled_quantity, filled_quote, fees } = order;
    if (side === 'sell' && quote === start) sum = sum.plus(filled_quote);
    if (side === 'buy' && base === start) sum = sum.plus(filled_quantity);
    for (const { asset, amount } of fees) if (asset === start) sum = sum.minus(amount);
  }
  return sum;
}

/** What its owner has taken over of its residual positions, at its value then, in USD. */
export const takenOverUsd = ({ taken_over = [] }: Execution): BigNumber =>
  taken_over.reduce((sum, { usd_value }) => sum.plus(usd_value ?? 0), new BigNumber(0));

/** The result of an execution in USD, at the rate of its start currency when it began, exact; null while it runs. */
export function realisedUsd(execution: Execution, orders: ReadonlyMap<string, Order>): BigNumber | null {
  const earned = earnedInStart(execution, orders);
  return earned === null ? null : earned.multipliedBy(execution.usd_rate).plus(takenOverUsd(execution));
}

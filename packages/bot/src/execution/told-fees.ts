import { BigNumber } from 'bignumber.js';
import type { Amount, Fee, OrderReport } from '../model/exchange.ts';
import type { Order } from '../model/state.ts';
import { pendingQuantity } from './holdings.ts';

/**
 * A fee that was not booked yet; `key` is the id of its execution, which filled `quantity`, or `cumulative` where only a total is known.
 * Zero where that is news: the fee of what was filled is known then.
 */
export type ToldFee = Fee & { readonly key: string; readonly quantity?: Amount };

/**
 * What a report says of fees that is not booked yet. Where it names executions, the fee of each is booked once, whatever call tells of it
 * and in whatever order; one that took less than was said is given back. Otherwise the totals count, which only ever grow: a call that
 * tells no fees, or fewer, takes none back, and one that is behind in what was filled tells none.
 */
export const newFees = (order: Order, { executions, fees, filled_quantity }: OrderReport): readonly ToldFee[] => {
  if (executions) return byExecution(order, executions);
  const added = new BigNumber(filled_quantity).minus(order.filled_quantity);
  if (added.isNegative()) return [];
  return fees.flatMap(({ asset, amount }) => {
    const before = amountIn(order.fees, asset);
    const isMore = new BigNumber(amount).abs().isGreaterThan(before.abs());
    const isFree = before.isZero() && (added.isGreaterThan(0) || pendingQuantity(order).isGreaterThan(0));
    return isMore || isFree
      ? [{ key: 'cumulative', asset, amount: new BigNumber(amount).minus(before).toFixed() }]
      : [];
  });
};

const byExecution = (order: Order, executions: NonNullable<OrderReport['executions']>): readonly ToldFee[] => {
  const booked = new Map(order.execution_fees?.map(({ id, fees }) => [id, fees]));
  const attributed = [...booked.values()].flat();
  // What was booked as a total is the fee of executions that are named only now.
  const total = new Map(
    order.fees.map(({ asset, amount }) => [asset, sumOf(attributed, asset).negated().plus(amount)]),
  );
  return [...new Map(executions.map((one) => [one.id, one])).values()].flatMap(({ id: key, quantity, fees }) => {
    const before = booked.get(key) ?? [];
    const assets = new Set([...before, ...fees].map(({ asset }) => asset));
    const news = [...assets].flatMap((asset): readonly ToldFee[] => {
      const told = sumOf(fees, asset).minus(amountIn(before, asset));
      const rest = total.get(asset) ?? new BigNumber(0);
      const known = told.isNegative() === rest.isNegative() ? (told.abs().isLessThan(rest.abs()) ? told : rest) : 0;
      total.set(asset, rest.minus(known));
      const amount = told.minus(known);
      return amount.isZero() ? [] : [{ key, quantity, asset, amount: amount.toFixed() }];
    });
    const [first] = fees;
    const isNamed = booked.has(key) || news.length > 0 || first === undefined;
    return isNamed ? news : [{ key, quantity, asset: first.asset, amount: '0' }];
  });
};

const sumOf = (fees: readonly Fee[], asset: string): BigNumber =>
  fees.reduce((sum, fee) => (fee.asset === asset ? sum.plus(fee.amount) : sum), new BigNumber(0));
const amountIn = (fees: readonly Fee[], asset: string): BigNumber =>
  new BigNumber(fees.find((fee) => fee.asset === asset)?.amount ?? 0);

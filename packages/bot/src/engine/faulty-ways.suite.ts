import type { Fact } from '../model/event.ts';
import type { OrderIntent } from '../model/order-event.ts';

type Sums = {
  readonly order: OrderIntent;
  base: number;
  quote: number;
  readonly fees: { asset: string; amount: number }[];
};

/** In per cent of what was spent. */
const mostLostPct = 1;
/** Tolerance for a tick, and for sums in plain numbers. */
const rounding = 1e-6;

/**
 * Reads the facts of a life once more: whether an execution has ordered a way back into its start currency below what it may lose of what it
 * has spent. One line each. `onWay` is called for each order that was judged.
 */
export const breachesOfWays = (facts: readonly Fact[], onWay: () => void): readonly string[] => {
  const starts = new Map<string, string>();
  const orders = new Map<string, Sums>();
  const corrected = new Set<string>();
  /** Of an order back into the start currency: the cost of a unit when it was decided, as an amount may be corrected while it is committed. */
  const costs = new Map<string, number | null>();
  const costOf = ({ purpose, execution_id, side, base, quote }: OrderIntent): number | null => {
    const start = starts.get(execution_id ?? '');
    const [from, to] = side === 'sell' ? [base, quote] : [quote, base];
    if (purpose !== 'unwind' || start === undefined || to !== start) return null;
    return paidFor(
      start,
      from,
      [...orders.values()].filter(({ order }) => order.execution_id === execution_id),
    );
  };
  return facts.flatMap((fact, at) => {
    if (fact.type === 'ExecutionStarted') starts.set(fact.plan.id, fact.plan.path[0] ?? '');
    if (fact.type === 'FillCorrected') corrected.add(orders.get(fact.order_id)?.order.execution_id ?? '');
    if (fact.type === 'OrderFilled') {
      const sums = orders.get(fact.order_id);
      if (sums) {
        sums.base += Number(fact.quantity);
        sums.quote += Number(fact.quote_quantity);
        sums.fees.push(...fact.fees.map(({ asset, amount }) => ({ asset, amount: Number(amount) })));
      }
    }
    if (fact.type === 'FillRepriced') {
      const sums = orders.get(fact.order_id);
      if (sums) sums.quote += Number(fact.quote_quantity);
    }
    if (fact.type === 'FeeCharged')
      orders.get(fact.order_id)?.fees.push({ asset: fact.asset, amount: Number(fact.amount) });
    if (fact.type === 'OrderIntended') {
      orders.set(fact.order.id, { order: fact.order, base: 0, quote: 0, fees: [] });
      costs.set(fact.order.id, costOf(fact.order));
    }
    // An intent that a start restores is as bad as the lost one may have been, and is not sent.
    const order = fact.type === 'OrderSent' ? orders.get(fact.order_id)?.order : undefined;
    if (!order || corrected.has(order.execution_id ?? '')) return [];
    const paid = costs.get(order.id) ?? null;
    if (paid === null || order.price === null) return [];
    const [from, start] = order.side === 'sell' ? [order.base, order.quote] : [order.quote, order.base];
    onWay();
    const brings = order.side === 'sell' ? Number(order.price) : 1 / Number(order.price);
    const least = paid * (1 - mostLostPct / 100);
    return brings >= least * (1 - rounding)
      ? []
      : [`fact ${at + 1} takes ${from} back at ${brings} ${start}, ${paid} were paid`];
  });
};

/** Average cost of one unit of an asset that is held, in the start currency and before fees; null where the fills do not tell it. */
const paidFor = (start: string, asset: string, orders: readonly Sums[]): number | null => {
  const held = new Map<string, { amount: number; cost: number }>();
  for (const { order, base, quote, fees } of orders) {
    const [from, given, to, taken] =
      order.side === 'buy' ? [order.quote, quote, order.base, base] : [order.base, base, order.quote, quote];
    const source = held.get(from);
    // Late fills have spent what others brought into the account: its cost is not known here.
    if (source && given > source.amount * (1 + rounding)) return null;
    const unit = from === start ? 1 : source && source.amount > 0 ? source.cost / source.amount : null;
    if (source && unit !== null) held.set(from, { amount: source.amount - given, cost: source.cost - given * unit });
    if (unit !== null && taken > 0 && to !== start) {
      const before = held.get(to) ?? { amount: 0, cost: 0 };
      held.set(to, { amount: before.amount + taken, cost: before.cost + given * unit });
    }
    for (const fee of fees) {
      const pool = held.get(fee.asset);
      if (pool && pool.amount > 0)
        held.set(fee.asset, { amount: pool.amount - fee.amount, cost: pool.cost * (1 - fee.amount / pool.amount) });
    }
  }
  const pool = held.get(asset);
  return pool && pool.amount > 0 ? pool.cost / pool.amount : null;
};

import { BigNumber } from 'bignumber.js';
import type { AnnouncedOrder, ExecutionPlan, PlannedLeg } from '../model/event.ts';
import type { OrderIntent } from '../model/order-event.ts';
import type { Execution } from '../model/state.ts';
import { netRate, worstPrice } from './worst-price.ts';

/** By how much the legs before may do better than expected: a later order may then be larger, and its price worse. */
const slack = 0.01;

/**
 * An order for each leg after the first, as large and as badly priced as it may be at most. The first order needs none: its
 * intent is of the same commit.
 */
export const announce = (plan: ExecutionPlan, ids: () => string): readonly AnnouncedOrder[] =>
  plan.legs.slice(1).map((planned) => {
    const { leg, symbol, side, from, to, quantity } = planned;
    const [base, quote] = side === 'sell' ? [from, to] : [to, from];
    const most = new BigNumber(quantity).multipliedBy(1 + slack).precision(12, BigNumber.ROUND_UP);
    const price = worstPrice(plan, planned, neededOf(plan, planned).multipliedBy(1 - slack));
    const rounded = price.precision(12, side === 'sell' ? BigNumber.ROUND_DOWN : BigNumber.ROUND_UP);
    return {
      client_order_id: ids().replaceAll('-', ''),
      ...{ leg, symbol, base, quote, side },
      quantity: most.toFixed(),
      price: rounded.toFixed(),
    };
  });

/** What one unit given to the leg has to bring for the cycle to break even when all others go as expected. */
const neededOf = ({ legs }: ExecutionPlan, { leg }: PlannedLeg): BigNumber =>
  legs
    .filter((other) => other.leg !== leg)
    .reduce((needed, other) => needed.dividedBy(netRate(other)), new BigNumber(1));

export const announcedFor = (
  { announced }: Execution,
  { purpose, leg }: Pick<OrderIntent, 'purpose' | 'leg'>,
): AnnouncedOrder | undefined => (purpose === 'leg' ? announced?.find((order) => order.leg === leg) : undefined);

/** Whether the start of its execution has announced the order: then it needs no commit of its own. */
export const isWithin = (announced: AnnouncedOrder | undefined, order: OrderIntent): boolean => {
  if (announced === undefined || order.price === null || order.client_order_id !== announced.client_order_id)
    return false;
  if (order.symbol !== announced.symbol || order.side !== announced.side) return false;
  if (new BigNumber(order.quantity).isGreaterThan(announced.quantity)) return false;
  return order.side === 'buy'
    ? new BigNumber(order.price).isLessThanOrEqualTo(announced.price)
    : new BigNumber(order.price).isGreaterThanOrEqualTo(announced.price);
};

/**
 * What may have left of an execution that a crash has interrupted although its intent was lost with the commit under way: to be
 * asked for. Nothing announced leaves before the first order, whose intent is kept, or once the unwinding has started.
 */
export const lostOrders = (
  { status, announced = [] }: Execution,
  orders: readonly Pick<OrderIntent, 'client_order_id'>[],
): readonly AnnouncedOrder[] => {
  const known = new Set(orders.map(({ client_order_id }) => client_order_id));
  return status !== 'legs' || known.size === 0 ? [] : announced.filter((order) => !known.has(order.client_order_id));
};

import { BigNumber } from 'bignumber.js';
import type { AnnouncedOrder, ExecutionPlan, PlannedLeg } from '../model/event.ts';
import type { OrderIntent } from '../model/order-event.ts';
import type { Execution } from '../model/state.ts';
import type { Books } from './step.ts';
import { unwindingOf } from './unwind.ts';
import { isWay } from './way-back.ts';
import { plannedNeed, worstPrice } from './worst-price.ts';

/**
 * By how much the legs before may do better than expected, and the market may move against an unwinding: a later order may then be
 * larger, and its price worse.
 */
const slack = 0.01;

/**
 * An order for each leg after the first, and one that unwinds what each leg but the last brings, as large and as badly priced as it
 * may be at most. The first order needs none: its intent is of the same commit. Nothing is announced for an asset that has no
 * trusted way back now.
 */
export const announce = (plan: ExecutionPlan, ids: () => string, books: Books): readonly AnnouncedOrder[] => {
  const named = (order: Bounds): AnnouncedOrder => ({
    client_order_id: ids().replaceAll('-', ''),
    ...order,
    quantity: order.quantity.precision(12, BigNumber.ROUND_UP).toFixed(),
    price: order.price.precision(12, order.side === 'sell' ? BigNumber.ROUND_DOWN : BigNumber.ROUND_UP).toFixed(),
  });
  return [
    ...plan.legs.slice(1).map((planned) => named(boundsOf(plan, planned))),
    ...plan.legs.slice(0, -1).flatMap((arrival) => {
      const bounds = wayOf(plan, arrival, books);
      return bounds === null ? [] : [named(bounds)];
    }),
  ];
};

type Bounds = Omit<AnnouncedOrder, 'client_order_id' | 'quantity' | 'price'> & {
  readonly quantity: BigNumber;
  readonly price: BigNumber;
};

const boundsOf = (plan: ExecutionPlan, planned: PlannedLeg): Bounds => {
  const { leg, symbol, side, from, to, quantity } = planned;
  const [base, quote] = side === 'sell' ? [from, to] : [to, from];
  const price = worstPrice(plan, planned, plannedNeed(plan, planned).multipliedBy(1 - slack));
  return { leg, symbol, base, quote, side, quantity: new BigNumber(quantity).multipliedBy(1 + slack), price };
};

/** Unwinds all that a leg may bring, by the best of the near ways, at a price that is worse than its order would have now by the slack. */
const wayOf = (plan: ExecutionPlan, arrival: PlannedLeg, books: Books): Bounds | null => {
  const amount = new BigNumber(arrival.quantity).multipliedBy(arrival.side === 'buy' ? 1 : arrival.expected_price);
  const cost = costOf(plan, arrival);
  // Straight back or over the currency before: to look at every market would hold up the first order.
  const near = new Set([plan.path[0] ?? '', arrival.from]);
  const exits = (asset: string) => [...near].flatMap((to) => books.exit(asset, to) ?? []);
  const way = unwindingOf(plan, { asset: arrival.to, amount, cost }, { ...books, exits });
  if (!isWay(way)) return null;
  const { instrument, side } = way.exit;
  const { symbol, base, quote } = instrument;
  const { price } = way.order;
  const brought = amount.multipliedBy(1 + slack);
  const quantity = side === 'sell' ? brought : brought.dividedBy(way.expected_price.multipliedBy(1 - slack));
  const worst = price.multipliedBy(side === 'sell' ? 1 - slack : 1 + slack);
  return { purpose: 'unwind', leg: arrival.leg, symbol, base, quote, side, quantity, price: worst };
};

/** Cost of one unit that a leg brings, in the start currency and before fees, when the legs up to it go as expected. */
const costOf = ({ legs }: ExecutionPlan, { leg }: PlannedLeg): BigNumber =>
  legs
    .slice(0, leg)
    .reduce(
      (cost, { side, expected_price }) =>
        side === 'buy' ? cost.multipliedBy(expected_price) : cost.dividedBy(expected_price),
      new BigNumber(1),
    );

/** The order that was announced for this one, unless an earlier order has taken its id: each leaves once. */
export const announcedFor = (
  { announced }: Execution,
  orders: readonly Pick<OrderIntent, 'client_order_id'>[],
  { purpose, leg }: Pick<OrderIntent, 'purpose' | 'leg'>,
): AnnouncedOrder | undefined =>
  announced?.find(
    (order) =>
      purposeOf(order) === purpose &&
      order.leg === leg &&
      !orders.some(({ client_order_id }) => client_order_id === order.client_order_id),
  );

export const purposeOf = ({ purpose = 'leg' }: AnnouncedOrder): 'leg' | 'unwind' => purpose;

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
 * asked for. Nothing announced leaves before the first order, whose intent is kept, and no leg once the unwinding has started.
 */
export const lostOrders = (
  { status, announced = [] }: Execution,
  orders: readonly Pick<OrderIntent, 'client_order_id'>[],
): readonly AnnouncedOrder[] => {
  const known = new Set(orders.map(({ client_order_id }) => client_order_id));
  if (known.size === 0) return [];
  return announced.filter(
    (order) => !known.has(order.client_order_id) && (status === 'legs' || purposeOf(order) === 'unwind'),
  );
};

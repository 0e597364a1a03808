import { BigNumber } from 'bignumber.js';
import type { ExecutionPlan, ResidualReason } from '../model/event.ts';
import type { Execution, Order } from '../model/state.ts';
import { permits } from '../risk/trading-state.ts';
import { changesOf, spendableOf, unitCosts } from './holdings.ts';
import type { Books, Left, OrderStep, Step, StepContext } from './step.ts';
import { isWay, type Obstacle, type WayBack, wayBack } from './way-back.ts';

/** Pause before another unwinding order after one that found nothing, in ms. */
const pauseMs = 500;
/** How long it waits for a way back, in ms. */
const patienceMs = 30_000;

/** The next order that leads back to the start currency, a wait for it, or null when there is nothing more to be done. */
export const unwindStep = (execution: Execution, orders: readonly Order[], context: StepContext): Step | null => {
  if (!permits(context.trading, 'unwind') || areUsedUp(orders, context)) return null;
  const held = leftOf(execution, orders, context).filter(({ stranded }) => stranded);
  if (held.length === 0) return null;
  const last = unwindsOf(orders).at(-1);
  const rested = last && new BigNumber(last.filled_quantity).isZero() ? context.now - last.updated_at : pauseMs;
  // Below zero, the clock was set back meanwhile.
  if (rested >= 0 && rested < pauseMs) return { do: 'wait', until: context.now + pauseMs - rested };
  for (const { asset, way } of held) if (isWay(way)) return orderOf(execution, orders, asset, way);
  return context.stageMs < patienceMs ? { do: 'wait', until: context.now + pauseMs } : null;
};

const unwindsOf = (orders: readonly Order[]): readonly Order[] =>
  orders.filter((order) => order.purpose === 'unwind' && hasLeft(order));

/** Whether an order has left, or may have; a start does not find those that were announced and had not left. */
export const hasLeft = ({ status, sent_at }: Order): boolean => status !== 'failed' || sent_at !== null;

const areUsedUp = (orders: readonly Order[], { unwindMaxOrders }: StepContext): boolean =>
  unwindsOf(orders).length >= unwindMaxOrders;

/** The reason for leaving an asset with this way back. */
export const reasonOf = (way: WayBack | Obstacle, orders: readonly Order[], context: StepContext): ResidualReason => {
  if (!permits(context.trading, 'unwind')) return { code: 'halted' };
  if (isWay(way) || areUsedUp(orders, context)) return { code: 'orders' };
  return way.code === 'loss' ? { ...way, most_pct: context.maxUnwindLossPct } : { code: 'no_book' };
};

/** The reason as a sentence. */
export const wordsOf = (asset: string, reason: ResidualReason): string => {
  switch (reason.code) {
    case 'loss':
      return `${asset} is left: the best way back loses ${reason.loss_pct.toFixed(2)} %, at most ${reason.most_pct} % is allowed`;
    case 'no_book':
      return `${asset} is left: no trusted book takes it`;
    case 'orders':
      return `${asset} is left: as many orders as may be sent have not sold it`;
    case 'halted':
      return `${asset} is left: orders are halted`;
    case 'late_fill':
      return `${asset} is left: a fill came after the end`;
  }
};

const orderOf = (execution: Execution, orders: readonly Order[], asset: string, way: WayBack): OrderStep => {
  const { exit, order, expected_price } = way;
  const { instrument, side } = exit;
  const leg = legOf(execution, orders, asset);
  return { do: 'order', purpose: 'unwind', leg, instrument, side, ...order, expected_price };
};

/** The leg that the asset is unwound for: that which brought it, also over another asset. */
const legOf = ({ legs }: Pick<ExecutionPlan, 'legs'>, orders: readonly Order[], asset: string): number =>
  legs.find(({ to }) => to === asset)?.leg ??
  orders.findLast(({ base, quote, side }) => (side === 'buy' ? base : quote) === asset)?.leg ??
  1;

/** The rest of each asset that the execution has bought, with its way back. */
export const leftOf = (execution: Execution, orders: readonly Order[], context: StepContext): readonly Left[] => {
  const [start = ''] = execution.path;
  const changes = changesOf(orders);
  const after = spendableOf(orders, context.instrument);
  const costs = unitCosts(start, orders);
  const open = openExits(orders, context);
  return boughtBy(orders).flatMap((asset) => {
    const change = changes.get(asset) ?? new BigNumber(0);
    if (asset === start) return [];
    // Less is held where an account turned out to hold less than was booked: what is not there cannot be sold.
    const amount = BigNumber.min(change, context.held(asset));
    if (!amount.isGreaterThan(0)) return [];
    const spendable = BigNumber.min(amount, after.get(asset) ?? 0);
    const way = unwindingOf(
      execution,
      { asset, amount: spendable, cost: costs.get(asset) ?? null },
      { ...context, exits: open },
    );
    return [{ asset, amount, spendable, stranded: isWay(way) || way.code !== 'dust', way }];
  });
};

const boughtBy = (orders: readonly Order[]): readonly string[] => [
  ...new Set(orders.map(({ side, base, quote }) => (side === 'buy' ? base : quote))),
];

/** Without the markets that refused an order of the execution for what they are, as long as another takes the asset. */
const openExits = (orders: readonly Order[], { exits }: Books): Books['exits'] => {
  const refused = new Set(orders.flatMap(({ refusal, symbol }) => (refusal === 'market' ? [symbol] : [])));
  return (asset) => {
    const all = exits(asset);
    const others = all.filter(({ instrument }) => !refused.has(instrument.symbol));
    return others.length > 0 ? others : all;
  };
};

type Unwinding = Pick<Parameters<typeof wayBack>[0], 'asset' | 'amount' | 'cost'>;

/** The way back of what an execution holds. */
export const unwindingOf = (
  { legs, path }: Pick<ExecutionPlan, 'legs' | 'path'>,
  held: Unwinding,
  books: Books,
): WayBack | Obstacle => {
  const arrival = legs.find(({ to }) => to === held.asset);
  const rest = legs.slice(arrival?.leg ?? legs.length).flatMap(({ from, to }) => books.exit(from, to) ?? []);
  const { exits, exit, maxUnwindLossPct: maxLossPct } = books;
  return wayBack({ ...held, back_to: path[0] ?? '', maxLossPct, exits, exit, rest });
};

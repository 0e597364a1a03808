import { BigNumber } from 'bignumber.js';
import { costFactor, floorToStep, meetsMinima } from '../model/decimal.ts';
import type { ExecutionPlan } from '../model/event.ts';
import type { Side } from '../model/exchange.ts';
import type { Instrument } from '../model/instrument.ts';
import type { Levels } from '../model/levels.ts';
import type { Execution, Order } from '../model/state.ts';
import { permits } from '../risk/trading-state.ts';
import { changesOf, spendableOf } from './holdings.ts';
import { legOrder } from './leg-order.ts';
import type { Books, Left, OrderStep, Step, StepContext } from './step.ts';

type WayBack = {
  readonly instrument: Instrument;
  readonly side: Side;
  readonly leg: number;
  readonly levels: Levels | null;
  readonly touch: BigNumber | null;
};

/** Pause before another unwinding order after one that found nothing, in ms. */
const pauseMs = 500;

/** The next order that leads back to the start currency, a wait for it, or null when there is nothing more to be done. */
export const unwindStep = (execution: Execution, orders: readonly Order[], context: StepContext): Step | null => {
  if (!permits(context.trading, 'unwind')) return null;
  const unwinds = orders.filter((order) => order.purpose === 'unwind' && hasLeft(order));
  if (unwinds.length >= context.unwindMaxOrders) return null;
  const held = leftOf(execution, orders, context).filter(({ stranded }) => stranded);
  if (held.length === 0) return null;
  const last = unwinds.at(-1);
  const rested = last && new BigNumber(last.filled_quantity).isZero() ? context.now - last.updated_at : pauseMs;
  // Below zero, the clock was set back meanwhile.
  if (rested >= 0 && rested < pauseMs) return { do: 'wait', until: context.now + pauseMs - rested };
  for (const { asset, spendable } of held) {
    const order = orderBack(execution, asset, spendable, context);
    if (order) return order;
  }
  return context.now < context.unwindUntil ? { do: 'wait', until: context.now + pauseMs } : null;
};

/** Whether an order has left, or may have; a start does not find those that were announced and had not left. */
export const hasLeft = ({ status, sent_at }: Order): boolean => status !== 'failed' || sent_at !== null;

/** What is left of each asset of the path but the first. */
export const leftOf = (execution: Execution, orders: readonly Order[], context: StepContext): readonly Left[] => {
  const changes = changesOf(orders);
  const after = spendableOf(orders, context.instrument);
  return execution.path.slice(1, -1).flatMap((asset) => {
    // Less is held where an account turned out to hold less than was booked: what is not there cannot be sold.
    const amount = BigNumber.min(changes.get(asset) ?? 0, context.held(asset));
    const spendable = BigNumber.min(amount, after.get(asset) ?? 0);
    return amount.isGreaterThan(0)
      ? [{ asset, amount, spendable, stranded: isMoreThanDust(execution, asset, spendable, context) }]
      : [];
  });
};

// Without a price the minima in quote cannot be checked: what has whole lots is then taken for more than dust.
const isMoreThanDust = (execution: Execution, asset: string, amount: BigNumber, context: StepContext): boolean => {
  const way = wayBack(execution, asset, context);
  if (!way) return true;
  const { instrument, side, touch } = way;
  if (side === 'sell') {
    const quantity = floorToStep(amount, instrument.lotStep);
    return touch ? meetsMinima(instrument, quantity, touch) : quantity.isGreaterThanOrEqualTo(smallest(instrument));
  }
  if (!touch) return amount.isGreaterThanOrEqualTo(instrument.minNotional);
  const quantity = floorToStep(amount.dividedBy(touch.multipliedBy(costFactor(instrument))), instrument.lotStep);
  return meetsMinima(instrument, quantity, touch);
};

const smallest = ({ minQuantity, lotStep }: Instrument): number => Math.max(minQuantity, lotStep);

const orderBack = (
  execution: Execution,
  asset: string,
  available: BigNumber,
  context: StepContext,
): OrderStep | null => {
  const way = wayBack(execution, asset, context);
  if (!way?.levels || !way.touch) return null;
  const { instrument, side, leg, levels, touch } = way;
  const slip = (side === 'sell' ? -context.unwindMaxSlippagePct : context.unwindMaxSlippagePct) / 100;
  const most = new BigNumber(Number.POSITIVE_INFINITY);
  const order = legOrder({ instrument, side, available, most, worst: touch.multipliedBy(1 + slip), levels });
  return order && { do: 'order', purpose: 'unwind', leg, instrument, side, ...order, expected_price: touch };
};

/** The market straight to the start currency or the leg that brought the asset, backwards: the first with a trusted book. */
export const wayBack = (
  execution: Pick<ExecutionPlan, 'legs' | 'path'>,
  asset: string,
  context: Books,
): WayBack | null => {
  const arrival = execution.legs.find(({ to }) => to === asset);
  if (!arrival) return null;
  const start = execution.path[0];
  const candidates: readonly (readonly [string, Side])[] = [
    [`${asset}/${start}`, 'sell'],
    [`${start}/${asset}`, 'buy'],
    [arrival.symbol, arrival.side === 'buy' ? 'sell' : 'buy'],
  ];
  const ways = candidates.flatMap(([symbol, side]) => {
    const instrument = context.instrument(symbol);
    if (!instrument) return [];
    const levels = context.levels(symbol, side);
    const price = levels && levels.count > 0 ? levels.price[0] : undefined;
    return [{ instrument, side, leg: arrival.leg, levels, touch: price === undefined ? null : new BigNumber(price) }];
  });
  return ways.find(({ touch }) => touch !== null) ?? ways[0] ?? null;
};

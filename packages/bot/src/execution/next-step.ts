import { BigNumber } from 'bignumber.js';
import { floorToStep } from '../model/decimal.ts';
import type { ExecutionFinished, ExecutionPlan, PlannedLeg } from '../model/event.ts';
import type { Levels } from '../model/levels.ts';
import { type Execution, isFinal, type Order } from '../model/state.ts';
import { permits } from '../risk/trading-state.ts';
import { profitOf, spendableOf } from './holdings.ts';
import { legOrder } from './leg-order.ts';
import type { Rest, Step, StepContext } from './step.ts';
import { hasLeft, leftOf, reasonOf, unwindStep, wordsOf } from './unwind.ts';
import { netRate, plannedNeed, worstPrice } from './worst-price.ts';

/** Why nothing was begun. */
const unbegun = { active: null, reducing: 'a circuit breaker tripped', halted: 'halted', killed: 'halted' };

const filledNothing = ({ filled_quantity }: Order): boolean => new BigNumber(filled_quantity).isZero();

/** The whole of an execution's behaviour: a pure function of what was planned, what became of its orders, and now. */
export const nextStep = (execution: Execution, orders: readonly Order[], context: StepContext): Step => {
  if (orders.some((order) => !isFinal(order))) return { do: 'wait', until: null };
  if (execution.status === 'unwinding') return nextUnwinding(execution, orders, context);
  const last = orders.at(-1);
  if (orders.every(filledNothing) && (last || !permits(context.trading, 'execute'))) {
    return finish(
      execution,
      orders,
      context,
      last?.reason ?? (last ? 'nothing was filled at the planned price' : unbegun[context.trading]),
    );
  }
  if (last && filledNothing(last)) return { do: 'unwind', reason: last.reason ?? `leg ${last.leg} was not filled` };
  const leg = execution.legs[orders.length];
  if (!leg) return closing(execution, orders, context);
  if (!permits(context.trading, 'leg')) return { do: 'unwind', reason: 'halted' };
  return nextLeg(execution, orders, leg, context);
};

const closing = (execution: Execution, orders: readonly Order[], context: StepContext): Step => {
  const left = leftOf(execution, orders, context);
  if (left.some(({ stranded }) => stranded)) return { do: 'unwind', reason: 'a leg was filled in part' };
  return finish(execution, orders, context, null);
};

const nextUnwinding = (execution: Execution, orders: readonly Order[], context: StepContext): Step =>
  unwindStep(execution, orders, context) ?? finish(execution, orders, context, execution.unwind_reason);

const nextLeg = (execution: Execution, orders: readonly Order[], leg: PlannedLeg, context: StepContext): Step => {
  const instrument = context.instrument(leg.symbol);
  const distrusted = execution.legs.slice(orders.length).find(({ symbol, side }) => !context.levels(symbol, side));
  const isFirst = orders.length === 0;
  if (!instrument || (distrusted && isFirst)) return giveUp(orders, `the book of ${leg.symbol} is not trusted`);
  const leftMs = distrusted ? blindPatienceMs - context.stageMs : 0;
  if (leftMs > 0) return { do: 'wait', until: context.now + Math.min(leftMs, lookMs) };
  const changes = spendableOf(orders, context.instrument);
  const needed = distrusted ? plannedNeed(execution, leg) : neededNow(execution, changes, leg);
  const worst = isFirst ? new BigNumber(leg.price) : worstPrice(execution, leg, needed);
  const order = legOrder({
    instrument,
    side: leg.side,
    available: isFirst ? new BigNumber(execution.start_amount) : (changes.get(leg.from) ?? new BigNumber(0)),
    most: isFirst ? new BigNumber(leg.quantity) : new BigNumber(Number.POSITIVE_INFINITY),
    worst,
    levels:
      context.levels(leg.symbol, leg.side) ??
      endlessAt(leg.side === 'buy' ? floorToStep(worst, instrument.tickSize) : worst),
  });
  if (!order) return giveUp(orders, `leg ${leg.leg} cannot be ordered: too small, or its price has gone`);
  const expected_price = new BigNumber(leg.expected_price);
  const step = {
    do: 'order',
    purpose: 'leg',
    leg: leg.leg,
    instrument,
    side: leg.side,
    ...order,
    expected_price,
  } as const;
  return distrusted ? { ...step, isBlind: true } : step;
};

/** A leg after the first waits this long until the books of all that are left are trusted, and looks this often, in ms. */
const blindPatienceMs = 2000;
const lookMs = 50;

/** A book that is not known, as if it offered all that is asked for at the worst price. */
const endlessAt = (worst: BigNumber): Levels => ({
  price: Float64Array.of(worst.toNumber()),
  size: Float64Array.of(Number.POSITIVE_INFINITY),
  count: 1,
});

const giveUp = (orders: readonly Order[], reason: string): Step =>
  orders.length > 0
    ? { do: 'unwind', reason }
    : { do: 'finish', status: 'failed', profit: new BigNumber(0), left: [], error_message: reason };

/** What one unit given to the leg has to bring for the cycle to break even after what was filled so far. */
const neededNow = (plan: ExecutionPlan, changes: ReadonlyMap<string, BigNumber>, leg: PlannedLeg): BigNumber => {
  const spent = (changes.get(plan.path[0] ?? '') ?? new BigNumber(0)).negated();
  const held = changes.get(leg.from) ?? new BigNumber(0);
  const after = plan.legs.slice(leg.leg).reduce((rate, later) => rate.multipliedBy(netRate(later)), new BigNumber(1));
  return spent.dividedBy(held.multipliedBy(after));
};

const finish = (
  execution: Execution,
  orders: readonly Order[],
  context: StepContext,
  error_message: string | null,
): Step => {
  const left = leftOf(execution, orders, context).map(({ asset, amount, stranded, way }): Rest => {
    const rest = { asset, amount, stranded };
    return stranded ? { ...rest, reason: reasonOf(way, orders, context) } : rest;
  });
  const profit = profitOf(execution.path[0] ?? '', orders, context.price);
  const reasons = [error_message, ...left.flatMap(({ asset, reason }) => (reason ? wordsOf(asset, reason) : []))];
  const message = reasons.filter((reason) => reason !== null).join('; ');
  return { do: 'finish', status: statusOf(execution, orders, left), profit, left, error_message: message || null };
};

const statusOf = (
  execution: Execution,
  orders: readonly Order[],
  left: readonly Rest[],
): ExecutionFinished['status'] => {
  if (orders.every(filledNothing)) return 'failed';
  if (left.some(({ stranded }) => stranded)) return 'stranded';
  const legs = orders.filter(({ purpose }) => purpose === 'leg');
  const isUnwound = orders.some((order) => order.purpose === 'unwind' && hasLeft(order));
  const whole = legs.length === execution.legs.length && !isUnwound && !legs.some(filledNothing);
  return whole ? 'completed' : 'unwound';
};

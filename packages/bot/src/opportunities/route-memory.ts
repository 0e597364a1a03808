import { isOfWallet } from '../kernel/fold-market.ts';
import { type Clock, type Elapsed, passedOf, since } from '../model/clock.ts';
import type { EngineEvent } from '../model/event.ts';
import type { Execution, JournalledState } from '../model/state.ts';

/** What past executions teach about a route: how often it filled whole, how long a leg takes, and when to leave it alone. */
export type RouteMemory = {
  hear(event: EngineEvent): void;
  /** How long it still rests, in ms; 0 where it does not. */
  cooldownLeft(exchange: string, markets: readonly string[]): number;
  /** How long the one still rests that rests longest, in ms; 0 where none does. */
  longestCooldownLeft(): number;
  /** Share that was completed, 0 to 1; null before the first. */
  fillRate(exchange: string, markets: readonly string[]): number | null;
  /** The mean time of the exchange's legs so far times their number, in ms; null before the first. */
  executionMs(exchange: string, legs: number): number | null;
};

type Tally = { tried: number; completed: number };
type Mean = { sum: number; count: number };

/** A leg that seems to have taken longer, in ms, was measured by a clock that was set, or while the machine slept: it teaches nothing. */
const longestLegMs = 60_000;

/**
 * A route whose first leg found nothing rests alone: nothing was lost. After an unwinding or a residual position the whole
 * exchange rests.
 */
export const createRouteMemory = (clock: Clock, state: JournalledState, cooldownMs: () => number): RouteMemory => {
  const tallies = new Map<string, Tally>();
  const legTimes = new Map<string, Mean>();
  /** When each route or exchange failed last: the cooldown that is in force now counts from then. */
  const failedAt = new Map<string, Elapsed>();

  const leftOf = (failed: Elapsed | undefined): number =>
    failed === undefined ? 0 : Math.max(0, cooldownMs() - since(failed, clock.monotonic()));

  const learn = (execution: Execution, endedAt: Elapsed): void => {
    const { exchange, legs, status } = execution;
    const route = keyOf(
      exchange,
      legs.map(({ symbol }) => symbol),
    );
    const tally = tallies.get(route) ?? { tried: 0, completed: 0 };
    tallies.set(route, { tried: tally.tried + 1, completed: tally.completed + (status === 'completed' ? 1 : 0) });
    if (status !== 'completed') failedAt.set(status === 'failed' ? route : exchange, endedAt);
    for (const id of execution.order_ids) {
      const order = state.orders.get(id);
      if (!order || order.sent_at === null) continue;
      const took = order.updated_at - order.sent_at;
      if (took < 0 || took > longestLegMs) continue;
      const mean = legTimes.get(exchange) ?? { sum: 0, count: 0 };
      legTimes.set(exchange, { sum: mean.sum + took, count: mean.count + 1 });
    }
  };
  /** From the executions with the money that is at stake now. */
  const learnAgain = (): void => {
    for (const known of [tallies, legTimes, failedAt]) known.clear();
    for (const execution of state.executions.values()) {
      if (execution.finished_at !== null && isOfWallet(state, execution.id))
        learn(execution, passedOf(clock, execution.finished_at));
    }
  };
  learnAgain();

  return {
    hear: (event) => {
      if (event.type === 'MarketOpened') learnAgain();
      const execution = event.type === 'ExecutionFinished' ? state.executions.get(event.execution_id) : undefined;
      if (execution) learn(execution, clock.monotonic());
    },
    cooldownLeft: (exchange, markets) =>
      Math.max(leftOf(failedAt.get(keyOf(exchange, markets))), leftOf(failedAt.get(exchange))),
    longestCooldownLeft: () => Math.max(0, ...[...failedAt.values()].map(leftOf)),
    fillRate: (exchange, markets) => {
      const tally = tallies.get(keyOf(exchange, markets));
      return tally ? tally.completed / tally.tried : null;
    },
    executionMs: (exchange, legs) => {
      const mean = legTimes.get(exchange);
      return mean ? (mean.sum / mean.count) * legs : null;
    },
  };
};

const keyOf = (exchange: string, markets: readonly string[]): string => `${exchange} ${[...markets].sort().join(' ')}`;

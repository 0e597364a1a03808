import type { EngineEvent } from './event.ts';
import type { Execution, JournalledState } from './state.ts';

/** What past executions teach about a route: how often it filled whole, how long a leg takes, and when to leave it alone. */
export type RouteMemory = {
  hear(event: EngineEvent): void;
  /** In ms; 0 where nothing failed. */
  cooldownUntil(exchange: string, markets: readonly string[]): number;
  /** Until when the longest of all rests, in ms; 0 where none does. */
  longestCooldown(): number;
  /** Share that was completed, 0 to 1; null before the first. */
  fillRate(exchange: string, markets: readonly string[]): number | null;
  /** The mean time of the exchange's legs so far times their number, in ms; null before the first. */
  executionMs(exchange: string, legs: number): number | null;
};

type Tally = { tried: number; completed: number };
type Mean = { sum: number; count: number };

/**
 * A route whose first leg found nothing rests alone: nothing was lost. After an unwinding or a stranded asset the whole
 * exchange rests.
 */
export const createRouteMemory = (state: JournalledState, cooldownMs: () => number): RouteMemory => {
  const tallies = new Map<string, Tally>();
  const legTimes = new Map<string, Mean>();
  const restUntil = new Map<string, number>();

  const learn = (execution: Execution): void => {
    const { exchange, legs, status, finished_at } = execution;
    if (finished_at === null) return;
    const route = keyOf(
      exchange,
      legs.map(({ symbol }) => symbol),
    );
    const tally = tallies.get(route) ?? { tried: 0, completed: 0 };
    tallies.set(route, { tried: tally.tried + 1, completed: tally.completed + (status === 'completed' ? 1 : 0) });
    for (const [rested, until] of restUntil) if (until <= finished_at) restUntil.delete(rested);
    if (status !== 'completed') restUntil.set(status === 'failed' ? route : exchange, finished_at + cooldownMs());
    for (const id of execution.order_ids) {
      const order = state.orders.get(id);
      if (!order || order.sent_at === null) continue;
      const mean = legTimes.get(exchange) ?? { sum: 0, count: 0 };
      legTimes.set(exchange, { sum: mean.sum + order.updated_at - order.sent_at, count: mean.count + 1 });
    }
  };
  for (const execution of state.executions.values()) learn(execution);

  return {
    hear: (event) => {
      const execution = event.type === 'ExecutionFinished' ? state.executions.get(event.execution_id) : undefined;
      if (execution) learn(execution);
    },
    cooldownUntil: (exchange, markets) =>
      Math.max(restUntil.get(keyOf(exchange, markets)) ?? 0, restUntil.get(exchange) ?? 0),
    longestCooldown: () => [...restUntil.values()].reduce((longest, until) => Math.max(longest, until), 0),
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

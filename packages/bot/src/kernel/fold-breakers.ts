import type { BreakerEvent, ExecutionFinished } from '../model/event.ts';
import type { Execution, JournalledState, Order } from '../model/state.ts';
import type { Journalled } from './journalled.ts';

/** Folds what happened to a breaker, in place. */
export const foldBreaker = (state: Journalled, fact: BreakerEvent): void => {
  const before = state.breakers.get(fact.name);
  if (fact.type === 'BreakerTripped') {
    const { reason, resumes, at: tripped_at } = fact;
    state.breakers.set(fact.name, { reason, resumes, tripped_at, reset_at: before?.reset_at ?? null });
    return;
  }
  if (fact.name === 'consecutive_failures') state.failures_in_a_row = 0;
  if (before) state.breakers.set(fact.name, { ...before, tripped_at: null, reset_at: fact.at });
};

/**
 * Whether it failed by more than that the price had gone before the first leg, which says nothing and costs nothing. Orders
 * after the first that a start asked for in vain do not count.
 */
const isFailure = ({ status }: ExecutionFinished, orders: readonly Order[]): boolean =>
  status === 'unwound' || status === 'stranded' || (status === 'failed' && orders[0]?.status === 'failed');

/** Counts the failures in a row, in place. */
export const foldFailures = (state: Journalled, fact: ExecutionFinished, { order_ids }: Execution): void => {
  if (fact.status === 'completed') state.failures_in_a_row = 0;
  else if (
    isFailure(
      fact,
      order_ids.flatMap((id) => state.orders.get(id) ?? []),
    )
  )
    state.failures_in_a_row++;
};

/** Why nothing new may be begun: the breakers that are tripped; null while none is. */
export const trippedReason = ({ breakers }: Pick<JournalledState, 'breakers'>): string | null => {
  const tripped = [...breakers].flatMap(([name, { tripped_at, reason }]) =>
    tripped_at === null ? [] : [`${name}: ${reason}`],
  );
  return tripped.length === 0 ? null : tripped.join('; ');
};

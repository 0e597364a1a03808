import { isFinal, type Order } from '../model/state.ts';
import { residualsBy } from './fold-residuals.ts';
import type { Journalled } from './journalled.ts';

/** How many finished orders and executions are kept in memory: the journal keeps all, the archive shows all. */
const kept = { orders: 5_000, executions: 1_000 };

// What somebody may still sell or take over belongs to the execution that left it, and its figures are made of its orders.

/** Forgets the oldest execution beyond what is kept, in place. */
export const forgetExecution = (state: Journalled): void => {
  const needed = residualsBy(state);
  forget(state.executions, kept.executions, ({ id, finished_at }) => finished_at !== null && !needed.has(id));
};

/** Forgets the oldest order beyond what is kept, in place. */
export const forgetOrder = (state: Journalled): void => {
  const needed = residualsBy(state);
  const isNeeded = ({ execution_id, recovers }: Order) =>
    needed.has(execution_id ?? recovers ?? '') || state.open_executions.has(execution_id ?? '');
  forget(state.orders, kept.orders, (order) => isFinal(order) && !isNeeded(order));
};

const forget = <T>(map: Map<string, T>, most: number, mayGo: (value: T) => boolean): void => {
  if (map.size <= most) return;
  for (const [id, value] of map) {
    if (mayGo(value)) {
      map.delete(id);
      return;
    }
  }
};

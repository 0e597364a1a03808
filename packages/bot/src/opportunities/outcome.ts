import type { OpportunityRecord } from '@triquad/core/contract';
import type { Execution, Order } from '../model/state.ts';
import { tradeRecord } from '../portfolio/trade-record.ts';

type Outcome = NonNullable<OpportunityRecord['outcome']>;
type Decision = NonNullable<OpportunityRecord['decision']>;

/** The record with what was decided of it. What was executed once stays so, whatever is refused after it. */
export const decided = (record: OpportunityRecord, decision: Decision): OpportunityRecord => {
  const { outcome } = record;
  if (outcome?.outcome === 'executed') return { ...record, decision };
  if (decision.decision === 'executed') return { ...record, decision, outcome: { outcome: 'executing' } };
  if (outcome?.outcome === 'executing') return { ...record, decision };
  return { ...record, decision, outcome: { outcome: 'rejected', code: decision.reason } };
};

/** The record of one that lives no more; without an outcome of its own it has expired. */
export const ended = (record: OpportunityRecord): OpportunityRecord => ({
  ...record,
  is_valid: false,
  ...(record.outcome?.outcome === 'open' ? { outcome: { outcome: 'expired' } } : {}),
});

/** Whether none of its orders was filled. */
export const tookNothing = ({ order_ids }: Execution, orders: ReadonlyMap<string, Order>): boolean =>
  order_ids.every((id) => Number(orders.get(id)?.filled_quantity ?? 0) === 0);

/** What its execution came to, in USD; undefined while it runs. `code`: how it ended. */
export const outcomeOf = (execution: Execution, orders: ReadonlyMap<string, Order>): Outcome | undefined => {
  if (execution.finished_at === null) return undefined;
  const { profit } = tradeRecord(execution, orders);
  return { outcome: 'executed', profit, code: execution.status };
};

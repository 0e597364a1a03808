import type { ExecutionStarted } from '../model/event.ts';
import type { Execution } from '../model/state.ts';

/** An execution before its first order. */
export const startedExecution = ({ plan, announced, at }: ExecutionStarted): Execution => ({
  ...plan,
  status: 'legs',
  order_ids: [],
  ...(announced === undefined ? {} : { announced }),
  unwind_reason: null,
  unwind_started_at: null,
  profit: null,
  left: [],
  fees_usd: null,
  error_message: null,
  started_at: at,
  finished_at: null,
});

import type { Amount } from './exchange.ts';

/**
 * What a paper execution would have made in its start currency, `optimistic` filled whole at the quotes it was planned by, and `pessimistic`
 * each leg at the next quote of its market, less all that paper orders had ever taken there.
 */
export type ExecutionBounded = {
  readonly type: 'ExecutionBounded';
  readonly execution_id: string;
  readonly optimistic: Amount;
  readonly pessimistic: Amount;
  readonly at: number;
};

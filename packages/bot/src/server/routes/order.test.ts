import { expect, test } from 'vitest';
import { execution } from '../../execution/execution.suite.ts';
import type { Execution } from '../../model/state.ts';
import type { Backend } from '../backend.ts';
import type { Call } from '../handler.ts';
import { orderRoutes } from './order.ts';

/** What the call of an execution answers that stands so when the call must end. */
const answerOf = async (change: Partial<Execution>) => {
  const engine = {
    command: async () => ({ ok: true, value: execution(change) }),
    state: () => ({ orders: new Map() }),
  };
  const answer = await orderRoutes({ engine } as unknown as Backend)['orders.execute']({
    body: { opportunity_id: 'o', dry_run: true },
  } as Call<'orders.execute'>);
  return 'result' in answer ? [answer.status, answer.result.actual_profit, answer.result.error_message] : answer;
};

test('an execution is told of as it stands: one that goes on has neither succeeded nor failed', async () => {
  const finished_at = 1000;
  expect(await answerOf({ status: 'completed', profit: '8.7', finished_at })).toEqual(['success', 8.7, null]);
  expect(await answerOf({ status: 'unwound', profit: '-3', finished_at, error_message: 'gone' })).toEqual([
    'failed',
    -3,
    'gone',
  ]);
  const goesOn = { error_message: 'it goes on' };
  expect(await answerOf({ status: 'legs', ...goesOn })).toEqual(['pending', null, 'it goes on']);
  expect(await answerOf({ status: 'unwinding', ...goesOn })).toEqual(['pending', null, 'it goes on']);
});

import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Backtest } from '../contract/backtest.ts';
import { given } from '../testing/given.ts';
import { timeOf } from '../testing/records.ts';
import { backtests } from './backtests.ts';

const backtest = (id: string, status: string, fields: object = {}): Backtest =>
  z.parse(Backtest, { id, status, created_at: timeOf(), ...fields });
const listed = (state: ReturnType<typeof given<typeof backtests.initial>>) =>
  state.items.map(({ id, status }) => `${id} ${status}`);

test('an ended backtest never runs again, and fields missing in an answer are kept', () => {
  const state = given(
    backtests,
    { type: 'ResourceLoaded', resource: 'backtests', value: [backtest('a', 'running', { config: { name: 'A' } })] },
    { type: 'BacktestReported', backtest: backtest('a', 'completed', { metrics: { net_profit: 1 } }) },
    { type: 'BacktestReported', backtest: backtest('a', 'running', { progress: 0.9 }) },
    { type: 'ResourceLoaded', resource: 'backtests', value: [backtest('a', 'running')] },
  );
  expect(listed(state)).toEqual(['a completed']);
  expect([state.items[0]?.config?.name, state.items[0]?.metrics?.net_profit]).toEqual(['A', 1]);
});

test('backtests are newest first, regardless of their origin', () => {
  const state = given(
    backtests,
    {
      type: 'ResourceLoaded',
      resource: 'backtests',
      value: [backtest('a', 'completed'), backtest('c', 'completed', { created_at: timeOf(9) })],
    },
    { type: 'BacktestReported', backtest: backtest('b', 'queued', { created_at: timeOf(5) }) },
  );
  expect(listed(state)).toEqual(['c completed', 'b queued', 'a completed']);
});

import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Backtest, Report } from '../contract/backtest.ts';
import { given } from '../testing/given.ts';
import { timeOf } from '../testing/records.ts';
import { backtests, drawdownOf } from './backtests.ts';

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

test('a missing drawdown is computed from the equity', () => {
  const report = (fields: object) => z.parse(Report, { backtest: { id: 'a' }, metrics: {}, ...fields });
  const point = (ms: number, equity: number | null) => ({ timestamp: timeOf(ms), equity, initial_capital: 100 });
  expect(drawdownOf(report({ equity_curve: [point(0, 90), point(1, 200), point(2, null), point(3, 150)] }))).toEqual([
    { timestamp: timeOf(0), drawdown: 10, drawdown_pct: 10 },
    { timestamp: timeOf(1), drawdown: 0, drawdown_pct: 0 },
    { timestamp: timeOf(2), drawdown: null, drawdown_pct: null },
    { timestamp: timeOf(3), drawdown: 50, drawdown_pct: 25 },
  ]);
  const told = [{ timestamp: timeOf(0), drawdown: 1, drawdown_pct: 2 }];
  expect(drawdownOf(report({ drawdown: told, equity_curve: [point(0, 90)] }))).toEqual(told);
  expect(drawdownOf(report({}))).toEqual([]);
});

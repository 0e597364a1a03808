import { Report } from '@triquad/core/contract';
import { timeOf } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { drawdownOf } from './drawdown.ts';

test('a missing drawdown is computed from the equity', () => {
  const report = (fields: object) => Report.parse({ backtest: { id: 'a' }, metrics: {}, ...fields });
  const point = (ms: number, equity: number | null) => ({ timestamp: timeOf(ms), equity, initial_capital: 100 });
  expect(drawdownOf(report({ equity_curve: [point(0, 90), point(1, 200), point(2, null), point(3, 150)] }))).toEqual([
    { timestamp: timeOf(0), drawdown: 10, drawdown_pct: 10 },
    { timestamp: timeOf(1), drawdown: 0, drawdown_pct: 0 },
    { timestamp: timeOf(2), drawdown: null, drawdown_pct: null },
    { timestamp: timeOf(3), drawdown: 50, drawdown_pct: 25 },
  ]);
  const told = [{ provenance: null, timestamp: timeOf(0), drawdown: 1, drawdown_pct: 2 }];
  expect(drawdownOf(report({ drawdown: told, equity_curve: [point(0, 90)] }))).toEqual(told);
  expect(drawdownOf(report({}))).toEqual([]);
});

import { expect, test } from 'vitest';
import { changeOf, courseOf } from './card-figures.ts';

const part = (total_pnl: number, win_rate: number | null) => ({
  ...{ opportunities_per_minute: null, total_pnl, avg_latency_ms: null, win_rate, trades: 1 },
});

test('the course of the profit begins at zero and ends with that of the window; others are as they were', () => {
  const parts = [part(2, 50), part(-3, null), part(10, 100)];
  expect(courseOf('total_pnl', parts)).toEqual([0, 2, -1, 9]);
  expect(courseOf('win_rate', parts)).toEqual([50, null, 100]);
  // A window without parts draws nothing.
  expect(courseOf('total_pnl', [])).toHaveLength(1);
});

test('a change is in percent of what was before, that of a share in points, and that of a loss an amount', () => {
  expect(changeOf('opportunities_per_minute', 3, 2)).toEqual({ difference: 1, share: 50 });
  expect(changeOf('win_rate', 90, 80)).toEqual({ difference: 10, share: 10 });
  expect(changeOf('total_pnl', 5, -5)).toEqual({ difference: 10, share: null });
  expect(changeOf('total_pnl', -5, 10)).toEqual({ difference: -15, share: null });
  expect(changeOf('avg_latency_ms', null, 10)).toBeNull();
});

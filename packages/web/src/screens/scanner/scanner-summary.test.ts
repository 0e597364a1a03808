import { opportunity } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { scannerSummary } from './scanner-summary.ts';

test('the cards count what was found and what can be executed, and average the profits that are known', () => {
  const items = [
    opportunity('a', 0, { profit_pct: 0.3 }),
    opportunity('b', 0, { profit_pct: 0.6, is_valid: false }),
    opportunity('c', 0, { profit_pct: null }),
  ];
  expect(scannerSummary(items)).toEqual({ total: 3, valid: 2, avg_profit: expect.closeTo(0.45, 9) });
  expect(scannerSummary([])).toEqual({ total: 0, valid: 0, avg_profit: null });
});

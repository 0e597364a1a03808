import { opportunity } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { scannerSummary } from './scanner-summary.ts';

test('the cards count what was found and what can be executed, and average the profits that are known', () => {
  const items = [
    opportunity('a', 0, { profit_pct: 0.3, dislocation_id: 'move' }),
    opportunity('b', 0, { profit_pct: 0.6, dislocation_id: 'move', is_valid: false }),
    opportunity('c', 0, { profit_pct: null, dislocation_id: 'other', is_valid: false }),
    opportunity('d', 0, { profit_pct: null }),
  ];
  expect(scannerSummary(items)).toEqual({
    ...{ total: 4, dislocations: 3, avg_profit: expect.closeTo(0.45, 9) },
    ...{ valid: 2, valid_dislocations: 2 },
  });
  const none = { total: 0, valid: 0, avg_profit: null, dislocations: 0, valid_dislocations: 0 };
  expect(scannerSummary([])).toEqual(none);
});

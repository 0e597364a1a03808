import { expect, test } from 'vitest';
import { opportunity } from '../testing/index.ts';
import { byDislocation } from './dislocations.ts';

const of = (id: string, dislocation_id: string | undefined, profit_usd: number, more: object = {}) =>
  opportunity(id, 0, { profit_usd, profit_absolute: profit_usd, ...(dislocation_id && { dislocation_id }), ...more });
const rejected = { outcome: 'rejected', profit: null, code: 'asset_busy' };

test('a dislocation is one row: its best valid cycle, how many others, and the best of what came of them', () => {
  const executed = { outcome: 'executed', profit: 6.33, code: 'completed' };
  const rows = byDislocation([
    of('a', 'd1', 9, { is_valid: false, outcome: executed }),
    of('x', undefined, 1),
    of('b', 'd1', 3, { outcome: rejected }),
    of('c', 'd1', 4, { outcome: { outcome: 'expired' } }),
    of('d', 'd2', 2, { outcome: rejected, alternatives: 18 }),
  ]);
  expect(rows.map(({ id, alternatives, outcome }) => [id, alternatives, outcome?.outcome])).toEqual([
    ['c', 2, 'executed'],
    ['x', 0, undefined],
    ['d', 18, 'rejected'],
  ]);
  expect(rows[0]?.outcome).toMatchObject(executed);
});

test('once nothing of it is valid, the best that was shown is its row; without cycles there are no rows', () => {
  const rows = byDislocation([of('a', 'd', 3, { is_valid: false }), of('b', 'd', 4, { is_valid: false })]);
  expect(rows.map(({ id }) => id)).toEqual(['b']);
  expect(byDislocation([])).toEqual([]);
});

test('the row of a dislocation is the same object until something of it changes', () => {
  const [one, other] = [of('a', 'd1', 3), of('b', 'd2', 4)];
  const [row] = byDislocation([one, other]);
  expect(byDislocation([of('c', 'd3', 1), one, other])[1]).toBe(row);
  expect(byDislocation([of('c', 'd1', 1), one])[0]).toMatchObject({ id: 'a', alternatives: 1 });
  expect(byDislocation([one, other])[0]).toMatchObject({ id: 'a', alternatives: 0 });
});

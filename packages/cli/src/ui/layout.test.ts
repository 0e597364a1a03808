import { expect, test } from 'vitest';
import { isTooSmall, overviewLayout, overviewLists, pageRows, paneRows, stripRows } from './layout.ts';

const sizes = [18, 23, 24, 39, 40, 59, 60, 120].flatMap((rows) =>
  [60, 76, 80, 140, 200, 300].map((columns) => ({ columns, rows })),
);

test.each(sizes)('the panes of the overview fill %j, and none is without a row', (size) => {
  const { top, middle, bottom, log } = overviewLayout(size);
  expect(top + middle + bottom + log).toBe(paneRows(size));
  expect(Math.min(top, middle, bottom, log === 0 ? 3 : log)).toBeGreaterThanOrEqual(3);
});

test('a low screen gives up the details below a list, a small one everything but the state', () => {
  expect([18, 23, 24, 40, 60].map((rows) => stripRows({ columns: 80, rows }))).toEqual([0, 0, 6, 13, 23]);
  expect(
    [
      [59, 24],
      [80, 17],
      [60, 18],
    ].map(([columns = 0, rows = 0]) => isTooSmall({ columns, rows })),
  ).toEqual([true, true, false]);
});

test('Tab reaches the panes that are drawn', () => {
  expect(overviewLists({ columns: 70, rows: 24 })).toEqual(['opportunities', 'executions']);
  expect(overviewLists({ columns: 200, rows: 60 })).toEqual([
    'opportunities',
    'executions',
    'decisions',
    'risk',
    'feeds',
    'logs',
  ]);
});

test('a page is the rows of the list that are seen', () => {
  const of = (isOverview: boolean, isZoomed: boolean, isDetail: boolean) =>
    pageRows({ columns: 80, rows: 24 }, { isOverview, isZoomed, isDetail });
  expect([of(false, false, false), of(false, true, false), of(false, false, true), of(true, false, false)]).toEqual([
    12, 18, 19, 4,
  ]);
});

import { expect, test } from 'vitest';
import { narrowColumns } from './narrow-columns.ts';
import { columnWidths } from './use-column-widths.ts';

const text = (row: string) => row;

test('on a narrow screen what matters fills the view, in its order, and the rest stands beyond the edge', () => {
  const columns = [
    { id: 'id', name: 'ID', width: 90, text },
    { id: 'path', name: 'Path', width: 240, grow: 1, text, narrow: { width: 100, cell: text } },
    { id: 'fees', name: 'Fees', width: 80, text },
    { id: 'profit', name: 'Profit', width: 90, text, narrow: { width: 70 } },
  ];
  const narrow = narrowColumns(columns);
  expect(narrow).toEqual([
    { id: 'path', name: 'Path', width: 100, grow: 1, text, cell: text },
    { id: 'profit', name: 'Profit', width: 70, text },
    { id: 'id', name: 'ID', width: 90, text, beyond: true },
    { id: 'fees', name: 'Fees', width: 80, text, beyond: true },
  ]);
  expect(columnWidths(narrow, new Map(), 360)).toEqual([290, 70, 90, 80]);
});

test('columns that say nothing of narrow screens stay as they are', () => {
  const columns = [{ id: 'id', name: 'ID', width: 90, text }];
  expect(narrowColumns(columns)).toBe(columns);
});

import { expect, test } from 'vitest';
import { columnWidths } from './use-column-widths.ts';

const columns = [
  { id: 'a', width: 100 },
  { id: 'b', width: 100, grow: 1 },
  { id: 'c', width: 100, grow: 3 },
];

test('columns that grow share what is left by their weight', () => {
  expect(columnWidths(columns, new Map(), 700)).toEqual([100, 200, 400]);
});

test('too little room leaves the columns as wide as they must be', () => {
  expect(columnWidths(columns, new Map(), 120)).toEqual([100, 100, 100]);
});

test('a column that was dragged keeps its width and the others take the rest', () => {
  expect(columnWidths(columns, new Map([['c', 50]]), 700)).toEqual([100, 550, 50]);
});

import { expect, test } from 'vitest';
import { sheetWidths } from './Sheet.tsx';

const columns = [
  { id: 'a', width: 100 },
  { id: 'b', width: 100, grow: true as const },
  { id: 'c', width: 100 },
];

test('the columns that grow share the rest of the width', () => {
  expect(sheetWidths(columns, {}, 700)).toEqual([100, 500, 100]);
});

test('a narrow sheet leaves each column its own width', () => {
  expect(sheetWidths(columns, {}, 120)).toEqual([100, 100, 100]);
});

test('a column that was resized keeps its width', () => {
  expect(sheetWidths(columns, { a: 50, b: 60 }, 700)).toEqual([50, 60, 100]);
});

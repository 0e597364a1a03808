import { describe, expect, test } from 'vitest';
import type { DataColumn } from './column.ts';
import { formatSort, nextSort, parseSort, sortRows } from './sorting.ts';

type Row = { name: string; profit: number | null };
const columns: DataColumn<Row>[] = [
  { id: 'name', name: 'Name', width: 10, text: (row) => row.name },
  { id: 'profit', name: 'Profit', width: 10, text: (row) => `${row.profit}%`, order: (row) => row.profit },
];
const rows: Row[] = [
  { name: 'pair10', profit: 2 },
  { name: 'pair9', profit: null },
  { name: 'Pair1', profit: 10 },
  { name: 'pair2', profit: 2 },
];
const names = (sort: string | null) => sortRows(rows, columns, parseSort(sort)).map(({ name }) => name);

describe('sorting', () => {
  test('a number sorts as a number and what is unknown stays last in both directions', () => {
    expect(names('profit')).toEqual(['pair10', 'pair2', 'Pair1', 'pair9']);
    expect(names('-profit')).toEqual(['Pair1', 'pair10', 'pair2', 'pair9']);
  });

  test('a text sorts by the numbers in it', () => {
    expect(names('name')).toEqual(['Pair1', 'pair2', 'pair9', 'pair10']);
  });

  test('no sort, or one by a column that is not there, keeps the order in which rows came', () => {
    expect(sortRows(rows, columns, null)).toBe(rows);
    expect(sortRows(rows, columns, parseSort('-colour'))).toBe(rows);
  });

  test('a header goes from descending to ascending to none, and starts over on another column', () => {
    const first = nextSort(null, 'profit');
    const second = nextSort(first, 'profit');
    expect([first, second, nextSort(second, 'profit'), nextSort(first, 'name')]).toEqual([
      { column: 'profit', descending: true },
      { column: 'profit', descending: false },
      null,
      { column: 'name', descending: true },
    ]);
  });

  test('a sort order is read from the address as it was written', () => {
    expect(['-profit', 'name', '', '-', null].map((text) => formatSort(parseSort(text)))).toEqual([
      '-profit',
      'name',
      null,
      null,
      null,
    ]);
  });
});

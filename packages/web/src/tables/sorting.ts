import { useQuery } from '../elements/use-query.ts';
import type { DataColumn, Sort } from './column.ts';
import { useSourced } from './source-column.tsx';

/** Reads the sort order of an address: `-profit` is descending by `profit`; empty keeps the order of arrival. */
export const parseSort = (text: string | null): Sort | null =>
  text === null || text === '' || text === '-'
    ? null
    : text.startsWith('-')
      ? { column: text.slice(1), descending: true }
      : { column: text, descending: false };

export const formatSort = (sort: Sort | null): string | null =>
  sort === null ? null : `${sort.descending ? '-' : ''}${sort.column}`;

/** The next state of a header that is pressed: descending, ascending, off. */
export const nextSort = (sort: Sort | null, column: string): Sort | null => {
  if (sort?.column !== column) return { column, descending: true };
  return sort.descending ? { column, descending: false } : null;
};

const compare = (a: number | string, b: number | string): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en', { numeric: true });

/** Sorted by the column, unknown values last in both directions; equal rows keep their order. */
export const sortRows = <Row>(
  rows: readonly Row[],
  columns: readonly DataColumn<Row>[],
  sort: Sort | null,
): readonly Row[] => {
  const column = columns.find((candidate) => candidate.id === sort?.column);
  if (sort === null || column === undefined) return rows;
  const keyed = rows.map((row) => ({ row, key: column.order ? column.order(row) : column.text(row) }));
  const direction = sort.descending ? -1 : 1;
  return keyed
    .sort((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
      return direction * compare(a.key, b.key);
    })
    .map(({ row }) => row);
};

/** Props of a table whose order is in the address, under the given parameter. */
export const useSortedRows = <Row>(rows: readonly Row[], columns: readonly DataColumn<Row>[], parameter = 'sort') => {
  const { get, set } = useQuery();
  const sort = parseSort(get(parameter));
  const sourced = useSourced(columns, rows);
  const sorted = sortRows(rows, sourced, sort);
  const onSort = (next: Sort | null) => set({ [parameter]: formatSort(next) });
  return { columns: sourced, rows: sorted, sort, onSort };
};

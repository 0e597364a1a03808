import { useQuery } from '../use-query.ts';
import type { DataColumn, Sort } from './column.ts';
import { formatSort, parseSort, sortRows } from './sorting.ts';

/** Props of a table whose order is in the address, under the given parameter. */
export const useSortedRows = <Row>(rows: readonly Row[], columns: readonly DataColumn<Row>[], parameter = 'sort') => {
  const { get, set } = useQuery();
  const sort = parseSort(get(parameter));
  const sorted = sortRows(rows, columns, sort);
  const onSort = (next: Sort | null) => set({ [parameter]: formatSort(next) });
  return { columns, rows: sorted, sort, onSort };
};

import { useCallback, useMemo } from 'react';
import type { DataColumn, Sort } from './DataTable.tsx';
import { formatSort, parseSort, sortRows } from './sorting.ts';
import { useQuery } from './use-query.ts';

/** What a table shows: its columns, and the rows in the order that the address asks for under the parameter given. */
export const useSortedRows = <Row>(rows: readonly Row[], columns: readonly DataColumn<Row>[], parameter = 'sort') => {
  const { get, set } = useQuery();
  const asked = get(parameter);
  const sort = useMemo(() => parseSort(asked), [asked]);
  const sorted = useMemo(() => sortRows(rows, columns, sort), [rows, columns, sort]);
  const onSort = useCallback((next: Sort | null) => set({ [parameter]: formatSort(next) }), [set, parameter]);
  return { columns, rows: sorted, sort, onSort };
};

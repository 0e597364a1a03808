import type { DataColumn } from './DataTable.tsx';

/** A narrow screen shows the columns that have something to say there, in their order; the others begin beyond its edge. */
export const narrowColumns = <Row>(columns: readonly DataColumn<Row>[]): readonly DataColumn<Row>[] => {
  const first = columns.flatMap(({ narrow, ...column }) => (narrow === undefined ? [] : [{ ...column, ...narrow }]));
  const rest = columns.filter(({ narrow }) => narrow === undefined);
  return first.length === 0 ? columns : [...first, ...rest.map((column) => ({ ...column, beyond: true as const }))];
};

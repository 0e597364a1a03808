import { lazy, type ReactNode } from 'react';

export type Sort = { column: string; descending: boolean };

/** A column: `text` is what is sorted by (unless `order` is given), copied and exported; `cell` is what is shown. */
export type DataColumn<Row> = {
  id: string;
  name: string;
  /** Pixels; columns with `grow` share what is left. */
  width: number;
  grow?: number;
  align?: 'right';
  /** On a narrow screen the column is one of those in view, this wide and, if said, with this in its cells. */
  narrow?: { width: number; cell?: (row: Row) => ReactNode };
  /** Stands to the right of what is in view. */
  beyond?: true;
  text: (row: Row) => string;
  cell?: (row: Row) => ReactNode;
  className?: (row: Row) => string;
  order?: (row: Row) => number | string | null;
};

export type DataTableProps<Row> = {
  label: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Pixels. */
  height: number;
  sort?: Sort | null;
  onSort?: (sort: Sort | null) => void;
  onOpen?: (row: Row) => void;
  openLabel?: (row: Row) => string;
  /** New rows flash once. */
  flash?: boolean;
  /** Stays at the last row while rows are added. */
  follow?: boolean;
  /** Stands in place of no rows. */
  empty?: ReactNode;
};

const VirtualTable = lazy(() => import('./VirtualTable.tsx').then((module) => ({ default: module.VirtualTable })));

/** A virtualised table; its code arrives with the first screen that has one. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  if (props.rows.length === 0) {
    return (
      <div className="table-empty" style={{ height: props.height }}>
        {props.empty}
      </div>
    );
  }
  return <VirtualTable {...(props as unknown as DataTableProps<unknown>)} />;
}

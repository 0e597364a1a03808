import { useNarrow } from '../use-media.ts';
import { Cards } from './Cards.tsx';
import type { DataTableProps } from './column.ts';
import { NativeTable } from './NativeTable.tsx';
import styles from './table.module.css';

/** A virtualised table; on narrow screens cards. Rows that change faster than 10 times a second cannot be read: select them at the pace `rows`. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const Shape = useNarrow() ? Cards : NativeTable;
  if (props.rows.length === 0) {
    return (
      <div className={styles.empty} style={{ height: props.height }}>
        {props.empty}
      </div>
    );
  }
  return <Shape {...props} />;
}

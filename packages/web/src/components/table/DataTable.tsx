import { useNarrow } from '../use-media.ts';
import { useThrottled } from '../use-throttled.ts';
import { Cards } from './Cards.tsx';
import type { DataTableProps } from './column.ts';
import { NativeTable } from './NativeTable.tsx';
import styles from './table.module.css';

/** Milliseconds; rows that change faster cannot be read. A click opens the row that is shown. */
const updateMs = 100;

/** A virtualised table; on narrow screens cards. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const rows = useThrottled(props.rows, updateMs);
  const Shape = useNarrow() ? Cards : NativeTable;
  if (rows.length === 0 || props.rows.length === 0) {
    return (
      <div className={styles.empty} style={{ height: props.height }}>
        {props.empty}
      </div>
    );
  }
  return <Shape {...props} rows={rows} />;
}

import { CaretDown, CaretUp } from '@blueprintjs/icons';
import type { DataColumn, Sort } from './column.ts';
import { nextSort } from './sorting.ts';
import styles from './table.module.css';

type Props<Row> = {
  columns: readonly DataColumn<Row>[];
  sort: Sort | null;
  onSort: ((sort: Sort | null) => void) | undefined;
  /** Beside the name of the column that grows; it is not read out, as it is about the mouse. */
  note: string;
};

/** Column names; where the table can be sorted, each is a button. */
export function TableHead<Row>({ columns, sort, onSort, note }: Props<Row>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map((column) => {
          const direction = directionOf(column, sort);
          const sorted = direction === undefined ? {} : { 'aria-sort': direction };
          return (
            <th key={column.id} scope="col" className={column.align && styles[column.align]} {...sorted}>
              {onSort && column.action === undefined ? (
                <button type="button" className={styles.sort} onClick={() => onSort(nextSort(sort, column.id))}>
                  <span className={styles.name}>{column.name}</span>
                  <Arrow direction={direction} />
                </button>
              ) : (
                column.name
              )}
              {column.grow && note !== '' && (
                <span aria-hidden className={styles.note}>
                  {note}
                </span>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

type Direction = 'ascending' | 'descending' | undefined;
const directionOf = ({ id }: { id: string }, sort: Sort | null): Direction =>
  sort?.column === id ? (sort.descending ? 'descending' : 'ascending') : undefined;

/** Takes its room in every state, so that nothing moves when the order changes. */
function Arrow({ direction }: { direction: Direction }) {
  return (
    <span className={direction === undefined ? styles.noArrow : styles.arrow} aria-hidden>
      {direction === 'ascending' ? <CaretUp size={12} /> : <CaretDown size={12} />}
    </span>
  );
}

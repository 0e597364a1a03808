import '@blueprintjs/table/lib/css/table.css';
import { CaretDown, CaretUp } from '@blueprintjs/icons';
import { Cell, Column, ColumnHeaderCell, RenderMode, SelectionModes, Table } from '@blueprintjs/table';
import { type ReactNode, useMemo, useRef } from 'react';
import type { DataColumn, DataTableProps, Sort } from './DataTable.tsx';
import { narrowColumns } from './narrow-columns.ts';
import { nextSort } from './sorting.ts';
import { type Arrivals, useArrivals } from './use-arrivals.ts';
import { useColumnWidths } from './use-column-widths.ts';
import { useNarrow } from './use-media.ts';
import { useFollow, useRowHover } from './use-table-frame.ts';
import { useThrottled } from './use-throttled.ts';

const rowHeight = 28;
/** Faster than this nobody reads; what is clicked is the row that is shown. */
const updateMs = 100;

/** Rows of @blueprintjs/table: only what is in view is in the document. */
export function VirtualTable<Row>(props: DataTableProps<Row>) {
  const { label, height, sort = null, onOpen, follow = false } = props;
  const rows = useThrottled(props.rows, updateMs);
  const narrow = useNarrow();
  const columns = useMemo(() => (narrow ? narrowColumns(props.columns) : props.columns), [narrow, props.columns]);
  const frame = useRef<HTMLDivElement>(null);
  const { widths, resize } = useColumnWidths(frame, columns, (rows.length + 1) * rowHeight > height);
  const arrivals = useArrivals(rows, props.rowKey, props.flash ?? false);
  const rowUnder = useRowHover(frame, onOpen !== undefined);
  useFollow(frame, follow, rows);

  // The table draws all its cells whenever it is given new children: they change with what is shown, not with each render.
  const latest = useRef(props);
  latest.current = props;
  const table = useMemo(() => {
    const cellAt = (column: DataColumn<Row>, first: boolean, index: number) => {
      const row = rows[index];
      return row === undefined ? (
        <Cell />
      ) : (
        cellOf(column, row, flashOf(arrivals, latest.current.rowKey(row)), first ? latest.current : null)
      );
    };
    const sorted = latest.current.onSort && ((next: Sort | null) => latest.current.onSort?.(next));
    return widths === null ? null : (
      <Table
        numRows={rows.length}
        columnWidths={widths}
        defaultRowHeight={rowHeight}
        minRowHeight={rowHeight}
        enableRowHeader={false}
        enableRowResizing={false}
        enableMultipleSelection={false}
        selectionModes={latest.current.onOpen ? SelectionModes.NONE : SelectionModes.ROWS_AND_CELLS}
        renderMode={RenderMode.NONE}
        onColumnWidthChanged={resize}
        cellRendererDependencies={[rows, columns, sort, arrivals]}
        getCellClipboardData={(row, column) => textAt(columns, rows, row, column)}
      >
        {columns.map((column, at) => (
          <Column
            key={column.id}
            id={column.id}
            name={column.name}
            columnHeaderCellRenderer={() => headerOf(column, sort, sorted)}
            cellRenderer={(index) => cellAt(column, at === 0, index)}
          />
        ))}
      </Table>
    );
  }, [rows, columns, sort, arrivals, widths, resize]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button in each row's first cell is for the keyboard
    <section
      ref={frame}
      className={onOpen ? 'table table-open' : 'table'}
      style={{ height }}
      aria-label={label}
      onClick={(event) => {
        const row = rows[rowUnder(event.target)];
        if (row !== undefined) onOpen?.(row);
      }}
    >
      {table}
    </section>
  );
}

const flashOf = ({ keys, odd }: Arrivals, key: string): string =>
  keys.has(key) ? (odd ? 'flash-odd' : 'flash-even') : '';

/** `opener` is given for the first cell of a row: what opens the row by the keyboard stands there. */
function cellOf<Row>(column: DataColumn<Row>, row: Row, flash: string, opener: DataTableProps<Row> | null) {
  const text = column.text(row);
  const tone = column.className?.(row);
  const content: ReactNode = column.cell ? column.cell(row) : text;
  const shown = tone ? <span className={tone}>{content}</span> : content;
  return (
    <Cell className={`${column.align ?? ''} ${flash}`} tooltip={text}>
      {opener?.onOpen ? (
        <button type="button" className="table-link" aria-label={opener.openLabel?.(row) ?? text}>
          {shown}
        </button>
      ) : (
        shown
      )}
    </Cell>
  );
}

function headerOf<Row>(column: DataColumn<Row>, sort: Sort | null, onSort: ((sort: Sort | null) => void) | undefined) {
  const direction = sort?.column === column.id ? (sort.descending ? 'descending' : 'ascending') : null;
  const arrow =
    direction === null ? null : direction === 'descending' ? <CaretDown size={12} /> : <CaretUp size={12} />;
  const button = (name?: string) => (
    <button
      type="button"
      className="table-sort"
      aria-label={direction === null ? name : `${name}, ${direction}`}
      onClick={() => onSort?.(nextSort(sort, column.id))}
    >
      {name}
      {arrow}
    </button>
  );
  return (
    <ColumnHeaderCell
      name={column.name}
      {...(column.align ? { className: column.align } : {})}
      {...(onSort ? { nameRenderer: button } : {})}
    />
  );
}

const textAt = <Row,>(
  columns: readonly DataColumn<Row>[],
  rows: readonly Row[],
  row: number,
  column: number,
): string => {
  const item = rows[row];
  return item === undefined ? '' : (columns[column]?.text(item) ?? '');
};

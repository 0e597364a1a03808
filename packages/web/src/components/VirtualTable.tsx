import '@blueprintjs/table/lib/css/table.css';
import { CaretDown, CaretUp } from '@blueprintjs/icons';
import { Cell, Column, ColumnHeaderCell, RenderMode, SelectionModes, Table } from '@blueprintjs/table';
import { useRef } from 'react';
import type { DataColumn, DataTableProps, Sort } from './DataTable.tsx';
import { nextSort } from './sorting.ts';
import { useArrivals } from './use-arrivals.ts';
import { useColumnWidths } from './use-column-widths.ts';
import { useFollow, useRowHover } from './use-table-frame.ts';

const rowHeight = 28;

/** Rows of @blueprintjs/table: only what is in view is in the document. */
export function VirtualTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, label, height, sort = null, onOpen, follow = false } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { widths, resize } = useColumnWidths(frame, columns, (rows.length + 1) * rowHeight > height);
  const arrived = useArrivals(rows, props.rowKey, props.flash ?? false);
  const rowUnder = useRowHover(frame, onOpen !== undefined);
  useFollow(frame, follow, rows);

  const cellAt = (column: DataColumn<Row>, first: boolean, index: number) => {
    const row = rows[index];
    if (row === undefined) return <Cell />;
    const flash = arrived.has(props.rowKey(row)) ? (index % 2 === 0 ? 'flash-even' : 'flash-odd') : '';
    const shown = <span className={column.className?.(row)}>{column.cell ? column.cell(row) : column.text(row)}</span>;
    return (
      <Cell className={`${column.align ?? ''} ${flash}`} tooltip={column.text(row)}>
        {first && onOpen ? <OpenButton label={props.openLabel?.(row) ?? column.text(row)}>{shown}</OpenButton> : shown}
      </Cell>
    );
  };

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
      {widths && (
        <Table
          numRows={rows.length}
          columnWidths={widths}
          defaultRowHeight={rowHeight}
          minRowHeight={rowHeight}
          enableRowHeader={false}
          enableRowResizing={false}
          enableMultipleSelection={false}
          selectionModes={onOpen ? SelectionModes.NONE : SelectionModes.ROWS_AND_CELLS}
          renderMode={RenderMode.NONE}
          onColumnWidthChanged={resize}
          cellRendererDependencies={[rows, columns, sort, arrived]}
          getCellClipboardData={(row, column) => textAt(columns, rows, row, column)}
        >
          {columns.map((column, at) => (
            <Column
              key={column.id}
              id={column.id}
              name={column.name}
              columnHeaderCellRenderer={() => headerOf(column, sort, props.onSort)}
              cellRenderer={(index) => cellAt(column, at === 0, index)}
            />
          ))}
        </Table>
      )}
    </section>
  );
}

function OpenButton({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <button type="button" className="table-link" aria-label={label}>
      {children}
    </button>
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

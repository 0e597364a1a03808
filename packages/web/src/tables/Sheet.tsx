import '@blueprintjs/table/lib/css/table.css';
import { Classes, Menu, MenuItem } from '@blueprintjs/core';
import { ChevronDown } from '@blueprintjs/icons';
import { Cell, Column, ColumnHeaderCell, FocusMode, RenderMode, Table } from '@blueprintjs/table';
import { withHyphens } from '@triquad/core';
import { type JSX, useState } from 'react';
import { classes } from '../elements/classes.ts';
import { useMessages } from '../messages/messages.tsx';
import type { Sort } from './column.ts';
import styles from './Sheet.module.css';

/** A column of a spreadsheet; the functions take the index of a row. */
export type SheetColumn = {
  id: string;
  name: string;
  /** Pixels; columns with `grow` share the rest of the width. */
  width: number;
  grow?: true;
  align?: 'right';
  text: (row: number) => string;
  content: (row: number) => JSX.Element;
};

type Props = {
  label: string;
  columns: readonly SheetColumn[];
  /** Number of rows. */
  count: number;
  /** Pixels. */
  height: number;
  onSort: (sort: Sort) => void;
};

const rowHeight = 28;
const scrollbar = 16;

/**
 * A spreadsheet: columns are resized, cells selected by mouse and arrow keys and copied with Ctrl+C. A screen reader
 * sees neither rows nor columns here, so every screen that has one offers the same rows as a plain table.
 */
export function Sheet({ label, columns, count, height, onSort }: Props) {
  const { table } = useMessages();
  const [available, setAvailable] = useState(0);
  const [resized, setResized] = useState<Readonly<Record<string, number>>>({});
  const widths = sheetWidths(columns, resized, available);
  const frame = (element: HTMLDivElement | null) => {
    if (element === null) return;
    nameScroller(element, label);
    const measure = () => setAvailable(element.clientWidth - scrollbar);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  };
  return (
    <div ref={frame} className={styles.sheet} style={{ height }}>
      <Table
        numRows={count}
        columnWidths={widths}
        defaultRowHeight={rowHeight}
        minRowHeight={rowHeight}
        enableRowHeader={false}
        enableRowResizing={false}
        focusMode={FocusMode.CELL}
        renderMode={RenderMode.NONE}
        onColumnWidthChanged={(index, width) => {
          const id = columns[index]?.id;
          if (id !== undefined) setResized((before) => ({ ...before, [id]: width }));
        }}
        // Widths are listed because the table applies new ones only when its cells render again.
        cellRendererDependencies={[columns, count, ...widths]}
        getCellClipboardData={(row, column) => withHyphens(columns[column]?.text(row) ?? '')}
      >
        {columns.map(({ id, name, align, text, content }) => (
          <Column
            key={id}
            id={id}
            name={name}
            columnHeaderCellRenderer={() => (
              <ColumnHeaderCell
                name={name}
                className={classes(align && styles[align])}
                menuIcon={<ChevronDown />}
                menuRenderer={() => (
                  <Menu>
                    <MenuItem text={table.descending(name)} onClick={() => onSort({ column: id, descending: true })} />
                    <MenuItem text={table.ascending(name)} onClick={() => onSort({ column: id, descending: false })} />
                  </Menu>
                )}
              />
            )}
            cellRenderer={(row) => (
              <Cell className={classes(align && styles[align])} tooltip={text(row)}>
                {content(row)}
              </Cell>
            )}
          />
        ))}
      </Table>
    </div>
  );
}

/** Pixels of each column: the resized width, otherwise its own; growing columns share the rest of `available`. */
export const sheetWidths = (
  columns: readonly { id: string; width: number; grow?: true }[],
  resized: Readonly<Record<string, number>>,
  available: number,
): number[] => {
  const left = available - columns.reduce((sum, { id, width }) => sum + (resized[id] ?? width), 0);
  const growing = columns.filter(({ id, grow }) => grow && resized[id] === undefined).length;
  return columns.map(({ id, width, grow }) => resized[id] ?? (grow ? width + Math.max(0, left) / growing : width));
};

/**
 * The one place that reaches into the document of the table: the element that scrolls gets a tab stop, and each tab stop a name, for
 * which `Table` has no property. The two classes are those of its quadrants, which lie over each other; the first scrolls. The table
 * itself is the other stop: there arrow keys select cells. A browser makes a stop of whatever scrolls, also of the other quadrants.
 */
const nameScroller = (element: HTMLElement, label: string): void => {
  const quadrant = `${Classes.getClassNamespace()}-table-quadrant`;
  for (const scroller of element.querySelectorAll(`.${quadrant}-scroll-container`))
    scroller.setAttribute('tabindex', scroller.closest(`.${quadrant}-main`) === null ? '-1' : '0');
  for (const stop of element.querySelectorAll('[tabindex="0"]')) {
    stop.setAttribute('role', 'group');
    stop.setAttribute('aria-label', label);
  }
};

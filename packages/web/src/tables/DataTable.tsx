import { memo, type ReactNode, type SyntheticEvent, useMemo, useRef } from 'react';
import { classes } from '../elements/classes.ts';
import { useMedia, useNarrow } from '../elements/use-media.ts';
import { useMessages } from '../messages/messages.tsx';
import { Cards } from './Cards.tsx';
import { contentOf, type DataColumn, type DataTableProps, opensRow, shownColumns, shownText } from './column.ts';
import { TableHead } from './TableHead.tsx';
import styles from './table.module.css';
import { useArrivals } from './use-arrivals.ts';
import { useFitting } from './use-fitting.ts';
import { useFollow } from './use-follow.ts';
import { useHeld } from './use-held.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useRowWindow } from './use-row-window.ts';

/** A virtualised table; on narrow screens cards. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const Shape = useNarrow() ? Cards : NativeTable;
  const columns = useMemo(() => shownColumns(props.columns), [props.columns]);
  if (props.rows.length === 0) {
    return (
      <div className={styles.empty} style={{ height: props.height }}>
        {props.empty}
      </div>
    );
  }
  return <Shape {...props} columns={columns} />;
}

/** Pixels, as in the style sheet; `coarse` is for fingers. */
const rowHeights = { fine: 28, tall: 40, coarse: 44 };

/** Pixels that a horizontal scroll bar takes. */
const scrollbar = 16;

/** A `<table>` of which only the rows in view are in the document. */
function NativeTable<Row>(props: DataTableProps<Row>) {
  const { label, rowKey, height, sort = null, onSort, onOpen, follow = false, flash = false, tall = false } = props;
  const { table: messages } = useMessages();
  const frame = useRef<HTMLDivElement>(null);
  const columns = useFitting(frame, props.columns);
  const rowHeight = useMedia('(pointer: coarse)') ? rowHeights.coarse : rowHeights[tall ? 'tall' : 'fine'];
  const { rows, waiting, ...pointer } = useHeld(props.rows, rowKey, onOpen !== undefined);
  const page = Math.floor((height - scrollbar) / rowHeight) - 1;
  const { first, end, visible, scrolledTo } = useRowWindow(rows.length, rowHeight, height);
  const arrivals = useArrivals(rows, rowKey, flash);
  const followed = useFollow(frame, follow, rows, scrolledTo);
  const reveal = (index: number) => {
    const element = frame.current;
    if (element === null) return;
    const [top, bottom] = [(index + 1 - page) * rowHeight, index * rowHeight];
    element.scrollTop = Math.max(0, top, Math.min(element.scrollTop, bottom));
    scrolledTo(element.scrollTop);
  };
  const focus = useRowFocus({ frame, keys: rows.map(rowKey), first, end, visible, page, reveal });
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  return (
    <div
      ref={frame}
      className={classes(styles.frame, onOpen && styles.open, tall && styles.tall)}
      style={{ height }}
      onScroll={(event) => {
        scrolledTo(event.currentTarget.scrollTop);
        followed();
      }}
    >
      <table
        className={styles.table}
        style={{ minWidth: width }}
        aria-label={label}
        aria-rowcount={rows.length + (props.total === undefined ? 1 : 2)}
        // The table scrolls by keyboard only while it has the focus.
        tabIndex={onOpen ? -1 : 0}
        {...(onOpen ? { onKeyDown: focus.onKeyDown } : {})}
      >
        <colgroup>
          {columns.map((column) => (
            <col key={column.id} style={column.grow ? {} : { width: column.width }} />
          ))}
        </colgroup>
        <TableHead columns={columns} sort={sort} onSort={onSort} note={waiting > 0 ? messages.waiting(waiting) : ''} />
        <tbody
          {...pointer}
          onBlur={focus.onBlur}
          {...(onOpen && {
            onClick: (event) => {
              const row = rows[indexOf(event)];
              if (row !== undefined && opensRow(event)) onOpen(row);
            },
            onFocus: (event) => {
              const row = rows[indexOf(event)];
              if (row !== undefined && isOpener(event.target)) focus.onFocus(rowKey(row));
            },
          })}
        >
          <Spacer rows={first} rowHeight={rowHeight} columns={columns.length} />
          {rows.slice(first, end).map((row, at) => {
            const key = rowKey(row);
            return (
              <TableRow
                key={key}
                row={row}
                index={first + at + firstIndex}
                columns={columns}
                flashes={arrivals.includes(key)}
                opens={onOpen !== undefined}
                label={props.openLabel?.(row)}
                isStop={key === focus.stop}
              />
            );
          })}
          <Spacer rows={rows.length - end} rowHeight={rowHeight} columns={columns.length} />
        </tbody>
        {props.total && <TotalRow total={props.total} index={rows.length + firstIndex} columns={columns} />}
      </table>
    </div>
  );
}

type TotalProps<Row> = {
  total: Readonly<Record<string, string>>;
  index: number;
  columns: readonly DataColumn<Row>[];
};
function TotalRow<Row>({ total, index, columns }: TotalProps<Row>) {
  return (
    <tfoot>
      <tr aria-rowindex={index}>
        {columns.map(({ id, align }) => (
          <td key={id} className={classes(align && styles[align])}>
            {total[id]}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

/** Takes the room of the rows that are not drawn. */
function Spacer({ rows, rowHeight, columns }: { rows: number; rowHeight: number; columns: number }) {
  if (rows <= 0) return null;
  return (
    <tr aria-hidden className={styles.spacer} style={{ height: rows * rowHeight }}>
      <td colSpan={columns} />
    </tr>
  );
}

/** `aria-rowindex` of the first row; the header is 1. */
const firstIndex = 2;

/** The place among all rows of the one that an event is about. */
const indexOf = ({ target }: SyntheticEvent): number =>
  target instanceof Element ? Number(target.closest('tr')?.getAttribute('aria-rowindex')) - firstIndex : -1;

const isOpener = (target: EventTarget): boolean => target instanceof Element && target.matches('[data-opener]');

type RowProps<Row> = {
  row: Row;
  /** Counted from 1, the header included. */
  index: number;
  columns: readonly DataColumn<Row>[];
  flashes: boolean;
  opens: boolean;
  label: string | undefined;
  isStop: boolean;
};

function TableRow<Row>({ index, flashes, ...cells }: RowProps<Row>) {
  return (
    <tr aria-rowindex={index} className={flashes ? styles.flash : undefined}>
      <Cells {...cells} />
    </tr>
  );
}

function CellsOf<Row>({ row, columns, opens, label, isStop }: Omit<RowProps<Row>, 'index' | 'flashes'>) {
  return (
    <>
      {columns.map((column, at) => (
        <td
          key={column.id}
          className={classes(column.align && styles[column.align], column.className?.(row))}
          title={column.text(row)}
        >
          {opens && at === 0 ? (
            <RowButton label={label} isStop={isStop} text={shownText(column, row)}>
              {contentOf(column, row)}
            </RowButton>
          ) : (
            contentOf(column, row)
          )}
        </td>
      ))}
    </>
  );
}

// A new row moves the others, whose cells stay as they are.
const Cells = memo(CellsOf) as typeof CellsOf;

type ButtonProps = { label: string | undefined; isStop: boolean; text: string; children: ReactNode };

/** Opens the row by the keyboard; a click on it reaches the row as any other. */
function RowButton({ label, isStop, text, children }: ButtonProps) {
  return (
    <button
      type="button"
      data-opener
      className={styles.opener}
      tabIndex={isStop ? 0 : -1}
      aria-label={label === undefined ? text : `${label}, ${text}`}
    >
      {children}
    </button>
  );
}

import { Button, HTMLSelect } from '@blueprintjs/core';
import { Fragment, memo, type ReactNode, useId, useRef, useState } from 'react';
import { classes } from '../elements/classes.ts';
import { focusable } from '../elements/focusable.ts';
import { useMessages } from '../messages/messages.tsx';
import { contentOf, type DataColumn, type DataTableProps, opensRow, type Sort, valueColumns } from './column.ts';
import { formatSort, parseSort } from './sorting.ts';
import styles from './table.module.css';
import { useArrivals } from './use-arrivals.ts';
import { useFollow } from './use-follow.ts';

/** The rows as cards, for narrow screens; the browser skips those out of view (`content-visibility`). */
export function Cards<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, height, sort = null, onSort, onOpen, openLabel } = props;
  const { table } = useMessages();
  const [all, setAll] = useState(false);
  const hidden = all ? 0 : Math.max(0, rows.length - most);
  // A table that can follow its end is about its last rows.
  const shown = props.follow === undefined ? rows.slice(0, rows.length - hidden) : rows.slice(hidden);
  const frame = useRef<HTMLDivElement>(null);
  const arrivals = useArrivals(rows, rowKey, props.flash ?? false);
  const followed = useFollow(frame, props.follow ?? false, rows, ignore);
  const focus = onOpen ? {} : focusable;
  return (
    <>
      {onSort && <SortSelect columns={columns} sort={sort} onSort={onSort} />}
      <div ref={frame} className={styles.frame} style={{ maxHeight: height }} onScroll={followed}>
        <ul className={styles.cards} aria-label={label} {...focus}>
          {hidden > 0 && (
            <li className={styles.more}>
              <Button size="small" variant="minimal" text={table.showAll(rows.length)} onClick={() => setAll(true)} />
            </li>
          )}
          {shown.map((row) => {
            const key = rowKey(row);
            return (
              <Card
                key={key}
                row={row}
                columns={columns}
                flashes={arrivals.includes(key)}
                onOpen={onOpen}
                openLabel={openLabel}
              />
            );
          })}
        </ul>
      </div>
    </>
  );
}

/** Cards of different heights cannot be skipped by the table itself; more of them are drawn when asked for. */
const most = 100;
const ignore = () => {};

type CardProps<Row> = Pick<DataTableProps<Row>, 'columns'> & {
  row: Row;
  flashes: boolean;
  onOpen: ((row: Row) => void) | undefined;
  openLabel: ((row: Row) => string) | undefined;
};

function CardOf<Row>({ row, columns, flashes, onOpen, openLabel }: CardProps<Row>) {
  const at = (place: DataColumn<Row>['card']) => columns.filter(({ card }) => card === place);
  const heads = at('head');
  const head = heads.map((column) => (
    <Fragment key={column.id}>
      <Value column={column} row={row} />{' '}
    </Fragment>
  ));
  return (
    <li
      className={classes(styles.card, flashes && styles.flash, onOpen && styles.open)}
      {...(onOpen ? { onClick: (event) => opensRow(event) && onOpen(row) } : {})}
    >
      <div className={styles.cardText}>
        {onOpen ? (
          <button type="button" data-opener className={styles.opener}>
            {openLabel && <span className="visually-hidden">{openLabel(row)}, </span>}
            {head}
          </button>
        ) : (
          <div className={styles.cardHead}>{head}</div>
        )}
        {at('line').map((column) => (
          <div key={column.id} className={styles.cardLine}>
            <Value column={column} row={row} />
          </div>
        ))}
        <CardFacts columns={valueColumns(at(undefined))} row={row} />
      </div>
      <div className={styles.cardFigures}>
        {columns.filter(isFigure).map((column) => (
          <Value key={column.id} column={column} row={row} />
        ))}
      </div>
    </li>
  );
}

const isFigure = <Row,>({ card, action }: DataColumn<Row>): boolean => card === 'figure' || action === true;

// Five hundred log entries arrive as new rows many times a second, and only the last few are new.
const Card = memo(CardOf) as typeof CardOf;

function CardFacts<Row>({ columns, row }: { columns: readonly DataColumn<Row>[]; row: Row }) {
  const filled = columns.filter((column) => column.text(row) !== '');
  if (filled.length === 0) return null;
  return (
    <dl className={styles.cardFacts}>
      {filled.map((column) => (
        <div key={column.id}>
          <dt>{column.name}</dt>
          <dd>
            <Value column={column} row={row} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value<Row>({ column, row }: { column: DataColumn<Row>; row: Row }): ReactNode {
  return <span className={column.className?.(row)}>{contentOf(column, row)}</span>;
}

type SortProps<Row> = {
  columns: readonly DataColumn<Row>[];
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
};

function SortSelect<Row>({ columns, sort, onSort }: SortProps<Row>) {
  const { table } = useMessages();
  const id = useId();
  const options = valueColumns(columns).flatMap(({ id, name }) => [
    { value: `-${id}`, label: table.descending(name) },
    { value: id, label: table.ascending(name) },
  ]);
  return (
    <div className={styles.sortSelect}>
      <label htmlFor={id}>{table.sortBy}</label>
      <HTMLSelect
        id={id}
        minimal
        value={formatSort(sort) ?? ''}
        onChange={(event) => onSort(parseSort(event.currentTarget.value))}
        options={[{ value: '', label: table.unsorted }, ...options]}
      />
    </div>
  );
}

import type { Figure } from '@triquad/core';
import type { Provenance } from '@triquad/core/contract';
import type { MouseEvent, ReactNode } from 'react';
import { money } from '../messages/format.ts';

export type Sort = { column: string; descending: boolean };

/**
 * Place of a column on a card, the form of a row on a narrow screen: `head` on its first line, `line` on a line of its own, `figure` at the
 * right, the first one large. Columns without a place follow as name and value.
 */
type CardPlace = 'head' | 'line' | 'figure';

/**
 * A column: `text` is sorted by (unless `order` is given) and copied; `cell` is shown. A file has `order`, which is the value in full, where it
 * is given, unless `value` says otherwise.
 */
export type DataColumn<Row> = {
  id: string;
  name: string;
  /** Pixels; columns with `grow` share the rest of the width. */
  width: number;
  grow?: true;
  align?: 'right';
  /** Left out of a table that is too narrow for all: the lowest first. Cards, copies and exports have it. */
  spare?: number;
  card?: CardPlace;
  /** Holds a button instead of a value: it is not sorted by, copied or exported. */
  action?: true;
  text: (row: Row) => string;
  cell?: (row: Row) => ReactNode;
  className?: (row: Row) => string;
  order?: (row: Row) => number | string | null;
  /** `text`: the sort key is a rank, not a displayed value. */
  value?: 'text';
  /** Source of the column's figures, stated by the table and in saved files. */
  source?: (row: Row) => Provenance | null;
  /** Stated above the table: neither the table nor its cards have it. */
  hidden?: true;
  /** In its place in a file. */
  apart?: readonly { readonly name: string; readonly text: (row: Row) => string }[];
};

type MoneyColumn<Row> = Omit<DataColumn<Row>, 'text' | 'order' | 'source'> & {
  figure: (row: Row) => Figure;
  sign?: true;
  digits?: number;
};

/** A column of money, in USD. */
export const moneyColumn = <Row>({ figure, sign, digits = 2, ...column }: MoneyColumn<Row>): DataColumn<Row> => ({
  align: 'right',
  ...column,
  text: (row) => money(figure(row), { sign: sign === true, digits }),
  order: (row) => figure(row).usd,
  source: (row) => figure(row).source,
});

export type DataTableProps<Row> = {
  label: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Pixels. */
  height: number;
  sort?: Sort | null;
  onSort?: (sort: Sort | null) => void;
  /** Makes rows open on click and Enter. */
  onOpen?: (row: Row) => void;
  /** Name of the button that opens the row; without it the text of the first column. */
  openLabel?: (row: Row) => string;
  /** New rows flash once. */
  flash?: boolean;
  /** Rows have room for a second line. */
  tall?: boolean;
  /** Stays at the last row while rows are added, unless the operator has scrolled away from it. */
  follow?: boolean;
  /** A sticky last row, by column names; not part of cards and saved files. */
  total?: Readonly<Record<string, string>>;
  /** Shown when there are no rows. */
  empty?: ReactNode;
};

/** The columns that a table shows. */
export const shownColumns = <Row>(columns: readonly DataColumn<Row>[]): readonly DataColumn<Row>[] =>
  columns.some(({ hidden }) => hidden) ? columns.filter(({ hidden }) => hidden === undefined) : columns;

/** The columns that hold values. */
export const valueColumns = <Row>(columns: readonly DataColumn<Row>[]): readonly DataColumn<Row>[] =>
  columns.filter(({ action }) => action === undefined);

/** Content of a cell, in its tone. */
export const contentOf = <Row>({ cell, text }: DataColumn<Row>, row: Row): ReactNode => (cell ? cell(row) : text(row));

/** Visible text of a cell: the accessible name must contain it. */
export const shownText = <Row>(column: DataColumn<Row>, row: Row): string => {
  const shown = contentOf(column, row);
  return typeof shown === 'string' ? shown : column.text(row);
};

const others = 'a, input, select, label, button:not([data-opener])';

/** A click on another control of the row, or one that ends a selection of text, does not open it. */
export const opensRow = ({ target }: MouseEvent): boolean =>
  !(target instanceof Element && target.closest(others)) && (window.getSelection()?.toString() ?? '') === '';

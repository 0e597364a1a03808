import { exactNumber, none, withHyphens } from '@triquad/core';
import { type DataColumn, valueColumns } from './column.ts';

// A spreadsheet runs a cell that starts like a formula; a number may start with a sign.
const defused = (text: string): string =>
  /^[=+\-@\t\r]/.test(text) && !/^[+-]?[$\d.,]+(?:\s?[%$])?$/.test(text) ? `'${text}` : text;
const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Value of a cell in a file: the raw value if the column has one, else the visible text. */
const exportedOf = <Row>({ text, order, value }: Written<Row>, row: Row): string => {
  if (order === undefined || value === 'text') return textOf(text(row));
  const found = order(row);
  if (found === null) return '';
  return typeof found === 'number' ? exactNumber(found) : textOf(found);
};
const textOf = (text: string): string => (text === none ? '' : defused(withHyphens(text)));

type Written<Row> = Pick<DataColumn<Row>, 'name' | 'text' | 'order' | 'value'>;
const table = <Row>(
  columns: readonly Written<Row>[],
  rows: readonly Row[],
  cellOf: (column: Written<Row>, row: Row) => string,
): string[][] => [columns.map(({ name }) => name), ...rows.map((row) => columns.map((column) => cellOf(column, row)))];

/** RFC 4180 with a header line. */
export const toCsv = <Row>(columns: readonly DataColumn<Row>[], rows: readonly Row[]): string =>
  table(
    valueColumns(columns).flatMap((column): readonly Written<Row>[] => column.apart ?? [column]),
    rows,
    exportedOf,
  )
    .map((cells) => `${cells.map(quoted).join(',')}\r\n`)
    .join('');

/** Lines of cells as they are shown, between tabs, as spreadsheets paste them. */
export const toTsv = <Row>(columns: readonly DataColumn<Row>[], rows: readonly Row[]): string =>
  table(valueColumns(columns), rows, ({ text }, row) => defused(withHyphens(text(row))))
    .map((cells) => cells.map((text) => text.replaceAll(/[\t\r\n]+/g, ' ')).join('\t'))
    .join('\n');

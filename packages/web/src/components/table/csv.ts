import { withHyphens } from '@triquad/core';
import { type DataColumn, valueColumns } from './column.ts';

// A spreadsheet runs a cell that starts like a formula; a number may start with a sign.
const defused = (text: string): string =>
  /^[=+\-@\t\r]/.test(text) && !/^[+-]?[$\d.,]+(?:\s?[%$])?$/.test(text) ? `'${text}` : text;
const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const table = <Row>(columns: readonly DataColumn<Row>[], rows: readonly Row[]): string[][] => {
  const values = valueColumns(columns);
  return [
    values.map(({ name }) => name),
    ...rows.map((row) => values.map(({ text }) => defused(withHyphens(text(row))))),
  ];
};

/** RFC 4180 with a header line. */
export const toCsv = <Row>(columns: readonly DataColumn<Row>[], rows: readonly Row[]): string =>
  table(columns, rows)
    .map((cells) => `${cells.map(quoted).join(',')}\r\n`)
    .join('');

/** Lines of cells between tabs, as spreadsheets paste them. */
export const toTsv = <Row>(columns: readonly DataColumn<Row>[], rows: readonly Row[]): string =>
  table(columns, rows)
    .map((cells) => cells.map((text) => text.replaceAll(/[\t\r\n]+/g, ' ')).join('\t'))
    .join('\n');

import type { DataColumn } from './DataTable.tsx';

// A spreadsheet runs a cell that starts like a formula; a number may start with a sign.
const defused = (text: string): string =>
  /^[=+\-@\t\r]/.test(text) && !/^[+-]?[$\d.,]+%?$/.test(text) ? `'${text}` : text;
const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** RFC 4180 with a header line. */
export const toCsv = <Row>(columns: readonly DataColumn<Row>[], rows: readonly Row[]): string =>
  [columns.map((column) => column.name), ...rows.map((row) => columns.map((column) => defused(column.text(row))))]
    .map((cells) => `${cells.map(quoted).join(',')}\r\n`)
    .join('');

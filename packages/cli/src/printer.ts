import { csvText, leavesOf } from './csv.ts';
import { CommandFailure, exitCode } from './exit-code.ts';
import type { Host } from './host.ts';
import { type Cell, type Column, type Field, hasColour, jsonLine, paint, printable, table } from './output.ts';
import { fieldsWithSource, oneSource, withSource } from './source-column.ts';
import { wrapped } from './wrapped.ts';

export type { Field } from './output.ts';

/** Prints the result of a command on the standard output, everything else on the standard error. */
export interface Printer {
  /** One document as JSON, or its rows as a table. */
  rows<Row>(document: unknown, columns: readonly Column<Row>[], rows: readonly Row[]): void;
  /** One document as JSON, or its fields one below the other. */
  fields<Document>(document: Document, fieldsOf: (document: Document) => readonly Field[]): void;
  /** One item of a stream: a line of JSON, or a row in the columns given. */
  item<Row>(row: Row, columns: readonly Column<Row>[]): void;
  /** For the operator, not part of the result. */
  note(text: string): void;
}

const narrowestValue = 20;

/** The columns of CSV. */
const apart = <Row>(columns: readonly Column<Row>[]): readonly Pick<Column<Row>, 'title' | 'value'>[] =>
  columns.flatMap((column) => column.apart ?? [column]);

const valuesIn =
  <Row>(columns: readonly Pick<Column<Row>, 'value'>[]) =>
  (row: Row): Cell[] =>
    columns.map(({ value }) => value(row));

/** How a result is printed. `columns`: only these of a list, by their titles, in this order. */
export interface PrintForm {
  readonly json: boolean;
  readonly csv: boolean;
  readonly columns: readonly string[] | undefined;
}

/** The columns that are asked for. @throws CommandFailure for one that the list does not have. */
function chosen<Row>(columns: readonly Column<Row>[], wanted: readonly string[] | undefined): readonly Column<Row>[] {
  return (wanted ?? columns.map(({ title }) => title)).map((name) => {
    const found = columns.find(({ title }) => title.toLowerCase() === name.toLowerCase());
    if (found !== undefined) return found;
    const names = columns.map(({ title }) => title.toLowerCase());
    throw new CommandFailure(`there is no column '${name}'; there are ${names.join(', ')}`, exitCode.usage);
  });
}

export function createPrinter(host: Host, { json, csv, columns: wanted }: PrintForm): Printer {
  const { stdout, env } = host;
  const look = { colour: hasColour(stdout, env), width: stdout.isTTY ? stdout.columns : undefined };
  const write = (document: unknown, text: () => string) => stdout.write(json ? jsonLine(document) : text());
  // Piped output is read line by line: each row names its source.
  const listed = <Row>(shown: readonly Column<Row>[], rows: readonly Row[]): string => {
    const one = stdout.isTTY && wanted === undefined ? oneSource(shown, rows) : null;
    if (one === null) return table(shown, rows, look);
    const { name, value, tone } = one.line;
    return `${table(one.columns, rows, look)}${name}: ${paint(printable(value), tone, look.colour)}\n`;
  };
  return {
    rows: (document, columns, rows) => {
      const shown = chosen(withSource(columns, rows, document), wanted);
      if (csv)
        return void stdout.write(
          csvText([apart(shown).map(({ title }) => title.toLowerCase()), ...rows.map(valuesIn(apart(shown)))]),
        );
      write(document, () => (rows.length === 0 ? '' : listed(shown, rows)));
      if (rows.length === 0 && !json) host.stderr.write('nothing to show\n');
    },
    fields: (document, fieldsOf) => {
      if (csv) {
        return void stdout.write(csvText([['name', 'value'], ...leavesOf(document)]));
      }
      write(document, () => {
        const fields = fieldsWithSource(fieldsOf(document), document);
        const indent = Math.max(...fields.map(({ name }) => name.length)) + 2;
        const room = Math.max(narrowestValue, (look.width ?? Number.POSITIVE_INFINITY) - indent);
        const line = ({ name, value, tone }: Field) =>
          wrapped(printable(value), room)
            .map((part, at) => `${(at === 0 ? name : '').padEnd(indent)}${paint(part, tone, look.colour)}\n`)
            .join('');
        return fields.map(line).join('');
      });
    },
    item: (row, columns) => {
      const shown = chosen(withSource(columns, [row], row), wanted);
      if (csv) return void stdout.write(csvText([valuesIn(apart(shown))(row)]));
      write(row, () => table(shown, [row], { ...look, titles: false }));
    },
    note: (text) => {
      host.stderr.write(`${printable(text)}\n`);
    },
  };
}

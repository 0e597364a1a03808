import { styleText } from 'node:util';
import { exactNumber, none } from '@triquad/core';
import type { Provenance } from '@triquad/core/contract';
import type { Host, Output } from './host.ts';
import { columnsOf, fitted } from './text-width.ts';
import { wrapped } from './wrapped.ts';

export type Tone = 'good' | 'bad' | 'warn' | 'quiet' | 'strong';

/** One line of a document: a name and what it is. */
export interface Field {
  readonly name: string;
  readonly value: string;
  readonly tone?: Tone | undefined;
}

export interface Column<Row> {
  readonly title: string;
  /** Value in data formats: a number with all its digits. */
  readonly value: (row: Row) => Cell;
  /** Its text in a table, where that is another: rounded, with a unit. */
  readonly shown?: (row: Row) => string;
  readonly align?: 'right';
  readonly tone?: (row: Row) => Tone | undefined;
  /** Cut, with an ellipsis, when the terminal is too narrow. */
  readonly shrinks?: true;
  /** Left out, the last one first, when cutting is not enough. */
  readonly optional?: true;
  /** The last column only: wraps below itself when the terminal is too narrow. */
  readonly wraps?: true;
  /** Text for a narrow terminal. */
  readonly brief?: (row: Row) => string;
  /** Source of a row, for the column of sources. */
  readonly source?: (row: Row) => Provenance | null;
  /** In its place in CSV. */
  readonly apart?: readonly { readonly title: string; readonly value: (row: Row) => Cell }[];
  /** Minimum width in columns, so that the lines of a stream stay aligned. */
  readonly least?: number;
}

/** A value in data; null where there is none. */
export type Cell = string | number | boolean | null | undefined;

const shownIn =
  <Row>({ shown, value }: Column<Row>) =>
  (row: Row): string =>
    shown === undefined ? (cellText(value(row)) ?? none) : shown(row);

/** A value as data has it: a number in every digit, without an exponent; null where there is none. */
export const cellText = (value: Cell): string | null => {
  if (value === null || value === undefined || value === none) return null;
  return typeof value === 'number' ? exactNumber(value) : String(value);
};

const format = { good: 'green', bad: 'red', warn: 'yellow', quiet: 'dim', strong: 'bold' } as const;
const gap = 2;
const narrowGap = 1;
const narrowest = 8;
const narrowestWrapped = 30;
const narrowTerminal = 100;

/** Foreign text made safe to print on one line: no control character reaches the terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ');
}

/** JSON in one line with every control character escaped, so that foreign text cannot control the terminal. */
export function jsonLine(value: unknown): string {
  const escaped = (character: string) =>
    [...Array(character.length).keys()].map((at) => `\\u${hex(character.charCodeAt(at))}`).join('');
  return `${JSON.stringify(value).replace(/[\p{Cc}\p{Cf}]/gu, escaped)}\n`;
}

function hex(unit: number): string {
  return unit.toString(16).padStart(4, '0');
}

/** True on a terminal with colour, unless `NO_COLOR` is set. */
export function hasColour(output: Output, env: Host['env']): boolean {
  return output.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
}

interface TableLook {
  /** Columns of the terminal; undefined cuts nothing. */
  readonly width?: number | undefined;
  readonly colour: boolean;
  readonly titles?: boolean;
}

/** The rows as aligned text, one line each, below a line of titles. */
export function table<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { width = Number.POSITIVE_INFINITY, colour, titles = true }: TableLook,
): string {
  const { shown, space } = arranged(measured(columns, rows, width < narrowTerminal), width);
  const line = (
    text: (placed: Placed<Row>) => readonly string[],
    tone: (column: Column<Row>) => Tone | undefined,
  ): string => {
    const cells = shown.map((placed) => ({ placed, parts: text(placed) }));
    const height = Math.max(1, ...cells.map(({ parts }) => parts.length));
    return Array.from({ length: height }, (_, at) =>
      cells
        .map(({ placed: { width: own, column }, parts }) =>
          paint(fitted(parts[at] ?? '', own, '…', column.align), tone(column), colour),
        )
        .join(' '.repeat(space))
        .trimEnd(),
    ).join('\n');
  };
  const heading = line(
    ({ column }) => [column.title],
    () => 'strong',
  );
  const body = rows.map((row, index) =>
    line(
      ({ texts, column, width: own }) => (column.wraps ? wrapped(texts[index] ?? '', own) : [texts[index] ?? '']),
      (column) => column.tone?.(row),
    ),
  );
  return [...(titles ? [heading] : []), ...body].map((text) => `${text}\n`).join('');
}

export function paint(text: string, tone: Tone | undefined, colour: boolean): string {
  return colour && tone ? styleText(format[tone], text, { validateStream: false }) : text;
}

interface Placed<Row> {
  readonly column: Column<Row>;
  readonly texts: readonly string[];
  readonly width: number;
}

function measured<Row>(columns: readonly Column<Row>[], rows: readonly Row[], isNarrow: boolean): Placed<Row>[] {
  return columns.map((column) => {
    const value = (isNarrow ? column.brief : undefined) ?? shownIn(column);
    const texts = rows.map((row) => printable(value(row)));
    const least = Math.max(column.title.length, isNarrow && column.brief ? 0 : (column.least ?? 0));
    return { column, texts, width: texts.reduce((most, text) => Math.max(most, columnsOf(text)), least) };
  });
}

interface Arranged<Row> {
  readonly shown: readonly Placed<Row>[];
  /** Blank columns between two columns of the table. */
  readonly space: number;
}

function arranged<Row>(placed: readonly Placed<Row>[], width: number): Arranged<Row> {
  const kept = withoutOptional(placed, width);
  const unwrapped = kept.map((each) => (each.column.wraps ? leastOf(each) : each.width));
  const space = totalOf(unwrapped, gap) > width ? narrowGap : gap;
  let excess =
    totalOf(
      kept.map((each) => each.width),
      space,
    ) - width;
  const shown = kept.map((each) => {
    if (excess <= 0) return each;
    const own = Math.max(leastOf(each), each.width - excess);
    excess -= each.width - own;
    return { ...each, width: own };
  });
  return { shown, space };
}

function withoutOptional<Row>(placed: readonly Placed<Row>[], width: number): readonly Placed<Row>[] {
  const last = placed.findLast(({ column }) => column.optional);
  return last === undefined || totalOf(placed.map(leastOf), gap) <= width
    ? placed
    : withoutOptional(
        placed.filter((each) => each !== last),
        width,
      );
}

function leastOf<Row>({ column, width }: Placed<Row>): number {
  if (column.shrinks) return Math.min(narrowest, width);
  return column.wraps ? Math.min(narrowestWrapped, width) : width;
}

function totalOf(widths: readonly number[], space: number): number {
  return widths.reduce((sum, each) => sum + each, space * (widths.length - 1));
}

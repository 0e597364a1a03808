import { styleText } from 'node:util';
import type { Host, Output } from './host.ts';

export type Tone = 'good' | 'bad' | 'warn' | 'quiet' | 'strong';

export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => string;
  readonly align?: 'right';
  readonly tone?: (row: Row) => Tone | undefined;
  /** This column gives way, with an ellipsis, when the terminal is too narrow. */
  readonly shrinks?: true;
  /** This column is left out, the last one first, when even that is not enough. */
  readonly optional?: true;
  /** Columns it takes at least, so that the lines of a stream stay aligned. */
  readonly least?: number;
}

const format = { good: 'green', bad: 'red', warn: 'yellow', quiet: 'dim', strong: 'bold' } as const;
const gap = '  ';
const narrowest = 8;

/** Text of others made safe to print on one line: no control character reaches the terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ');
}

/** JSON in one line, in which no control character stands as itself: what others wrote cannot steer the terminal. */
export function jsonLine(value: unknown): string {
  const escaped = (character: string) =>
    [...Array(character.length).keys()].map((at) => `\\u${hex(character.charCodeAt(at))}`).join('');
  return `${JSON.stringify(value).replace(/[\p{Cc}\p{Cf}]/gu, escaped)}\n`;
}

function hex(unit: number): string {
  return unit.toString(16).padStart(4, '0');
}

/** Colour only to a terminal that has it and an operator who has not said no (`NO_COLOR`). */
export function hasColour(output: Output, env: Host['env']): boolean {
  return output.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
}

interface TableLook {
  /** Columns of the terminal; without it nothing is cut. */
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
  const shown = shrunk(withoutOptional(measured(columns, rows), width), width);
  const line = (text: (placed: Placed<Row>) => string, tone: (column: Column<Row>) => Tone | undefined) =>
    shown
      .map((placed) => paint(pad(text(placed), placed.width, placed.column.align), tone(placed.column), colour))
      .join(gap)
      .trimEnd();
  const heading = line(
    ({ column }) => column.title,
    () => 'strong',
  );
  const body = rows.map((row, index) =>
    line(
      ({ texts }) => texts[index] ?? '',
      (column) => column.tone?.(row),
    ),
  );
  return [...(titles ? [heading] : []), ...body].map((text) => `${text}\n`).join('');
}

export function paint(text: string, tone: Tone | undefined, colour: boolean): string {
  return colour && tone ? styleText(format[tone], text, { validateStream: false }) : text;
}

function pad(text: string, width: number, align: Column<unknown>['align']): string {
  const cut = text.length > width ? `${text.slice(0, Math.max(0, width - 1))}…` : text;
  return align === 'right' ? cut.padStart(width) : cut.padEnd(width);
}

interface Placed<Row> {
  readonly column: Column<Row>;
  readonly texts: readonly string[];
  readonly width: number;
}

function measured<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Placed<Row>[] {
  return columns.map((column) => {
    const texts = rows.map((row) => printable(column.value(row)));
    const least = Math.max(column.title.length, column.least ?? 0);
    return { column, texts, width: texts.reduce((most, text) => Math.max(most, text.length), least) };
  });
}

function withoutOptional<Row>(placed: readonly Placed<Row>[], width: number): readonly Placed<Row>[] {
  const least = placed.map((each) => (each.column.shrinks ? Math.min(narrowest, each.width) : each.width));
  const last = placed.findLast(({ column }) => column.optional);
  return last === undefined || totalOf(least) <= width
    ? placed
    : withoutOptional(
        placed.filter((each) => each !== last),
        width,
      );
}

function shrunk<Row>(placed: readonly Placed<Row>[], width: number): Placed<Row>[] {
  let excess = totalOf(placed.map((each) => each.width)) - width;
  return placed.map((each) => {
    if (excess <= 0 || !each.column.shrinks) return each;
    const kept = Math.max(Math.min(narrowest, each.width), each.width - excess);
    excess -= each.width - kept;
    return { ...each, width: kept };
  });
}

function totalOf(widths: readonly number[]): number {
  return widths.reduce((sum, each) => sum + each, gap.length * (widths.length - 1));
}

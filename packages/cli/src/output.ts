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
  { width, colour, titles = true }: TableLook,
): string {
  const cells = rows.map((row) => columns.map((column) => printable(column.value(row))));
  const widths = fit(
    columns,
    columns.map(({ title, least = 0 }, index) =>
      Math.max(title.length, least, ...cells.map((line) => line[index]?.length ?? 0)),
    ),
    width,
  );
  const line = (texts: readonly string[], tone: (column: Column<Row>) => Tone | undefined) =>
    columns
      .map((column, index) => paint(pad(texts[index] ?? '', widths[index] ?? 0, column.align), tone(column), colour))
      .join(gap)
      .trimEnd();
  const heading = line(
    columns.map(({ title }) => title),
    () => 'strong',
  );
  return [
    ...(titles ? [heading] : []),
    ...rows.map((row, index) => line(cells[index] ?? [], (column) => column.tone?.(row))),
  ]
    .map((text) => `${text}\n`)
    .join('');
}

export function paint(text: string, tone: Tone | undefined, colour: boolean): string {
  return colour && tone ? styleText(format[tone], text, { validateStream: false }) : text;
}

function pad(text: string, width: number, align: Column<unknown>['align']): string {
  const cut = text.length > width ? `${text.slice(0, Math.max(0, width - 1))}…` : text;
  return align === 'right' ? cut.padStart(width) : cut.padEnd(width);
}

function fit<Row>(columns: readonly Column<Row>[], natural: number[], width: number | undefined): number[] {
  const total = natural.reduce((sum, each) => sum + each, gap.length * (columns.length - 1));
  let excess = width === undefined ? 0 : total - width;
  return natural.map((each, index) => {
    if (excess <= 0 || !columns[index]?.shrinks) return each;
    const kept = Math.max(narrowest, each - excess);
    excess -= each - kept;
    return kept;
  });
}

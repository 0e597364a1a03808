import { printable } from '../output.ts';
import { charactersOf, columnsOf, cutOff, fitted } from '../text-width.ts';
import { wrapped } from '../wrapped.ts';
import type { Meaning } from './theme.ts';

/** A piece of a line with its meaning. */
export interface Span {
  readonly text: string;
  readonly as?: Meaning | undefined;
}

/** One row of the screen. Layout is done in Unicode; the theme spells a line in ASCII of the same width. */
export type Line = readonly Span[];

/** Marks text that was cut. */
const more = '…';
// Half a figure reads as another figure: it goes as a whole.
const halfFigure = /[+−$-]*\d[\d.,]*…$|[+−$-]+…$/;

/** As much of `text` as `columns` hold, `…` last where something is missing. A figure is never cut within. */
function cut(text: string, columns: number): string {
  const kept = cutOff(text, columns, more);
  if (kept === text) return text;
  const whole = kept.replace(halfFigure, more);
  return whole + ' '.repeat(columnsOf(kept) - columnsOf(whole));
}

export const span = (text: string, as?: Meaning): Span => ({ text, as });

/** `text`, made printable, in exactly `width` columns. */
export const fit = (text: string, width: number, align: 'left' | 'right' = 'left'): string =>
  fitted(cut(printable(text), width), width, more, align);

/** The line in exactly `width` columns: cut, or filled up with spaces. Everything on the screen passes through here. */
export function exactly(line: Line, width: number): Line {
  const shown: Span[] = [];
  let room = width;
  for (const { text, as } of line) {
    if (room <= 0) break;
    const kept = cut(printable(text), room);
    room -= columnsOf(kept);
    shown.push({ text: kept, as });
  }
  return room > 0 ? [...shown, span(' '.repeat(room))] : shown;
}

/** Exactly `height` lines of exactly `width` columns. */
export const block = (lines: readonly Line[], width: number, height: number): readonly Line[] =>
  Array.from({ length: Math.max(0, height) }, (_, at) => exactly(lines[at] ?? [], width));

/** The text in lines of `width`, broken between words. */
export const prose = (text: string, width: number, as?: Meaning): readonly Line[] =>
  wrapped(printable(text), Math.max(2, width - 2)).map((part) => [span(` ${part}`, as)]);

/** Lines of text, indented by two columns. */
export const indented = (text: string, width: number, as?: Meaning): readonly Line[] =>
  prose(text, width - 1, as).map((line) => [span(' '), ...line]);

/** How horizontal rules are drawn: double while real money is traded, broken while figures are stale. */
export type Stroke = '─' | '═' | '╌';

export interface Title {
  readonly title: string;
  /** At the right end; left out where there is no room for both. */
  readonly summary?: string | undefined;
  readonly isFocused?: boolean | undefined;
}

/** The line above a pane, with its title and summary. */
export function rule({ title, summary = '', isFocused = false }: Title, width: number, stroke: Stroke): Line {
  const as: Meaning = stroke === '═' ? 'border' : 'quiet';
  const name = title === '' ? '' : ` ${printable(title)} `;
  const end = summary === '' ? '' : ` ${printable(summary)} `;
  const room = width - 2 - columnsOf(name) - columnsOf(end);
  if (room < 1 && end !== '') return rule({ title, isFocused }, width, stroke);
  const line = [
    span(stroke, as),
    span(name, isFocused ? 'strong' : 'quiet'),
    span(stroke.repeat(Math.max(0, room)), as),
    span(end, 'quiet'),
    span(stroke, as),
  ];
  return exactly(line, width);
}

/** Two blocks of equal height with one bar between them; `left` is `at` columns wide. */
export const beside = (left: readonly Line[], right: readonly Line[], joint = '│'): readonly Line[] =>
  left.map((line, at) => [...line, span(joint, 'quiet'), ...(right[at] ?? [])]);

/** The part of a line between two columns; of a wide character at an edge its half is blank. */
function part(line: Line, from: number, to: number): Line {
  const shown: Span[] = [];
  let at = 0;
  for (const { text, as } of line) {
    let kept = '';
    for (const character of charactersOf(text)) {
      const width = columnsOf(character);
      const inside = Math.max(0, Math.min(at + width, to) - Math.max(at, from));
      kept += inside === width && (width > 0 || (at > from && at <= to)) ? character : ' '.repeat(inside);
      at += width;
    }
    if (kept !== '') shown.push({ text: kept, as });
  }
  return shown;
}

/** The box in the middle of the lines, which stay visible beside it; of a box that is higher, its end. */
export function over(lines: readonly Line[], box: readonly Line[], width: number): readonly Line[] {
  const shown = box.slice(Math.max(0, box.length - lines.length));
  const own = Math.max(0, ...shown.map((line) => columnsOf(textOf(line))));
  const left = Math.floor((width - own) / 2);
  const top = Math.floor((lines.length - shown.length) / 2);
  return lines.map((line, row) => {
    const covering = shown[row - top];
    return covering === undefined ? line : [...part(line, 0, left), ...covering, ...part(line, left + own, width)];
  });
}

/** A line of a box that is a rule across it. */
export const divider: Line = [];

/** A box is always a dialog. */
export function boxed(
  { title, summary }: Title,
  lines: readonly Line[],
  width: number,
  stroke: Stroke,
): readonly Line[] {
  const live = stroke === '═';
  const [a, b, c, d, side] = live ? ['╔', '╗', '╚', '╝', '║'] : ['┌', '┐', '└', '┘', '│'];
  const across = live ? '═' : '─';
  const as: Meaning = live ? 'border' : 'quiet';
  const [, ...top] = rule({ title, summary, isFocused: true }, width - 2, across);
  return [
    exactly([span(`${a}${across}`, as), ...top.slice(0, -1), span(across + b, as)], width),
    ...lines.map((line) =>
      line === divider
        ? [span((live ? '╠' : '├') + across.repeat(width - 2) + (live ? '╣' : '┤'), as)]
        : [span(side, as), ...exactly(line, width - 2), span(side, as)],
    ),
    [span(c + across.repeat(width - 2) + d, as)],
  ];
}

export const textOf = (line: Line): string => line.map(({ text }) => text).join('');

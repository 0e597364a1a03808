import { fit, type Line, type Span, span } from './cells.ts';
import type { Fitting } from './figures.ts';
import type { Meaning } from './theme.ts';

export interface Column {
  readonly name: string;
  readonly title: string;
  readonly width: number;
  readonly align?: 'right';
  /** Columns of the terminal from which there is room for it. */
  readonly from?: number;
  /** Takes the columns that are left over. */
  readonly grows?: true;
  /** Order of omission in a narrow terminal: lowest first; without a number the column stays. */
  readonly gives?: number;
}

export interface Cell {
  /** A figure is written for the width of its column; text is cut. */
  readonly text: string | Fitting;
  readonly as?: Meaning | undefined;
  /** Sort value, greatest first; text: A first. Without one the column is not sortable. */
  readonly by?: number | string | null;
}
export type Cells = Readonly<Record<string, Cell>>;

const gap = 1;
const marker = 1;

/** The columns that fit, in exactly `width` columns with the marker before them. */
export function placed(columns: readonly Column[], width: number): readonly Column[] {
  const shown = columns.filter(({ from = 0 }) => width >= from);
  const excess = widthOf(shown) - width;
  const weakest = Math.min(...shown.map(({ gives = Number.POSITIVE_INFINITY }) => gives));
  if (excess > 0 && Number.isFinite(weakest)) {
    return placed(
      columns.filter((one) => one.gives !== weakest),
      width,
    );
  }
  return shown.map((one) => (one.grows ? { ...one, width: Math.max(1, one.width - excess) } : one));
}

const widthOf = (columns: readonly Column[]): number =>
  columns.reduce((sum, { width }) => sum + width, marker + gap * (columns.length - 1));

/** The titles; the sorted column has `▾` after its title. */
export function titles(columns: readonly Column[], sorted: string | null): Line {
  const text = ({ name, title, width, align }: Column) =>
    span(fit(name === sorted ? `${title}▾` : title, width, align), name === sorted ? 'strong' : 'quiet');
  return [span(' '), ...spaced(columns.map(text))];
}

/** One row: the marked one has the marker before it. */
export function rowLine(columns: readonly Column[], cells: Cells, look: { isMarked: boolean; isQuiet: boolean }): Line {
  const own = ({ as }: Cell): Meaning | undefined =>
    look.isQuiet ? 'quiet' : look.isMarked ? (as === undefined || as === 'quiet' ? 'selected' : as) : as;
  const text = ({ name, width, align }: Column): Span => {
    const cell = cells[name];
    if (cell === undefined) return span(' '.repeat(width));
    const said = typeof cell.text === 'string' ? cell.text : cell.text(width);
    return span(fit(said, width, align), own(cell));
  };
  return [span(look.isMarked ? '▌' : ' ', 'strong'), ...spaced(columns.map(text))];
}

const spaced = (spans: readonly Span[]): Line => spans.flatMap((one, at) => (at === 0 ? [one] : [span(' '), one]));

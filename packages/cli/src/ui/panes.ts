import { columnsOf } from '../text-width.ts';
import { block, exactly, indented, type Line, rule, type Stroke, span } from './cells.ts';
import { twoColumns } from './layout.ts';
import { emptyText, type Listed, missed, restriction } from './lists.ts';
import type { ListState } from './screen-state.ts';
import { sourceCell, sourceColumn, statedBy } from './sources.ts';
import { placed, rowLine, titles } from './table.ts';
import type { Given, Pane, View } from './view.ts';

export interface Look {
  readonly stroke: Stroke;
  readonly isStale: boolean;
  /** Live state while the screen is paused; else null. */
  readonly live: Given | null;
}

interface ListLook extends Look {
  readonly isFocused: boolean;
  /** Only these columns. */
  readonly only?: readonly string[];
  readonly hasTitles: boolean;
}

/** A list with its title in exactly `width` × `height`; the marked row is always in view. */
export function listPane(
  view: View,
  given: Given,
  { rows, at }: Listed,
  list: ListState,
  width: number,
  height: number,
  look: ListLook,
): readonly Line[] {
  const { only, isFocused, hasTitles } = look;
  const { tag, isMixed } = statedBy(rows, given.state);
  const wanted = only === undefined ? view.columns : view.columns.filter(({ name }) => only.includes(name));
  const columns = placed(isMixed ? [...wanted, sourceColumn] : wanted, width);
  const room = Math.max(0, height - (hasTitles ? 2 : 1));
  const first = Math.max(0, Math.min(at - Math.floor(room / 2), rows.length - room));
  const body = rows.slice(first, first + room).map((row, index) =>
    rowLine(columns, isMixed ? { ...row.cells(), source: sourceCell(row.source ?? null) } : row.cells(), {
      isMarked: isFocused && first + index === at,
      isQuiet: look.isStale || row.isQuiet === true,
    }),
  );
  const empty = rows.length === 0 ? indented(emptyText(view, given, list), width, 'quiet') : [];
  return [
    rule(titleOf(view, given, rows, list, { source: tag, width }, look), width, look.stroke),
    ...block([...(hasTitles ? [titles(columns, list.sort)] : []), ...body, ...empty], width, height - 1),
  ];
}

/** Columns beside a title and a summary: their blanks, and the ends of the rule. */
const titleRoom = 7;

function titleOf(
  view: View,
  given: Given,
  rows: Listed['rows'],
  list: ListState,
  { source, width }: { readonly source: string; readonly width: number },
  { isFocused, live }: Pick<ListLook, 'isFocused' | 'live'>,
) {
  const wanted = restriction(view, list);
  const title = `${view.key} ${view.title}${wanted === '' ? '' : `  ${wanted}`}`;
  const before = [
    ...(live === null ? [] : [`PAUSED, ${missed(view, list, given, live)} missed`]),
    ...(list.sort === null ? [] : [`by ${list.sort}`]),
  ];
  const joined = (...parts: readonly string[]) => parts.filter((part) => part !== '').join(' · ');
  const whole = joined(...before, view.summary(given, rows), source);
  // If space is short, the source stays and the row counts go.
  const fits = columnsOf(title) + columnsOf(whole) + titleRoom <= width;
  return { title, summary: source === '' || fits ? whole : joined(...before, source), isFocused };
}

/** All lines of the panes below each other, each with its title; a pane without a line is left out. */
export const stacked = (panes: readonly Pane[], width: number, { stroke }: Pick<Look, 'stroke'>): readonly Line[] =>
  panes.flatMap((pane) => bodied(pane, width, stroke));

function bodied(pane: Pane, width: number, stroke: Stroke): readonly Line[] {
  const lines = pane.lines(width);
  return lines.length === 0 ? [] : [rule(pane, width, stroke), ...lines.map((line) => exactly(line, width))];
}

/** Panes stacked in exactly `height` lines: no pane begins in the last line, where only its title would fit. */
function stackedWithin(panes: readonly Pane[], width: number, height: number, { stroke }: Look): readonly Line[] {
  const lines: Line[] = [];
  for (const pane of panes) {
    if (lines.length + 2 > height) break;
    lines.push(...bodied(pane, width, stroke));
  }
  return block(lines, width, height);
}

/** The details of a row in exactly `width` × `height`: in two columns where there is room, else what fits below each other. */
export function detailPanes(panes: readonly Pane[], width: number, height: number, look: Look): readonly Line[] {
  if (height === 0) return [];
  if (panes.length === 0) return [rule({ title: '' }, width, look.stroke), ...block([], width, height - 1)];
  if (width < twoColumns || panes.length === 1) return stackedWithin(panes, width, height, look);
  const left = Math.floor(width / 2);
  const right = width - left - 1;
  const half = (odd: number) => panes.filter((_, at) => at % 2 === odd);
  const lefts = stackedWithin(half(0), left, height, look);
  const rights = stackedWithin(half(1), right, height, look);
  return lefts.map((line, at) => [...line, span(at === 0 ? '┬' : '│', 'quiet'), ...(rights[at] ?? [])]);
}

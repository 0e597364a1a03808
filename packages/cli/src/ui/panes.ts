import { block, exactly, type Line, rule, type Stroke, span } from './cells.ts';
import { twoColumns } from './layout.ts';
import { emptyText, type Listed } from './lists.ts';
import type { ListState } from './screen-state.ts';
import { placed, rowLine, titles } from './table.ts';
import type { Given, Pane, View } from './view.ts';

export interface Look {
  readonly stroke: Stroke;
  readonly isStale: boolean;
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
  const columns = placed(
    only === undefined ? view.columns : view.columns.filter(({ name }) => only.includes(name)),
    width,
  );
  const room = Math.max(0, height - (hasTitles ? 2 : 1));
  const first = Math.max(0, Math.min(at - Math.floor(room / 2), rows.length - room));
  const body = rows.slice(first, first + room).map((row, index) =>
    rowLine(columns, row.cells(), {
      isMarked: isFocused && first + index === at,
      isQuiet: look.isStale || row.isQuiet === true,
    }),
  );
  const empty = rows.length === 0 ? [[span(`  ${emptyText(view, given, list)}`, 'quiet')]] : [];
  return [
    rule(titleOf(view, given, rows, list, isFocused), width, look.stroke),
    ...block([...(hasTitles ? [titles(columns, list.sort)] : []), ...body, ...empty], width, height - 1),
  ];
}

function titleOf(view: View, given: Given, rows: Listed['rows'], list: ListState, isFocused: boolean) {
  const filter = list.filter === '' ? '' : `  /${list.filter}`;
  const sort = list.sort === null ? '' : `by ${list.sort} · `;
  return { title: `${view.key} ${view.title}${filter}`, summary: sort + view.summary(given, rows), isFocused };
}

/** All lines of the panes below each other, each with its title. */
export const stacked = (panes: readonly Pane[], width: number, { stroke }: Look): readonly Line[] =>
  panes.flatMap((pane) => [rule(pane, width, stroke), ...pane.lines(width).map((line) => exactly(line, width))]);

/** The details of a row in exactly `width` × `height`: in two columns where there is room, else what fits below each other. */
export function detailPanes(panes: readonly Pane[], width: number, height: number, look: Look): readonly Line[] {
  if (height === 0) return [];
  if (panes.length === 0) return [rule({ title: '' }, width, look.stroke), ...block([], width, height - 1)];
  if (width < twoColumns || panes.length === 1) return block(stacked(panes, width, look), width, height);
  const left = Math.floor(width / 2);
  const right = width - left - 1;
  const half = (odd: number) => panes.filter((_, at) => at % 2 === odd);
  const lefts = block(stacked(half(0), left, look), left, height);
  const rights = block(stacked(half(1), right, look), right, height);
  return lefts.map((line, at) => [...line, span(at === 0 ? '┬' : '│', 'quiet'), ...(rights[at] ?? [])]);
}

import { english } from '@triquad/core/texts';
import { inFull } from './figures.ts';
import type { ListState } from './screen-state.ts';
import type { Cell } from './table.ts';
import type { Given, Row, View } from './view.ts';

/** A list as it is shown: its rows and the place of the marked one, -1 without rows. */
export interface Listed {
  readonly rows: readonly Row[];
  readonly at: number;
}

/** The rows of a view that are wanted and match the filter, in the chosen order. The marked record stays marked when rows move. */
export function listed(view: View, given: Given, { filter, only, sort, selected }: ListState): Listed {
  const rowsOfView = view.rows(given);
  const all = only === null ? rowsOfView : rowsOfView.filter((row) => narrowedBy(view, row) === only);
  const found = filter === '' ? all : all.filter(matches(filter));
  const rows = sort === null ? found : sorted(found, sort);
  const at = selected === null ? -1 : rows.findIndex(({ id }) => id === selected);
  return { rows, at: at >= 0 ? at : view.isTail ? rows.length - 1 : Math.min(0, rows.length - 1) };
}

const said = ({ text }: Cell): string => (typeof text === 'string' ? text : text(inFull));

/** Value of a row in the column that its view narrows by; empty without one. */
const narrowedBy = ({ narrows = '' }: View, row: Row): string => {
  const cell = row.cells()[narrows];
  return cell === undefined ? '' : said(cell);
};

/** Choices that narrow a list: all (null), then each value of its column. */
export const narrowings = (view: View, given: Given): readonly (string | null)[] => [
  null,
  ...[...new Set(view.rows(given).map((row) => narrowedBy(view, row)))].filter((value) => value !== '').sort(),
];

/** Restriction of a list: `exchange: kraken /usdt`; empty if it shows all. */
export const restriction = ({ narrows = '' }: View, { only, filter }: ListState): string =>
  [...(only === null ? [] : [`${narrows}: ${only}`]), ...(filter === '' ? [] : [`/${filter}`])].join(' ');

/** Rows that came since the screen was paused. */
export function missed(view: View, list: ListState, paused: Given, live: Given): number {
  const known = new Set(listed(view, paused, list).rows.map(({ id }) => id));
  return listed(view, live, list).rows.filter(({ id }) => !known.has(id)).length;
}

/** A regular expression, or the text itself where it is none. Capitals in it make it exact. */
export const patternOf = (filter: string): RegExp => compiled(filter, /\p{Lu}/u.test(filter) ? 'u' : 'iu');

/** Predicate of rows that contain the filter's words. */
export function matches(filter: string): (row: Row) => boolean {
  const pattern = patternOf(filter);
  return ({ id, cells, related = [] }) => pattern.test([...Object.values(cells()).map(said), id, ...related].join(' '));
}

/** The pattern that matches this text and no other. */
export const literal = (text: string): string => text.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&');

function compiled(filter: string, flags: string): RegExp {
  try {
    return new RegExp(filter, flags);
  } catch {
    return new RegExp(literal(filter), flags);
  }
}

const rank = (row: Row, column: string): number | string | null => row.cells()[column]?.by ?? null;

/** The order of two texts by their characters, which for names, symbols and times is that of an operator; that of a language takes megabytes. */
export const alphabetical = (one: string, other: string): number => Number(one > other) - Number(one < other);

function sorted(rows: readonly Row[], column: string): readonly Row[] {
  return rows
    .map((row) => ({ row, by: rank(row, column) }))
    .sort(({ by: a }, { by: b }) => {
      if (a === null || b === null || Number.isNaN(a) || Number.isNaN(b))
        return Number(a === null) - Number(b === null);
      return typeof a === 'number' && typeof b === 'number' ? b - a : alphabetical(String(a), String(b));
    })
    .map(({ row }) => row);
}

/** The columns that rows can be sorted by, and null for the order of the view; in this order `s` goes through them. */
export function sorts({ columns }: View, [first]: readonly Row[]): readonly (string | null)[] {
  const cells = first?.cells() ?? {};
  return [null, ...columns.filter(({ name }) => cells[name]?.by !== undefined).map(({ name }) => name)];
}

/** Why a list has no row: what failed, what is missing, what is filtered, or what the view says. */
export function emptyText(view: View, given: Given, list: ListState): string {
  const { state } = given;
  const [first] = view.watches;
  const { capability } = view;
  const knows = state.health.value !== null;
  const wanted = restriction(view, list);
  if (wanted !== '') return `No row matches ${wanted}; Esc shows all`;
  if (capability !== undefined && knows && !state.health.capabilities.includes(capability)) {
    return `This bot does not report ${view.title.toLowerCase()}`;
  }
  const resource = first === undefined ? undefined : state.resources[first];
  if (resource?.status === 'failed' && resource.problem !== null)
    return `${english.problem(resource.problem)}; r retry`;
  const isUnread = resource?.loaded_at === null && resource.status === 'loading';
  return isUnread && knows && view.name !== 'opportunities' && view.name !== 'logs' ? 'loading…' : view.empty(given);
}

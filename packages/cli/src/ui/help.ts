import { type ClientState, type Command, factsOf, roleObstacle, selectOperator } from '@triquad/core';
import { wrapped } from '../wrapped.ts';
import { beside, block, fit, indented, type Line, rule, type Stroke, span } from './cells.ts';
import { paneRows, type Size } from './layout.ts';
import { patternOf } from './lists.ts';
import { focusOf, type HelpDialog, type ScreenState } from './screen-state.ts';
import { views } from './views/views.ts';

/** Effects of keys, and a command that they send. */
type Entry = readonly [keys: string, does: string, sends?: Command['type']];

const everywhere: readonly Entry[] = [
  ['1 … 9', 'views'],
  [':', 'go to, or do'],
  ['@', 'another bot (context)'],
  ['! a', 'needs you, notices'],
  ['Tab z', 'next pane, zoom'],
  ['y e o', 'copy id, export, related'],
  ['r p', 'ask again, or reconnect; pause the screen'],
  ['q Esc', 'back; q quits at the top'],
];
const ofBot: readonly Entry[] = [
  ['S', 'start or stop', 'StartBot'],
  ['X C F Z', 'execute, cancel, sell, reset wallet', 'ExecuteOpportunity'],
  ['I', 'import files of prices', 'RunImport'],
  ['K T', 'kill, give up a kill', 'KillBot'],
  ['U M W L', 'lift a halt, mode, watch, change a limit', 'ResetKill'],
];
const terminal: readonly Entry[] = [
  ['Ctrl-C Z', 'quit, suspend'],
  ['Ctrl-L', 'redraw; others: nothing'],
];
const lists: readonly Entry[] = [
  ['j k ↑ ↓', 'row'],
  ['g G', 'first, last'],
  ['d u', 'half a page'],
  ['Space b', 'page'],
  ['l h → ←', 'unfold, fold'],
  ['/ n N', 'find (regex), next, previous match'],
  ['s f c', 'sort, only one value of a column, of logs one source'],
  ['Enter', 'detail; h l the next one'],
];
const replay: readonly Entry[] = [
  ['[ ] { }', 'one fact, next event'],
  ['Space < >', 'play, slower, faster'],
  ['t e q', 'time, save, live'],
];

const keysWidth = 9;

interface Group {
  readonly title: string;
  readonly says?: string;
  readonly entries: readonly Entry[];
}

const general: readonly Group[] = [
  { title: 'Everywhere', entries: everywhere },
  { title: 'The bot (each asks)', entries: ofBot },
  { title: 'Terminal', entries: terminal },
  { title: 'Replay', entries: replay },
];

function ofView(screen: ScreenState): readonly Group[] {
  const view = views[focusOf(screen)];
  const own = view.keys.map(({ key, does }): Entry => [key, does]);
  return [
    { title: `This view: ${view.key} ${view.title}`, says: view.question, entries: own },
    { title: 'Lists', entries: lists },
  ];
}

/** The groups below each other; with a text to find, its entries alone. */
function linesOf(groups: readonly Group[], state: ClientState, find: string, width: number): readonly Line[] {
  const pattern = patternOf(find);
  const isFound = ([keys, does]: Entry) => pattern.test(`${keys} ${does}`);
  const found = groups
    .map((group) => ({ ...group, entries: find === '' ? group.entries : group.entries.filter(isFound) }))
    .filter(({ entries }) => find === '' || entries.length > 0);
  return found.flatMap(({ title, says, entries }, at) => [
    ...(at === 0 ? [] : [[]]),
    [span(` ${title}`, 'strong')],
    ...(says === undefined || find !== '' ? [] : indented(says, width, 'quiet')),
    ...entries.flatMap((one) => entry(one, state, width)),
  ]);
}

/** From this width on the groups stand in two columns, below it in one: no text is cut. */
const twoSides = 100;
const sideWidths = (width: number): readonly number[] => {
  const left = Math.floor(width / 2);
  return width < twoSides ? [width] : [left, width - left - 1];
};

function sides(state: ClientState, screen: ScreenState, find: string, width: number): readonly (readonly Line[])[] {
  const widths = sideWidths(width);
  const groups = widths.length === 1 ? [[...ofView(screen), ...general]] : [general, ofView(screen)];
  return widths.map((own, at) => linesOf(groups[at] ?? [], state, find, own));
}

const heightOf = (all: readonly (readonly Line[])[]): number => Math.max(...all.map(({ length }) => length));

/** Lines of the help that do not fit below its title. */
export const helpRest = (state: ClientState, screen: ScreenState, { find }: HelpDialog, size: Size): number =>
  Math.max(0, heightOf(sides(state, screen, find, size.columns)) - paneRows(size) + 1);

/** The keys of every view, of this one, and of the past, in place of the panes: exactly `columns` × `rows`. */
export function helpPanes(
  state: ClientState,
  screen: ScreenState,
  { from, find }: HelpDialog,
  { columns, rows }: Size,
  stroke: Stroke,
): readonly Line[] {
  const all = sides(state, screen, find, columns);
  const height = heightOf(all);
  const room = rows - 1;
  const first = Math.max(0, Math.min(from, height - room));
  const shown = height > room ? `lines ${first + 1} to ${first + room} of ${height}` : null;
  const role = selectOperator(state)?.role;
  const summary = [height === 0 ? 'nothing matches' : shown, role === undefined ? null : `role ${role}`]
    .filter((part) => part !== null)
    .join(' · ');
  const title = { title: find === '' ? 'Help' : `Help  /${find}`, isFocused: true };
  const widths = sideWidths(columns);
  const [left = columns, right = 0] = widths;
  const [keys = [], more = []] = all.map((lines, at) => block(lines.slice(first), widths[at] ?? 0, room));
  if (right === 0) return [rule({ ...title, summary }, left, stroke), ...keys];
  return [
    ...beside([rule(title, left, stroke)], [rule({ title: '', summary }, right, stroke)], '┬'),
    ...beside(keys, more),
  ];
}

/** Effects of keys, wrapped beside them. */
function entry([keys, does, sends]: Entry, state: ClientState, width: number): readonly Line[] {
  const lacking = sends === undefined ? null : roleObstacle(factsOf(state), sends);
  const lacks = lacking !== null;
  const text = lacks ? `${does}: needs ${lacking.needs}` : does;
  return wrapped(text, width - keysWidth - 5).map((part, at) => [
    span(`   ${fit(at === 0 ? keys : '', keysWidth)} `, lacks ? 'quiet' : 'strong'),
    span(part, lacks ? 'quiet' : undefined),
  ]);
}

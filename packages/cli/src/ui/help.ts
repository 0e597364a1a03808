import { type ClientState, selectAllowed, selectOperator } from '@triquad/core';
import { beside, block, fit, type Line, prose, rule, type Stroke, span } from './cells.ts';
import { paneRows, type Size } from './layout.ts';
import { patternOf } from './lists.ts';
import { focusOf, type HelpDialog, type ScreenState } from './screen-state.ts';
import { views } from './views/views.ts';

/** What keys do; with a role, only who has it may press them. */
type Entry = readonly [keys: string, does: string, needs?: 'operator' | 'admin'];

const everywhere: readonly Entry[] = [
  ['1 … 9', 'views'],
  [':', 'go to, or do'],
  ['! a', 'needs you, notices'],
  ['Tab z', 'next pane, zoom'],
  ['/ s', 'find (regex), sort'],
  ['y e o', 'copy id, export, related'],
  ['r p', 'reconnect, pause the logs'],
  ['q Esc', 'back; q quits at the top'],
];
const ofBot: readonly Entry[] = [
  ['S', 'start or stop', 'operator'],
  ['X C F', 'execute, cancel, sell', 'operator'],
  ['K T', 'kill, give up a kill', 'operator'],
  ['U M W', 'lift a halt, mode, watch', 'admin'],
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

const lefts: readonly Group[] = [
  { title: 'Everywhere', entries: everywhere },
  { title: 'The bot (each asks)', entries: ofBot },
  { title: 'Terminal', entries: terminal },
];

function rights(screen: ScreenState): readonly Group[] {
  const view = views[focusOf(screen)];
  const own = view.keys.map(({ key, does }): Entry => [key, does]);
  return [
    { title: 'Lists', entries: lists },
    { title: `This view: ${view.key} ${view.title}`, says: view.question, entries: own },
    { title: 'Replay', entries: replay },
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
    ...(says === undefined || find !== '' ? [] : prose(`  ${says}`, width, 'quiet')),
    ...entries.map((one) => entry(one, state, width)),
  ]);
}

const leftWidth = (width: number): number => Math.floor(width / 2);

function sides(state: ClientState, screen: ScreenState, find: string, width: number): readonly (readonly Line[])[] {
  const left = leftWidth(width);
  return [linesOf(lefts, state, find, left), linesOf(rights(screen), state, find, width - left - 1)];
}

const heightOf = (both: readonly (readonly Line[])[]): number => Math.max(...both.map(({ length }) => length));

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
  const left = leftWidth(columns);
  const right = columns - left - 1;
  const both = sides(state, screen, find, columns);
  const height = heightOf(both);
  const room = rows - 1;
  const first = Math.max(0, Math.min(from, height - room));
  const [keys = [], more = []] = both.map((lines) => lines.slice(first));
  const shown = height > room ? `lines ${first + 1} to ${first + room} of ${height}` : null;
  const role = selectOperator(state)?.role;
  const summary = [height === 0 ? 'nothing matches' : shown, role === undefined ? null : `role ${role}`]
    .filter((part) => part !== null)
    .join(' · ');
  const title = { title: find === '' ? 'Help' : `Help  /${find}`, isFocused: true };
  return [
    ...beside([rule(title, left, stroke)], [rule({ title: '', summary }, right, stroke)], '┬'),
    ...beside(block(keys, left, room), block(more, right, room)),
  ];
}

function entry([keys, does, needs]: Entry, state: ClientState, width: number): Line {
  const lacks = needs !== undefined && !selectAllowed(needs)(state);
  const text = lacks ? `${does}: needs ${needs}` : does;
  return [
    span(`   ${fit(keys, keysWidth)} `, lacks ? 'quiet' : 'strong'),
    span(fit(text, Math.max(1, width - keysWidth - 4)), lacks ? 'quiet' : undefined),
  ];
}

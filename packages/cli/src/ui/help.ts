import { type ClientState, selectAllowed, selectOperator } from '@triquad/core';
import { beside, block, fit, type Line, prose, rule, type Stroke, span } from './cells.ts';
import { focusOf, type ScreenState } from './screen-state.ts';
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
  ['l h → ←', 'unfold, fold; next, previous'],
  ['Enter', 'detail'],
];
const replay: readonly Entry[] = [
  ['[ ] { }', 'one fact, next event'],
  ['Space < >', 'play, slower, faster'],
  ['t e q', 'time, save, live'],
];

const keysWidth = 9;

/** The keys of every view, of this one, and of the past, in place of the panes: exactly `width` × `height`. */
export function helpPanes(
  state: ClientState,
  screen: ScreenState,
  width: number,
  height: number,
  stroke: Stroke,
): readonly Line[] {
  const view = views[focusOf(screen)];
  const left = Math.floor(width / 2);
  const right = width - left - 1;
  const entries = (all: readonly Entry[], room: number) => all.map((one) => entry(one, state, room));
  const own = view.keys.map(({ key, does }): Entry => [key, does]);
  const lefts = [
    ...headed('Everywhere', entries(everywhere, left)),
    [],
    ...headed('The bot (each asks)', entries(ofBot, left)),
    [],
    ...headed('Terminal', entries(terminal, left)),
  ];
  const rights = [
    ...headed('Lists', entries(lists, right)),
    [],
    ...headed(`This view: ${view.key} ${view.title}`, [
      ...prose(`  ${view.question}`, right, 'quiet'),
      ...entries(own, right),
    ]),
    [],
    ...headed('Replay', entries(replay, right)),
  ];
  const role = selectOperator(state)?.role;
  const title = { title: '', summary: role === undefined ? undefined : `role ${role}` };
  return [
    ...beside([rule({ title: 'Help', isFocused: true }, left, stroke)], [rule(title, right, stroke)], '┬'),
    ...beside(block(lefts, left, height - 1), block(rights, right, height - 1)),
  ];
}

const headed = (title: string, lines: readonly Line[]): readonly Line[] => [[span(` ${title}`, 'strong')], ...lines];

function entry([keys, does, needs]: Entry, state: ClientState, width: number): Line {
  const lacks = needs !== undefined && !selectAllowed(needs)(state);
  const text = lacks ? `${does}: needs ${needs}` : does;
  return [
    span(`   ${fit(keys, keysWidth)} `, lacks ? 'quiet' : 'strong'),
    span(fit(text, Math.max(1, width - keysWidth - 4)), lacks ? 'quiet' : undefined),
  ];
}

import { fit, type Line, prose, type Span, span } from '../cells.ts';
import { focusOf, type ScreenState } from '../screen-state.ts';
import { views } from '../views/views.ts';

const keys = [
  ['1 … 9', 'views'],
  [': ! a', 'go to, needs you, notices'],
  ['j k  g G', 'row; first, last'],
  ['d u Space b', 'half page, page'],
  ['Enter', 'detail'],
  ['q Esc', 'back; q quits at the top'],
  ['/', 'find: regex, Esc shows all'],
  ['s z Tab', 'sort, zoom, next pane'],
  ['y e o', 'copy id, export, related'],
  ['r p', 'reconnect, pause the logs'],
  ['S', 'start, or stop…'],
  ['X', 'execute it…'],
  ['K T', 'kill…, give up a kill…'],
  ['C F', 'cancel…, sell a residual…'],
  ['U M W', 'lift a halt…, mode…, watch…'],
  ['Ctrl-C Z L', 'quit, suspend, redraw'],
] as const;

/** What this view answers and its own keys, then those of every view. Capitals act, and each of them asks first. */
export function helpLines(screen: ScreenState, width: number): readonly Line[] {
  const view = views[focusOf(screen)];
  const own = view.keys.map(({ key, does }) => `${key} ${does}`).join(' · ');
  const half = Math.ceil(keys.length / 2);
  const column = Math.floor(width / 2);
  return [
    ...prose(` ${view.key} ${view.title}: ${view.question}${own === '' ? '' : ` ${own}.`}`, width, 'strong'),
    ...keys
      .slice(0, half)
      .map((left, index) => [...entry(left, column), ...entry(keys[half + index] ?? ['', ''], column)]),
  ];
}

const keyWidth = 11;

const entry = ([key, does]: readonly [string, string], width: number): Span[] => [
  span(` ${fit(key, keyWidth)} `, 'strong'),
  span(fit(does, width - keyWidth - 2)),
];

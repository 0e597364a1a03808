import { type ClientState, selectBotNow } from '@triquad/core';
import type { MarketWanted } from '@triquad/core/contract';
import { type Line, span } from './cells.ts';
import { matches } from './lists.ts';
import { marketsOf, marketText } from './markets.ts';
import type { Errand, ScreenState, Typing } from './screen-state.ts';
import type { ViewName } from './view-name.ts';
import { allViews, views } from './views/views.ts';

/** Entries of the palette: open a view or a record, press a key that asks, or load a life. */
export type Choice = {
  readonly text: string;
  readonly hint: string;
} & (
  | { readonly kind: 'view'; readonly view: ViewName; readonly id: string | null }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'errand'; readonly errand: Errand }
  | { readonly kind: 'market'; readonly wanted: MarketWanted }
);

const acts: readonly Choice[] = [
  { kind: 'key', key: 'S', text: 'start or stop the bot…', hint: 'S' },
  { kind: 'key', key: 'K', text: 'kill switch…', hint: 'K' },
  { kind: 'key', key: 'U', text: 'lift a halt…', hint: 'U' },
  { kind: 'key', key: 'M', text: 'mode: paper or live…', hint: 'M' },
  { kind: 'key', key: 'W', text: 'watch another market…', hint: 'W' },
  { kind: 'key', key: 'T', text: 'give up a kill…', hint: 'T' },
  { kind: 'key', key: 'F', text: 'flatten: sell every residual position…', hint: 'F' },
  { kind: 'key', key: 'Z', text: 'reset the paper wallet…', hint: 'Z' },
  { kind: 'key', key: 'I', text: 'import files of prices…', hint: 'I' },
  { kind: 'key', key: 'p', text: 'pause or resume the screen', hint: 'p' },
  { kind: 'key', key: 'r', text: 'ask again, or reconnect', hint: 'r' },
  { kind: 'key', key: '@', text: 'context: another bot', hint: '@' },
  { kind: 'errand', errand: { session: 'save' }, text: 'record: save the session so far in a file', hint: '' },
  { kind: 'key', key: '[', text: 'replay the session so far', hint: '[' },
  { kind: 'key', key: '?', text: 'help', hint: '?' },
  // `q` alone goes back first.
  { kind: 'errand', errand: 'quit', text: 'quit', hint: '' },
];

const searched: readonly ViewName[] = ['executions', 'orders', 'opportunities', 'balances', 'risk', 'feeds'];
const mostChoices = 10;

/** Matches of the typed text: views first, then commands, then records. */
export function choices(state: ClientState, screen: ScreenState, typed: string): readonly Choice[] {
  const wanted = typed.trim().toLowerCase();
  const [, file] = /^replay\s+(\S.*)$/.exec(typed.trim()) ?? [];
  if (file !== undefined) {
    return [{ kind: 'errand', errand: { session: 'open', file }, text: `replay ${file}`, hint: '' }];
  }
  if (wanted.startsWith('watch')) {
    const words = wanted.split(/\s+/);
    return marketsOf(state)
      .map((one): Choice => ({ kind: 'market', wanted: one, text: `watch ${marketText(one)}…`, hint: 'W' }))
      .filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)))
      .slice(0, mostChoices);
  }
  const [, context] = /^context\s+(.*)$/.exec(typed.toLowerCase()) ?? [];
  if (context !== undefined) {
    return screen.contexts
      .filter((name) => name.toLowerCase().includes(context.trim()))
      .map((name): Choice => ({ kind: 'errand', errand: { context: name }, text: `context ${name}`, hint: '@' }))
      .slice(0, mostChoices);
  }
  const named = ({ text }: Choice) => text.toLowerCase().includes(wanted);
  const open: Choice[] = allViews.map(({ name, key, title }) => ({
    kind: 'view',
    view: name,
    id: null,
    text: title.toLowerCase(),
    hint: key,
  }));
  const found = [...open, ...acts].filter(named);
  const records = wanted.length < 2 ? [] : searched.flatMap((view) => recordsIn(view, state, screen, wanted));
  return [...found, ...records].slice(0, mostChoices);
}

function recordsIn(view: ViewName, state: ClientState, screen: ScreenState, wanted: string): readonly Choice[] {
  const given = { state, screen, now: selectBotNow(state) };
  return views[view]
    .rows(given)
    .filter(matches(wanted))
    .map((row) => ({
      kind: 'view',
      view,
      id: row.id,
      text: `${singular[view] ?? view} ${row.panes()[0]?.title ?? row.id}`,
      hint: views[view].key,
    }));
}

const singular: Partial<Record<ViewName, string>> = {
  executions: 'execution',
  orders: 'order',
  opportunities: 'opportunity',
  balances: 'balance',
  risk: 'limit',
  feeds: 'feed',
};

const hintWidth = 4;

/** The typed text, and what it finds; always the same height. */
export function paletteLines(
  state: ClientState,
  screen: ScreenState,
  { typed, at }: Typing & { kind: 'palette' },
): readonly Line[] {
  const found = choices(state, screen, typed);
  const rows = found.map(
    ({ text, hint }, index): Line => [
      span(index === at ? ' ▸ ' : '   ', 'strong'),
      span(hint.padEnd(hintWidth), 'quiet'),
      span(text, index === at ? 'strong' : undefined),
    ],
  );
  const none: Line[] = found.length === 0 ? [[span('   nothing is called so', 'quiet')]] : [];
  const all = [[span(` : ${typed}_`, 'strong')], ...rows, ...none];
  return Array.from({ length: mostChoices + 1 }, (_, line) => all[line] ?? []);
}

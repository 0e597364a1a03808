import type { Key } from 'ink';
import { ask } from './action-keys.ts';
import { movement } from './movement.ts';
import { type HelpDialog, helpDialog, type Pressed, type ScreenState, type Typing, withList } from './screen-state.ts';
import type { Shown } from './shown.ts';
import type { ViewName } from './view-name.ts';

const longestFilter = 80;

/** Why the bot is not left while a kill is tried again and again: that would end with the screen. */
export const unconfirmed = 'the kill is not confirmed: T gives it up, Ctrl-C quits all the same';

/** Effects of the palette on the screen behind it. */
export interface OnScreen {
  readonly press: (state: ScreenState, input: string, key: Partial<Key>, shown: Shown) => Pressed;
  readonly openView: (state: ScreenState, view: ViewName, selected: string | undefined, shown: Shown) => Pressed;
}

export function inFilter(
  state: ScreenState,
  dialog: Typing & { kind: 'filter' },
  input: string,
  key: Partial<Key>,
): Pressed {
  if (key.return) return stay({ ...withList(state, { sought: dialog.typed }), dialog: null });
  if (key.escape) return stay({ ...withList(state, { filter: dialog.before }), dialog: null });
  const filter = edited(dialog.typed, input, key).slice(0, longestFilter);
  return stay({ ...withList(state, { filter, selected: null }), dialog: { ...dialog, typed: filter } });
}

/** It scrolls and is searched. The kill switch works from here too. */
export function inHelp(
  state: ScreenState,
  dialog: HelpDialog,
  input: string,
  key: Partial<Key>,
  shown: Shown,
  { press }: OnScreen,
): Pressed {
  const open = (change: Partial<HelpDialog>) => stay({ ...state, dialog: { ...dialog, ...change } });
  if (key.escape) return dialog.find === '' && !dialog.isTyping ? stay({ ...state, dialog: null }) : open(helpDialog);
  if (dialog.isTyping) {
    if (key.return) return open({ isTyping: false });
    return open({ find: edited(dialog.find, input, key).slice(0, longestFilter), from: 0 });
  }
  if (input === '/') return open({ isTyping: true });
  if (input === 'K') return press({ ...state, dialog: null }, input, key, shown);
  const moved = movement(input, key, shown.pageSize);
  if (moved !== 0) return open({ from: Math.max(0, Math.min(shown.helpRest, dialog.from + moved)) });
  return input === 'q' || input === '?' ? stay({ ...state, dialog: null }) : stay(state);
}

/** Enter opens what is chosen, or presses the key that asks. */
export function inPalette(
  state: ScreenState,
  dialog: Typing & { kind: 'palette' },
  input: string,
  key: Partial<Key>,
  shown: Shown,
  { press, openView }: OnScreen,
): Pressed {
  const last = Math.max(0, shown.choices.length - 1);
  const at = Math.min(dialog.at, last);
  if (key.escape) return stay({ ...state, dialog: null });
  if (key.upArrow) return stay({ ...state, dialog: { ...dialog, at: Math.max(0, at - 1) } });
  if (key.downArrow || key.tab) return stay({ ...state, dialog: { ...dialog, at: Math.min(last, at + 1) } });
  const choice = shown.choices[at];
  if (!key.return) {
    return stay({
      ...state,
      dialog: { ...dialog, typed: edited(dialog.typed, input, key).slice(0, longestFilter), at: 0 },
    });
  }
  if (choice === undefined) return stay(state);
  const closed: ScreenState = { ...state, dialog: null };
  if (choice.kind === 'errand') {
    const { errand } = choice;
    const leaves = errand === 'quit' || (typeof errand === 'object' && 'context' in errand);
    if (leaves && shown.isKillUnconfirmed) return stay({ ...closed, notice: unconfirmed });
    return { state: closed, command: null, errand };
  }
  if (choice.kind === 'market') return ask(closed, shown, { kind: 'market', wanted: choice.wanted });
  if (choice.kind === 'key') return press(closed, choice.key, {}, shown);
  return openView(closed, choice.view, choice.id ?? undefined, shown);
}

/** The text after a key: printable characters are typed, Backspace takes the last one away. */
export function edited(text: string, input: string, key: Partial<Key>): string {
  if (key.backspace || key.delete) return [...text].slice(0, -1).join('');
  return key.tab ? text : text + input.replace(/\p{Cc}/gu, '');
}

function stay(state: ScreenState): Pressed {
  return { state, command: null };
}

import type { ClientState, Command, Picks, ResourceName } from '@triquad/core';
import type { ImportRequest, LogLevel, MarketWanted, Opportunity, Order, TradingMode } from '@triquad/core/contract';
import type { ChangeableLimit } from './bounds.ts';
import { type Move, type Playback, paused } from './player.ts';
import { type ViewName, viewNames } from './view-name.ts';

/** The operator's choices for a list. */
export interface ListState {
  /** Id of the marked row; null is the first one, of a log the last. */
  readonly selected: string | null;
  /** The column it is sorted by; null leaves the order of the view. */
  readonly sort: string | null;
  /** Only rows that match it are shown. */
  readonly filter: string;
  /** Only rows with this value in the column that the view narrows by; null shows all. */
  readonly only: string | null;
  /** Last search: `n` and `N` go from match to match. Empty before a search. */
  readonly sought: string;
}

export type DecisionWindow = '5m' | '60m' | 'day' | 'week';

/** The operator's choices of view; all other content comes from the bot. */
export interface ScreenState {
  readonly view: ViewName;
  /** Views that `q` returns to, the latest last. */
  readonly before: readonly ViewName[];
  readonly lists: Readonly<Record<ViewName, ListState>>;
  /** The list of the overview that has the keys. */
  readonly pane: ViewName;
  /** Lines that the open detail is scrolled; null while none is open. */
  readonly detail: number | null;
  readonly isZoomed: boolean;
  readonly level: LogLevel;
  readonly types: 'all' | 'TRI' | 'QUAD';
  readonly window: DecisionWindow;
  /** Ids of the groups that are unfolded. */
  readonly unfolded: readonly string[];
  readonly dialog: Dialog | null;
  /** Content of the panes while the screen is paused; null while it follows the bot. */
  readonly frozen: ClientState | null;
  /** Names of the bots that `@` goes to. */
  readonly contexts: readonly string[];
  /** How the past is played, while it is shown. */
  readonly playback: Playback;
  /** Why the last key did nothing; null after any other key. */
  readonly notice: string | null;
  /** When the command was sent whose failure is no longer shown; epoch milliseconds. */
  readonly dismissed: number | null;
}

export type Button = 'cancel' | 'confirm';

/** A question about an action. */
interface Question {
  readonly button: Button;
  /** Milliseconds by the clock of the keys: a key pressed too soon after this moment is no answer. */
  readonly opened_at: number;
  /** Typed part of the word that real money requires; null before it is asked for. */
  readonly word: string | null;
}

export type KillDialog = {
  readonly kind: 'kill';
  /** Why, for the journal of the bot; empty without one. */
  readonly reason: string;
  readonly isTyping: boolean;
} & Question;
export type ConfirmDialog = (
  | { readonly kind: 'start' | 'stop' | 'reset' | 'giveUp' | 'flatten' }
  | { readonly kind: 'resetWallet'; readonly market: string | undefined }
  | { readonly kind: 'cancel'; readonly order: Order }
  | { readonly kind: 'market'; readonly wanted: MarketWanted }
  | { readonly kind: 'sell'; readonly exchange: string; readonly asset: string }
) &
  Question;
export type ExecuteDialog = {
  readonly kind: 'execute';
  readonly opportunity: Opportunity;
  /** As typed; null where the proposed figure stands. */
  readonly typed: { readonly amount: string | null; readonly floor: string | null };
  /** The figure being typed, and what stood there before. */
  readonly field: { readonly name: 'amount' | 'floor'; readonly before: string | null } | null;
  /** It has been sent; the dialog stays until the bot has executed it, as a refusal brings another preview. */
  readonly isSent: boolean;
  /** All notes are shown, in place of the legs. */
  readonly hasAllNotes: boolean;
} & Question;
export type ModeDialog = { readonly kind: 'mode'; readonly mode: TradingMode } & Question;
export type LimitDialog = {
  readonly kind: 'limit';
  readonly limit: ChangeableLimit;
  readonly typed: string;
  readonly isTyping: boolean;
  /** Number of the entry of the journal about the change before, once this one is sent. */
  readonly sentAfter: number | null;
} & Question;
export type ActionDialog = ConfirmDialog | KillDialog | ExecuteDialog | ModeDialog | LimitDialog;

/** Text that is typed in a line: what a list is filtered by, which moment to go to, or what the palette looks for. */
export type Typing =
  | { readonly kind: 'filter'; readonly typed: string; readonly before: string }
  | { readonly kind: 'time'; readonly typed: string }
  | { readonly kind: 'palette'; readonly typed: string; readonly at: number };
export interface HelpDialog {
  readonly kind: 'help';
  /** Lines that it is scrolled. */
  readonly from: number;
  /** Only what matches it is shown. */
  readonly find: string;
  readonly isTyping: boolean;
}
export const helpDialog: HelpDialog = { kind: 'help', from: 0, find: '', isTyping: false };
/** Files of prices that become recordings. What it shows follows the bot: its files, what is understood of them, the import. */
export interface ImportDialog {
  readonly kind: 'import';
  /** The marked row. */
  readonly at: number;
  /** Lines that what is understood is scrolled. */
  readonly from: number;
  readonly picks: Picks;
  readonly said: Omit<ImportRequest, 'files' | 'remove'>;
  /** Text under edit; null without one. */
  readonly typing: { readonly field: 'path' | 'spread'; readonly text: string } | null;
  /** The file that is removed when its key is pressed again. */
  readonly removing: string | null;
}
export type Dialog = ImportDialog | ActionDialog | Typing | HelpDialog;

/** Something for the terminal itself: the end, fresh figures, another bot, the clipboard, a file, the past. */
export type Errand =
  | 'quit'
  | { readonly refetch: readonly ResourceName[] }
  | { readonly copy: string }
  | { readonly save: string; readonly content: string }
  | { readonly send: string }
  | { readonly context: string }
  | { readonly session: 'save' }
  | { readonly session: 'open'; readonly file: string }
  | { readonly move: Move };

/** Result of a key press: a new state of the screen, commands for the bot, an errand. */
export interface Pressed {
  readonly state: ScreenState;
  readonly command: Command | null;
  readonly errand?: Errand;
}

export const initialList: ListState = { selected: null, sort: null, filter: '', only: null, sought: '' };

export const initialScreen: ScreenState = {
  view: 'overview',
  before: [],
  lists: Object.fromEntries(viewNames.map((name) => [name, initialList])) as Record<ViewName, ListState>,
  pane: 'opportunities',
  detail: null,
  isZoomed: false,
  level: 'INFO',
  types: 'all',
  window: '60m',
  unfolded: [],
  dialog: null,
  frozen: null,
  contexts: [],
  playback: paused,
  notice: null,
  dismissed: null,
};

/** The view whose list has the keys: on the overview that of the chosen pane. */
export const focusOf = ({ view, pane }: Pick<ScreenState, 'view' | 'pane'>): ViewName =>
  view === 'overview' ? pane : view;

/** The screen with other choices of the list that has the keys. */
export function withList(screen: ScreenState, change: Partial<ListState>): ScreenState {
  const focus = focusOf(screen);
  return { ...screen, lists: { ...screen.lists, [focus]: { ...screen.lists[focus], ...change } } };
}

/** Another view; `q` comes back from it. */
export function opened(screen: ScreenState, view: ViewName, selected?: string | null): ScreenState {
  const before = view === screen.view ? screen.before : [...screen.before.slice(-4), screen.view];
  const next: ScreenState = { ...screen, view, before, detail: null, isZoomed: false };
  return selected === undefined ? next : withList(next, { selected, filter: '', only: null });
}

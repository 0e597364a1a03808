import { selectConnection } from '@triquad/core';
import type { Key } from 'ink';
import { logLevels } from '../log-level.ts';
import { acted } from './action-keys.ts';
import { pressInDialog } from './dialog-keys.ts';
import { openDialog } from './execution.ts';
import { csvOf, fileName } from './export.ts';
import { literal, matches, narrowings, sorts } from './lists.ts';
import { movement } from './movement.ts';
import { inReplay } from './replay-keys.ts';
import {
  type DecisionWindow,
  type Dialog,
  focusOf,
  helpDialog,
  opened,
  type Pressed,
  type ScreenState,
  withList,
} from './screen-state.ts';
import type { Shown } from './shown.ts';
import { unconfirmed } from './text-keys.ts';
import type { Row } from './view.ts';
import type { ViewName } from './view-name.ts';
import { allViews, views } from './views/views.ts';

export type Chord = 'interrupt' | 'suspend' | 'redraw' | 'ignored';

const chords: Readonly<Record<string, Chord>> = { c: 'interrupt', z: 'suspend', l: 'redraw' };

/** Meaning of a key with Ctrl, Alt, Super or Hyper; null for a plain key. Only Ctrl-C, Ctrl-Z and Ctrl-L have one. */
export function chordOf(input: string, { ctrl, meta, super: isSuper, hyper }: Partial<Key>): Chord | null {
  if (!ctrl && !meta && !isSuper && !hyper) return null;
  return (meta || isSuper || hyper ? undefined : chords[input]) ?? 'ignored';
}

/** Effect of a key. Lower-case letters only look; capitals act, and each of them asks first. Pure. */
export function press(state: ScreenState, input: string, key: Partial<Key>, shown: Shown): Pressed {
  if (chordOf(input, key) !== null) return stay(state);
  const quiet = { ...state, notice: null, dialog: openDialog(state.dialog, shown.ticket) };
  return quiet.dialog === null
    ? onScreen(quiet, input, key, shown)
    : pressInDialog(quiet, quiet.dialog, input, key, shown, { press, openView });
}

function onScreen(state: ScreenState, input: string, key: Partial<Key>, shown: Shown): Pressed {
  const replayed = shown.isReplaying ? inReplay(state, input, shown) : null;
  if (replayed !== null) return replayed;
  const moved = movement(input, key, shown.pageSize);
  if (moved !== 0) return stay(state.detail === null ? pointed(state, moved, shown) : scrolled(state, moved, shown));
  if (key.tab) return stay(nextPane(state, key.shift ? -1 : 1, shown));
  if (key.escape) return dismissed(state, shown);
  if (key.return) return enter(state, shown);
  if (key.leftArrow) return looked(state, 'h', shown) ?? stay(state);
  if (key.rightArrow) return looked(state, 'l', shown) ?? stay(state);
  const view = allViews.find((one) => one.key === input);
  if (view !== undefined) return openView(state, view.name, undefined, shown);
  return looked(state, input, shown) ?? acted(state, input, shown);
}

/** Opens a view, at a record where one is named, and asks the bot for what it needs. */
function openView(state: ScreenState, view: ViewName, selected: string | null | undefined, shown: Shown): Pressed {
  const next = opened(state, view, selected);
  return { state: next, command: views[view].asks?.({ ...shown.given, screen: next }) ?? null };
}

/** Back: closes the detail, then the zoom, then the filter; then the view; `q` at the top quits, Escape never does. */
function back(state: ScreenState): ScreenState | null {
  if (state.detail !== null) return { ...state, detail: null };
  if (state.isZoomed) return { ...state, isZoomed: false };
  const { filter, only } = state.lists[focusOf(state)];
  if (filter !== '' || only !== null) return withList(state, { filter: '', only: null });
  const view = state.before.at(-1);
  return view === undefined ? null : { ...state, view, before: state.before.slice(0, -1) };
}

/** Escape takes away the failure of the last command, and goes back. */
function dismissed(state: ScreenState, { failedSince, isKillRefused }: Shown): Pressed {
  if (isKillRefused) return { state, command: { type: 'StopTryingKill' } };
  if (failedSince !== null && failedSince !== state.dismissed) return stay({ ...state, dismissed: failedSince });
  return stay(back(state) ?? state);
}

/** The detail of the marked row, loaded where the bot has more of it; a row of another view opens there. */
function enter(state: ScreenState, shown: Shown): Pressed {
  const row = shown.list.rows[shown.list.at];
  if (row === undefined || state.detail !== null) return stay(state);
  if (row.target?.kind === 'record') return openView(state, row.target.view, row.target.id, shown);
  const focus = focusOf(state);
  const there = focus === state.view ? state : opened(state, focus);
  return { state: { ...withList(there, { selected: row.id }), detail: 0 }, command: row.opens ?? null };
}

const windows: readonly DecisionWindow[] = ['5m', '60m', 'day', 'week'];
const types: readonly ScreenState['types'][] = ['all', 'TRI', 'QUAD'];
const after = <T>(all: readonly T[], one: T): T => all.concat(all)[all.indexOf(one) + 1] as T;

/** Keys that change only what is shown, or how fresh it is. */
function looked(state: ScreenState, input: string, shown: Shown): Pressed | null {
  const open = (dialog: Dialog): Pressed => stay({ ...state, dialog });
  const focus = focusOf(state);
  const { filter, only, sort } = state.lists[focus];
  const row = shown.list.rows[shown.list.at];
  switch (input) {
    case '/':
      return open({ kind: 'filter', typed: filter, before: filter });
    case ':':
      return open({ kind: 'palette', typed: '', at: 0 });
    case '@':
      if (shown.isKillUnconfirmed) return notice(state, unconfirmed);
      if (state.contexts.length < 2) return notice(state, 'there is no other context: triquad context add');
      return open({ kind: 'palette', typed: 'context ', at: 0 });
    case '[':
      return { state: { ...state, frozen: null }, command: null, errand: { move: { fact: -1 } } };
    case '?':
      return open(helpDialog);
    case 's':
      return stay(withList(state, { sort: after(sorts(views[focus], shown.list.rows), sort) }));
    case 'z':
      return stay({ ...state, isZoomed: !state.isZoomed });
    case 'h':
    case 'l':
      if (state.detail !== null) return neighbour(state, input === 'h' ? -1 : 1, shown);
      return stay(folded(state, row?.group, input === 'l'));
    case 't':
      return focus === 'opportunities' ? stay({ ...state, types: after(types, state.types) }) : stay(state);
    case 'v':
      return focus === 'logs' ? stay({ ...state, level: after(logLevels, state.level) }) : stay(state);
    case 'w': {
      const next = { ...state, window: after(windows, state.window) };
      return { state: next, command: views.decisions.asks?.({ ...shown.given, screen: next }) ?? null };
    }
    case 'o':
      return related(state, shown);
    case 'y':
      return row === undefined ? notice(state, 'there is no row to copy') : copied(state, row.id);
    case 'e':
      return exported(state, shown);
    case 'n':
    case 'N':
      return nextMatch(state, input === 'n' ? 1 : -1, shown);
    case 'f':
      if (views[focus].narrows === undefined) return notice(state, 'this list has no filter: / finds in it');
      return stay(withList(state, { only: after(narrowings(views[focus], shown.given), only) }));
    case 'c':
      // The source of the logs has a key of its own.
      return focus === 'logs' ? looked(state, 'f', shown) : null;
    case 'p':
      return stay({ ...state, frozen: state.frozen === null ? shown.given.state : null });
    case 'r':
      return asked(state, shown);
    case 'q': {
      const before = back(state);
      if (before === null && shown.isKillUnconfirmed) return notice(state, unconfirmed);
      return before === null ? { state, command: null, errand: 'quit' } : stay(before);
    }
    default:
      return null;
  }
}

/** A new connection at once; over one that holds, the figures of the view once more. */
function asked(state: ScreenState, { given }: Shown): Pressed {
  if (selectConnection(given.state) !== 'connected') return { state, command: { type: 'Reconnect' } };
  const { title, watches } = views[state.view];
  return { state: { ...state, notice: `${title} asked for again` }, command: null, errand: { refetch: watches } };
}

/** The next row that matches what was searched last; after the last one comes the first. */
function nextMatch(state: ScreenState, by: 1 | -1, { list: { rows, at } }: Shown): Pressed {
  const { sought } = state.lists[focusOf(state)];
  if (sought === '') return notice(state, 'nothing was searched in this list: / finds');
  const isFound = matches(sought);
  const following = by === 1 ? [...rows.slice(at + 1), ...rows.slice(0, at + 1)] : rows.slice(0, at).reverse();
  const preceding = by === 1 ? [] : rows.slice(Math.max(0, at)).reverse();
  const row = [...following, ...preceding].find(isFound);
  return row === undefined ? notice(state, `no row matches /${sought}`) : marked(state, row);
}

/** Marks the row, and shows its detail where one is open. */
const marked = (state: ScreenState, row: Row): Pressed => {
  const next = withList(state, { selected: row.id });
  return state.detail === null ? stay(next) : { state: { ...next, detail: 0 }, command: row.opens ?? null };
};

function neighbour(state: ScreenState, by: number, { list }: Shown): Pressed {
  const row = list.rows[Math.max(0, Math.min(list.rows.length - 1, list.at + by))];
  return row === undefined ? stay(state) : marked(state, row);
}

const folded = (state: ScreenState, group: string | undefined, isOpen: boolean): ScreenState =>
  group === undefined
    ? state
    : { ...state, unfolded: [...state.unfolded.filter((one) => one !== group), ...(isOpen ? [group] : [])] };

/** The log lines that name the record. */
function related(state: ScreenState, { list }: Shown): Pressed {
  const ids = (list.rows[list.at]?.related ?? []).filter((id) => id !== '');
  if (ids.length === 0) return notice(state, 'nothing belongs to this row');
  const next = opened(state, 'logs');
  return stay(withList(next, { filter: [...new Set(ids)].map(literal).join('|'), only: null, selected: null }));
}

const copied = (state: ScreenState, id: string): Pressed => ({
  state: { ...state, notice: `copied ${id}` },
  command: null,
  errand: { copy: id },
});

function exported(state: ScreenState, { list, given }: Shown): Pressed {
  const view = views[focusOf(state)];
  if (list.rows.length === 0) return notice(state, 'there is no row to export');
  const save = fileName(view, given.now);
  const content = csvOf(view, list.rows);
  return { state, command: null, errand: { save, content } };
}

function pointed(state: ScreenState, by: number, { list: { rows, at } }: Shown): ScreenState {
  const target = Math.max(0, Math.min(rows.length - 1, at + by));
  // The end of a log follows what comes.
  const isFollowing = views[focusOf(state)].isTail === true && target === rows.length - 1;
  return withList(state, { selected: isFollowing ? null : (rows[target]?.id ?? null) });
}

const scrolled = (state: ScreenState, by: number, { detailRest }: Shown): ScreenState => ({
  ...state,
  detail: Math.max(0, Math.min(detailRest, (state.detail ?? 0) + by)),
});

function nextPane(state: ScreenState, by: number, { lists }: Shown): ScreenState {
  if (state.view !== 'overview' || state.detail !== null) return state;
  const at = (Math.max(0, lists.indexOf(state.pane)) + by + lists.length) % lists.length;
  return { ...state, pane: lists[at] ?? 'opportunities' };
}

function notice(state: ScreenState, text: string): Pressed {
  return stay({ ...state, notice: text });
}

function stay(state: ScreenState): Pressed {
  return { state, command: null };
}

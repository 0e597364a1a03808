import type { Key } from 'ink';
import { pressInDialog } from './dialog-keys.ts';
import { openDialog, previewCommand } from './execution.ts';
import {
  type ActionDialog,
  type Dialog,
  initialScreen,
  nextLevel,
  type Pressed,
  type ScreenState,
  scrolledBack,
  selectedRow,
} from './screen-state.ts';
import type { Shown } from './shown.ts';

export type Chord = 'interrupt' | 'suspend' | 'redraw' | 'ignored';

const chords: Readonly<Record<string, Chord>> = { c: 'interrupt', z: 'suspend', l: 'redraw' };

/** What a key with Ctrl, Alt, Super or Hyper means; null for a plain key. Only Ctrl-C, Ctrl-Z and Ctrl-L mean anything. */
export function chordOf(input: string, { ctrl, meta, super: isSuper, hyper }: Partial<Key>): Chord | null {
  if (!ctrl && !meta && !isSuper && !hyper) return null;
  const isPlainCtrl = ctrl && !meta && !isSuper && !hyper;
  return (isPlainCtrl ? chords[input] : undefined) ?? 'ignored';
}

/** What a key does. Lower-case letters only look; capitals act, and each of them asks first. Pure. */
export function press(state: ScreenState, input: string, key: Partial<Key>, shown: Shown): Pressed {
  if (chordOf(input, key) !== null) return stay(state);
  const quiet = { ...state, notice: null, dialog: openDialog(state.dialog, shown.ticket) };
  return quiet.dialog === null
    ? onScreen(quiet, input, key, shown)
    : pressInDialog(quiet, quiet.dialog, input, key, shown);
}

function onScreen(state: ScreenState, input: string, key: Partial<Key>, shown: Shown): Pressed {
  const moved = movement(input, key, shown.pageSize);
  if (moved !== 0) return stay(state.pane === 'logs' ? scrolled(state, -moved, shown) : pointed(state, moved, shown));
  if (key.tab) return stay({ ...state, pane: state.pane === 'logs' ? 'opportunities' : 'logs' });
  if (key.escape) return dismissed(state, shown);
  return looked(state, input, shown) ?? acted(state, input, shown);
}

/** Escape ends the filter and the pointer, and takes away the failure of the last command. */
function dismissed({ pane, level }: ScreenState, { failedSince, isKillRefused }: Shown): Pressed {
  const state = { ...initialScreen, pane, level, dismissed: failedSince };
  return { state, command: isKillRefused ? { type: 'StopTryingKill' } : null };
}

/** Keys that change only what is shown, or reconnect. */
function looked(state: ScreenState, input: string, shown: Shown): Pressed | null {
  const open = (dialog: Dialog): Pressed => stay({ ...state, dialog });
  switch (input) {
    case '/':
      return open({ kind: 'filter', typed: state.filter, before: state.filter });
    case '?':
      return open({ kind: 'help' });
    case 'l':
      return stay({ ...state, level: nextLevel(state.level), back: 0 });
    case 'p':
      return { state, command: { type: shown.isLogPaused ? 'ResumeLogs' : 'PauseLogs' } };
    case 'r':
      return { state, command: { type: 'Reconnect' } };
    case 'q':
      return { state, command: 'quit' };
    default:
      return null;
  }
}

/** Capitals: each opens a dialog, or says why it cannot. */
function acted(state: ScreenState, input: string, shown: Shown): Pressed {
  switch (input) {
    case 'S':
      return startOrStop(state, shown);
    case 'K':
      return ask(state, shown, 'operator', { kind: 'kill' });
    case 'T':
      if (!shown.isKillUnconfirmed) return notice(state, 'no kill waits for its confirmation');
      return ask(state, shown, 'operator', { kind: 'giveUp' });
    case 'F':
      return flatten(state, shown);
    case 'U':
      if (shown.condition !== 'halted') return notice(state, 'the bot is not halted');
      return ask(state, shown, 'admin', { kind: 'reset' });
    case 'M':
      if (shown.mode === null) return notice(state, 'the mode is unknown');
      return ask(state, shown, 'admin', { kind: 'mode', mode: shown.mode === 'live' ? 'paper' : 'live' });
    case 'X':
      return execute(state, shown);
    default:
      return stay(state);
  }
}

function startOrStop(state: ScreenState, shown: Shown): Pressed {
  switch (shown.condition) {
    case 'unknown':
      return notice(state, 'the state of the bot is unknown');
    case 'halted':
      return notice(state, 'the bot is halted: U lifts the halt');
    case 'stopping':
      return notice(state, 'the bot is stopping');
    case 'running':
    case 'starting':
      return ask(state, shown, 'operator', { kind: 'stop' });
    case 'stopped':
      return ask(state, shown, 'operator', { kind: 'start' });
    case 'error':
      return ask(state, shown, 'operator', { kind: shown.isRunning ? 'stop' : 'start' });
  }
}

function execute(state: ScreenState, shown: Shown): Pressed {
  const opportunity = shown.opportunities[selectedRow(shown.opportunities, state.selected)];
  if (opportunity === undefined) return notice(state, 'there is no opportunity');
  const dialog = {
    kind: 'execute',
    opportunity,
    typed: { amount: null, floor: null },
    field: null,
    isSent: false,
  } as const;
  const asked = ask({ ...state, selected: opportunity.id }, shown, 'operator', dialog);
  return asked.state.dialog === null ? asked : { ...asked, command: previewCommand(dialog, shown.status) };
}

function flatten(state: ScreenState, shown: Shown): Pressed {
  if (!shown.canFlatten) return notice(state, 'this bot sells residual positions one by one: triquad stranded');
  const asked = ask(state, shown, 'operator', { kind: 'flatten' });
  return asked.state.dialog === null ? asked : { ...asked, command: { type: 'Flatten', preview: true } };
}

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

function ask(
  state: ScreenState,
  shown: Shown,
  role: 'operator' | 'admin',
  dialog: Without<ActionDialog, 'button' | 'opened_at' | 'word'>,
): Pressed {
  const lack = shown.lacks(role);
  if (lack !== null) return notice(state, lack);
  return stay({ ...state, dialog: { ...dialog, button: 'cancel', opened_at: shown.now, word: null } });
}

/** Rows downwards. */
function movement(input: string, key: Partial<Key>, pageSize: number): number {
  if (key.upArrow || input === 'k') return -1;
  if (key.downArrow || input === 'j') return 1;
  if (key.pageUp) return -pageSize;
  if (key.pageDown) return pageSize;
  if (key.home || input === 'g') return -Number.MAX_SAFE_INTEGER;
  return key.end || input === 'G' ? Number.MAX_SAFE_INTEGER : 0;
}

function pointed(state: ScreenState, by: number, { opportunities }: Shown): ScreenState {
  const row = selectedRow(opportunities, state.selected) + by;
  const target = opportunities[Math.max(0, Math.min(opportunities.length - 1, row))];
  return { ...state, selected: target?.id ?? null };
}

function scrolled(state: ScreenState, by: number, { logLines, pageSize }: Shown): ScreenState {
  const back = scrolledBack(state, logLines, pageSize) + by;
  return { ...state, back: scrolledBack({ back }, logLines, pageSize) };
}

function notice(state: ScreenState, text: string): Pressed {
  return stay({ ...state, notice: text });
}

function stay(state: ScreenState): Pressed {
  return { state, command: null };
}

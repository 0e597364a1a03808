import type { BotStatus, Opportunity, TradingMode } from '@triquad/core/contract';
import type { Key } from 'ink';
import { type Dialog, initialScreen, nextLevel, type ScreenState, selectedRow, type Wish } from './screen-state.ts';

/** What the keys need to know of what is shown. */
export interface Shown {
  readonly opportunities: readonly Opportunity[];
  readonly status: BotStatus | null;
  /** Null while unknown. */
  readonly mode: TradingMode | null;
  readonly logLines: number;
  readonly pageSize: number;
}

export interface Pressed {
  readonly state: ScreenState;
  readonly wish: Wish | null;
}

export const liveWord = 'LIVE';

/** What a key does: the next state of the screen and, where it asks for something, the wish. Pure. */
export function press(state: ScreenState, input: string, key: Partial<Key>, shown: Shown): Pressed {
  return state.dialog === null ? onScreen(state, input, key, shown) : inDialog(state, state.dialog, input, key);
}

function onScreen(state: ScreenState, input: string, key: Partial<Key>, shown: Shown): Pressed {
  const moved = movement(input, key, shown.pageSize);
  if (moved !== 0) return stay(state.pane === 'logs' ? scrolled(state, -moved, shown) : pointed(state, moved, shown));
  if (key.tab) return stay({ ...state, pane: state.pane === 'logs' ? 'opportunities' : 'logs' });
  if (key.escape) return stay({ ...initialScreen, pane: state.pane, level: state.level });
  if (key.return) return state.pane === 'opportunities' ? execute(state, shown) : stay(state);
  return command(state, input, shown);
}

function command(state: ScreenState, input: string, shown: Shown): Pressed {
  const open = (dialog: Dialog): Pressed => stay({ ...state, dialog });
  switch (input) {
    case 's':
      if (shown.status?.is_running) return open({ kind: 'stop', button: 'cancel' });
      return shown.status?.halted ? open({ kind: 'reset', button: 'cancel' }) : { state, wish: { type: 'start' } };
    case 'x':
      return execute(state, shown);
    case 'm':
      return open({ kind: 'mode', mode: shown.mode === 'live' ? 'paper' : 'live', typed: '' });
    case 'K':
      return open({ kind: 'kill', button: 'cancel' });
    case '/':
      return open({ kind: 'filter', typed: state.filter, before: state.filter });
    case 'l':
      return stay({ ...state, level: nextLevel(state.level), back: 0 });
    case 'p':
      return { state, wish: { type: 'pause' } };
    case 'r':
      return { state, wish: { type: 'reconnect' } };
    case '?':
      return open({ kind: 'help' });
    case 'q':
      return { state, wish: { type: 'quit' } };
    default:
      return stay(state);
  }
}

function inDialog(state: ScreenState, dialog: Dialog, input: string, key: Partial<Key>): Pressed {
  if (dialog.kind === 'filter') return typingFilter(state, dialog, input, key);
  if (key.escape) return closed(state, dialog);
  if (dialog.kind === 'help') return closed(state, dialog);
  if (dialog.kind === 'mode') return choosingMode(state, dialog, input, key);
  if (input === 'n') return closed(state, dialog);
  if (input === 'y' || (key.return && dialog.button === 'confirm')) return confirmed(state, dialog);
  if (key.return) return closed(state, dialog);
  const button = dialog.button === 'cancel' ? 'confirm' : 'cancel';
  return stay(key.tab || key.leftArrow || key.rightArrow ? { ...state, dialog: { ...dialog, button } } : state);
}

function confirmed(state: ScreenState, dialog: Exclude<Dialog, { kind: 'mode' | 'filter' | 'help' }>): Pressed {
  const shut = { ...state, dialog: null };
  return dialog.kind === 'execute'
    ? { state: shut, wish: { type: 'execute', opportunity: dialog.opportunity } }
    : { state: shut, wish: { type: dialog.kind } };
}

function closed(state: ScreenState, dialog: Dialog): Pressed {
  return { state: { ...state, dialog: null }, wish: dialog.kind === 'execute' ? { type: 'close' } : null };
}

// Real money is confirmed by typing the word; paper by Enter alone.
function choosingMode(
  state: ScreenState,
  dialog: Dialog & { kind: 'mode' },
  input: string,
  key: Partial<Key>,
): Pressed {
  if (key.return) {
    const isConfirmed = dialog.mode === 'paper' || dialog.typed === liveWord;
    return isConfirmed ? { state: { ...state, dialog: null }, wish: { type: 'mode', mode: dialog.mode } } : stay(state);
  }
  return stay({ ...state, dialog: { ...dialog, typed: typed(dialog.typed, input, key).slice(0, liveWord.length) } });
}

function typingFilter(
  state: ScreenState,
  dialog: Dialog & { kind: 'filter' },
  input: string,
  key: Partial<Key>,
): Pressed {
  if (key.return) return stay({ ...state, dialog: null });
  if (key.escape) return stay({ ...state, filter: dialog.before, dialog: null });
  const filter = typed(dialog.typed, input, key);
  return stay({ ...state, filter, back: 0, dialog: { ...dialog, typed: filter } });
}

function typed(text: string, input: string, key: Partial<Key>): string {
  if (key.backspace || key.delete) return [...text].slice(0, -1).join('');
  return key.ctrl || key.meta || key.tab ? text : text + input.replace(/\p{Cc}/gu, '');
}

function execute(state: ScreenState, shown: Shown): Pressed {
  const opportunity = shown.opportunities[selectedRow(shown.opportunities, state.selected)];
  if (opportunity === undefined) return stay(state);
  return {
    state: { ...state, selected: opportunity.id, dialog: { kind: 'execute', opportunity, button: 'cancel' } },
    wish: { type: 'preview', opportunity },
  };
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
  return { ...state, back: Math.max(0, Math.min(logLines - pageSize, state.back + by)) };
}

function stay(state: ScreenState): Pressed {
  return { state, wish: null };
}

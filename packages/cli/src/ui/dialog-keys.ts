import { type Command, liveWord, withWord } from '@triquad/core';
import type { Key } from 'ink';
import { commandOf, obstacleOf, permissionOf } from './dialog-command.ts';
import { mistakeIn, otherWay, previewCommand } from './execution.ts';
import { inImport } from './import-keys.ts';
import { inTime } from './replay-keys.ts';
import type {
  ActionDialog,
  Dialog,
  ExecuteDialog,
  KillDialog,
  LimitDialog,
  Pressed,
  ScreenState,
} from './screen-state.ts';
import type { Shown } from './shown.ts';
import { edited, inFilter, inHelp, inPalette, type OnScreen } from './text-keys.ts';

/** Milliseconds in which keys are not yet answers to a question: they were typed before it could be read. */
const tooSoon = { kill: 100, others: 300 };
const longestWord = 12;
const longestFigure = 16;
const longestReason = 40;

/** Effect of a key in a dialog. */
export function pressInDialog(
  state: ScreenState,
  dialog: Dialog,
  input: string,
  key: Partial<Key>,
  shown: Shown,
  screen: OnScreen,
): Pressed {
  if (dialog.kind === 'filter') return inFilter(state, dialog, input, key);
  if (dialog.kind === 'time') return inTime(state, dialog.typed, input, key, shown);
  if (dialog.kind === 'palette') return inPalette(state, dialog, input, key, shown, screen);
  if (dialog.kind === 'import') return inImport(state, dialog, input, key, shown);
  if (dialog.kind === 'help') return inHelp(state, dialog, input, key, shown, screen);
  const limit = dialog.kind === 'kill' ? tooSoon.kill : tooSoon.others;
  if (shown.now - dialog.opened_at < limit) return stay(state);
  if (dialog.kind === 'execute' && dialog.field !== null) return inField(state, dialog, input, key, shown);
  if (dialog.kind === 'kill' && dialog.isTyping) return inReason(state, dialog, input, key);
  if (dialog.kind === 'limit' && dialog.isTyping && !key.escape) return inLimit(state, dialog, input, key);
  if (key.escape || (input === 'q' && dialog.word === null)) return closed(state, dialog);
  return dialog.word === null
    ? inQuestion(state, dialog, input, key, shown)
    : inWord(state, dialog, dialog.word, input, key, shown);
}

const fields: Readonly<Record<string, 'amount' | 'floor'>> = { a: 'amount', f: 'floor' };

function inQuestion(state: ScreenState, dialog: ActionDialog, input: string, key: Partial<Key>, shown: Shown): Pressed {
  const name = fields[input];
  if (dialog.kind === 'execute' && name !== undefined) {
    const field = { name, before: dialog.typed[name] };
    return stay({ ...state, dialog: { ...dialog, field, typed: { ...dialog.typed, [name]: '' } } });
  }
  if (dialog.kind === 'execute' && (input === 'm' || input === 't')) return taken(state, dialog, input, shown);
  if (dialog.kind === 'execute' && input === 'v')
    return stay({ ...state, dialog: { ...dialog, hasAllNotes: !dialog.hasAllNotes } });
  if (dialog.kind === 'limit' && input === 'a')
    return stay({ ...state, dialog: { ...dialog, typed: '', isTyping: true, sentAfter: null } });
  if (dialog.kind === 'kill' && input === 'r') return stay({ ...state, dialog: { ...dialog, isTyping: true } });
  if (key.tab || key.leftArrow || key.rightArrow) {
    const button = dialog.button === 'cancel' ? 'confirm' : 'cancel';
    return stay({ ...state, dialog: { ...dialog, button } });
  }
  if (!key.return) return stay(state);
  if (dialog.button === 'cancel') return closed(state, dialog);
  if (obstacleOf(dialog, shown) !== null) return stay(state);
  if (permissionOf(dialog, shown).word === null) return confirmed(state, dialog, shown);
  return stay({ ...state, dialog: { ...dialog, word: '', opened_at: shown.now } });
}

/** `m`: all that can be placed. `t`: the best of the other type instead. Both ask for a preview. */
function taken(state: ScreenState, dialog: ExecuteDialog, input: 'm' | 't', shown: Shown): Pressed {
  const most = shown.ticket?.preview?.max_amount ?? null;
  const other = otherWay(dialog.opportunity, shown.opportunities);
  const next: ExecuteDialog | null =
    input === 't'
      ? other && { ...dialog, opportunity: other, typed: { ...dialog.typed, amount: null }, button: 'cancel' }
      : most === null
        ? null
        : { ...dialog, typed: { ...dialog.typed, amount: String(most) }, button: 'cancel' };
  if (next === null) return stay(state);
  const asked: ExecuteDialog = { ...next, isSent: false, opened_at: shown.now };
  return { state: { ...state, dialog: asked }, command: previewCommand(asked, shown.status) };
}

/** A figure is typed in place: Enter takes it and asks for its preview, Escape brings back the one before. */
function inField(state: ScreenState, dialog: ExecuteDialog, input: string, key: Partial<Key>, shown: Shown): Pressed {
  const { field, typed } = dialog;
  if (field === null) return stay(state);
  const { name, before } = field;
  if (key.escape) return stay({ ...state, dialog: { ...dialog, field: null, typed: { ...typed, [name]: before } } });
  const text = typed[name] ?? '';
  if (!key.return) {
    const next = edited(text, input, key).slice(0, longestFigure);
    return stay({ ...state, dialog: { ...dialog, typed: { ...typed, [name]: next } } });
  }
  if (mistakeIn(dialog, name) !== null) return stay(state);
  const taken: ExecuteDialog = {
    ...dialog,
    field: null,
    button: 'cancel',
    typed: { ...typed, [name]: text.trim() === '' ? null : text },
  };
  const command = name === 'amount' ? previewCommand(taken, shown.status) : null;
  return { state: { ...state, dialog: taken }, command };
}

/** Typing why. It presses no button: the next Enter does. */
function inReason(state: ScreenState, dialog: KillDialog, input: string, key: Partial<Key>): Pressed {
  const isTyping = !key.return && !key.tab && !key.escape;
  const reason = isTyping ? edited(dialog.reason, input, key).slice(0, longestReason) : dialog.reason.trim();
  return stay({ ...state, dialog: { ...dialog, reason, isTyping } });
}

/** Typing the figure of a limit. It presses no button: the next Enter does. */
function inLimit(state: ScreenState, dialog: LimitDialog, input: string, key: Partial<Key>): Pressed {
  const isTyping = !key.return && !key.tab;
  const typed = isTyping ? edited(dialog.typed, input, key).slice(0, longestFigure) : dialog.typed;
  return stay({ ...state, dialog: { ...dialog, typed, isTyping } });
}

/** The word for real money is typed in full and in upper case. Nothing else confirms. */
function inWord(
  state: ScreenState,
  dialog: ActionDialog,
  word: string,
  input: string,
  key: Partial<Key>,
  shown: Shown,
): Pressed {
  if (!key.return)
    return stay({ ...state, dialog: { ...dialog, word: edited(word, input, key).slice(0, longestWord) } });
  const isReady = word === liveWord && obstacleOf(dialog, shown) === null;
  return isReady ? confirmed(state, dialog, shown) : stay(state);
}

function confirmed(state: ScreenState, dialog: ActionDialog, shown: Shown): Pressed {
  const next: Dialog | null =
    dialog.kind === 'execute'
      ? { ...dialog, button: 'cancel', word: null, opened_at: shown.now, isSent: true }
      : dialog.kind === 'limit'
        ? { ...dialog, button: 'cancel', opened_at: shown.now, sentAfter: shown.limits.work?.seq ?? 0 }
        : null;
  const command = withWord(commandOf(dialog, shown), { word: dialog.word === liveWord ? liveWord : null });
  return { state: { ...state, dialog: next }, command };
}

const closing: Partial<Record<Dialog['kind'], Command>> = {
  execute: { type: 'CloseTicket' },
  flatten: { type: 'CloseFlatten' },
};

function closed(state: ScreenState, dialog: Dialog): Pressed {
  return { state: { ...state, dialog: null }, command: closing[dialog.kind] ?? null };
}

function stay(state: ScreenState): Pressed {
  return { state, command: null };
}

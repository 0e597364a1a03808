import { previewCommand } from './execution.ts';
import { importDialog } from './import-rows.ts';
import { type ActionDialog, focusOf, type Pressed, type ScreenState, withList } from './screen-state.ts';
import type { Shown } from './shown.ts';

// No bot takes that call yet.
const selfMending = 'the bot resyncs books and reconnects by itself; it takes no order to';

/** Capitals: each opens a dialog, or says why it cannot. */
export function acted(state: ScreenState, input: string, shown: Shown): Pressed {
  switch (input) {
    case 'S':
      return startOrStop(state, shown);
    case 'K':
      return ask(state, shown, 'operator', { kind: 'kill', reason: '', isTyping: false });
    case 'T':
      if (!shown.isKillUnconfirmed) return notice(state, 'no kill waits for its confirmation');
      return ask(state, shown, 'operator', { kind: 'giveUp' });
    case 'F':
      return flatten(state, shown);
    case 'Z':
      if (!shown.canResetWallet) return notice(state, 'this bot cannot reset a wallet');
      if (shown.mode !== 'paper') return notice(state, 'only a paper wallet can be reset');
      return ask(state, shown, 'operator', { kind: 'resetWallet', market: shown.status?.market ?? undefined });
    case 'U':
      if (shown.condition !== 'halted') return notice(state, 'the bot is not halted');
      return ask(state, shown, 'admin', { kind: 'reset' });
    case 'M':
      if (shown.mode === null) return notice(state, 'the mode is unknown');
      return ask(state, shown, 'admin', { kind: 'mode', mode: shown.mode === 'live' ? 'paper' : 'live' });
    case 'W': {
      const lack = shown.lacks('admin');
      if (lack !== null) return notice(state, lack);
      return stay({ ...state, dialog: { kind: 'palette', typed: 'watch ', at: 0 } });
    }
    case 'I': {
      const lack = shown.lacks('operator');
      if (!shown.canImport || lack !== null) return notice(state, lack ?? 'this bot imports no files');
      return stay({ ...state, dialog: importDialog });
    }
    case 'X':
      return execute(state, shown);
    case 'L':
      return changeLimit(state, shown);
    case 'C':
      return cancel(state, shown);
    case 'R':
      return notice(state, focusOf(state) === 'feeds' ? selfMending : 'only a connection is resynced: 8 lists them');
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
  const row = shown.list.rows[shown.list.at];
  const lack = shown.lacks('operator');
  if (lack !== null) return notice(state, lack);
  if (row?.target?.kind !== 'opportunity') return notice(state, 'there is no opportunity');
  const { opportunity } = row.target;
  const dialog = {
    kind: 'execute',
    opportunity,
    typed: { amount: null, floor: null },
    field: null,
    isSent: false,
    hasAllNotes: false,
  } as const;
  const asked = ask(withList(state, { selected: row.id }), shown, 'operator', dialog);
  return asked.state.dialog === null ? asked : { ...asked, command: previewCommand(dialog, shown.status) };
}

function changeLimit(state: ScreenState, shown: Shown): Pressed {
  const target = shown.list.rows[shown.list.at]?.target;
  if (target?.kind !== 'limit') return notice(state, 'only a limit can be changed: 6 lists them');
  const { limit } = target;
  return ask(state, shown, 'admin', { kind: 'limit', limit, typed: '', isTyping: true, sentAfter: null });
}

function cancel(state: ScreenState, shown: Shown): Pressed {
  const target = shown.list.rows[shown.list.at]?.target;
  if (target?.kind !== 'order') return notice(state, 'only a working order can be cancelled: 4 lists them');
  return ask(state, shown, 'operator', { kind: 'cancel', order: target.order });
}

/** On the row of a residual position it sells that one, elsewhere all of them. */
function flatten(state: ScreenState, shown: Shown): Pressed {
  const target = shown.list.rows[shown.list.at]?.target;
  if (target?.kind === 'residual' && shown.canSell) {
    return ask(state, shown, 'operator', { kind: 'sell', exchange: target.exchange, asset: target.asset });
  }
  // Without a marked row the key does not mean all rows.
  if (focusOf(state) === 'balances' && shown.canSell && shown.residuals === null)
    return notice(state, 'residual positions are still being read');
  if (!shown.canFlatten) return notice(state, 'this bot sells residual positions one by one: triquad residuals');
  const asked = ask(state, shown, 'operator', { kind: 'flatten' });
  return asked.state.dialog === null ? asked : { ...asked, command: { type: 'Flatten', preview: true } };
}

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** Opens the question; where the operator has not the role, says so. */
export function ask(
  state: ScreenState,
  shown: Shown,
  role: 'operator' | 'admin',
  dialog: Without<ActionDialog, 'button' | 'opened_at' | 'word'>,
): Pressed {
  const lack = shown.lacks(role);
  if (lack !== null) return notice(state, lack);
  return stay({ ...state, dialog: { ...dialog, button: 'cancel', opened_at: shown.now, word: null } });
}

const notice = (state: ScreenState, text: string): Pressed => ({ state: { ...state, notice: text }, command: null });
const stay = (state: ScreenState): Pressed => ({ state, command: null });

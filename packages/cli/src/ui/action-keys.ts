import { type Command, type Facts, permitted } from '@triquad/core';
import { english } from '@triquad/core/texts';
import { commandOf } from './dialog-command.ts';
import { previewCommand } from './execution.ts';
import { importDialog } from './import-rows.ts';
import { type ActionDialog, type Dialog, focusOf, type Pressed, type ScreenState, withList } from './screen-state.ts';
import type { Shown } from './shown.ts';

// No bot takes that call yet.
const selfMending = 'the bot resyncs books and reconnects by itself; it takes no order to';

/** Capitals: each opens a dialog, or says why it cannot. */
export function acted(state: ScreenState, input: string, shown: Shown): Pressed {
  switch (input) {
    case 'S':
      return startOrStop(state, shown);
    case 'K':
      return ask(state, shown, { kind: 'kill', reason: '', isTyping: false });
    case 'T':
      if (!shown.isKillUnconfirmed) return notice(state, 'no kill waits for its confirmation');
      return ask(state, shown, { kind: 'giveUp' });
    case 'F':
      return flatten(state, shown);
    case 'Z':
      return ask(state, shown, { kind: 'resetWallet', market: shown.status?.market ?? undefined });
    case 'U':
      return ask(state, shown, { kind: 'reset' });
    case 'M':
      if (shown.mode === null) return notice(state, 'the mode is unknown');
      return ask(state, shown, { kind: 'mode', mode: shown.mode === 'live' ? 'paper' : 'live' });
    case 'W':
      return unlessForbidden(state, shown, watch, () => ({ kind: 'palette', typed: 'watch ', at: 0 }));
    case 'I':
      return unlessForbidden(state, shown, runImport, () => importDialog);
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
  const { condition, isRunning } = shown;
  const stops =
    ['running', 'starting', 'stopping'].includes(condition) || (condition === 'error' && isRunning === true);
  return ask(state, shown, { kind: stops ? 'stop' : 'start' });
}

function execute(state: ScreenState, shown: Shown): Pressed {
  const row = shown.list.rows[shown.list.at];
  const reason = forbidden(shown.facts, anyExecution);
  if (reason !== null) return notice(state, reason);
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
  const asked = ask(withList(state, { selected: row.id }), shown, dialog);
  return asked.state.dialog === null ? asked : { ...asked, command: previewCommand(dialog, shown.status) };
}

function changeLimit(state: ScreenState, shown: Shown): Pressed {
  const target = shown.list.rows[shown.list.at]?.target;
  if (target?.kind !== 'limit') return notice(state, 'only a limit can be changed: 6 lists them');
  const { limit } = target;
  return ask(state, shown, { kind: 'limit', limit, typed: '', isTyping: true, sentAfter: null });
}

function cancel(state: ScreenState, shown: Shown): Pressed {
  const target = shown.list.rows[shown.list.at]?.target;
  if (target?.kind !== 'order') return notice(state, 'only a working order can be cancelled: 4 lists them');
  return ask(state, shown, { kind: 'cancel', order: target.order });
}

/** On the row of a residual position it sells that one, elsewhere all of them. */
function flatten(state: ScreenState, shown: Shown): Pressed {
  const target = shown.list.rows[shown.list.at]?.target;
  if (target?.kind === 'residual' && shown.canSell) {
    return ask(state, shown, { kind: 'sell', exchange: target.exchange, asset: target.asset });
  }
  // Without a marked row the key does not mean all rows.
  if (focusOf(state) === 'balances' && shown.canSell && shown.residuals === null)
    return notice(state, 'residual positions are still being read');
  if (!shown.canFlatten) return notice(state, 'this bot sells residual positions one by one: triquad residuals');
  const asked = ask(state, shown, { kind: 'flatten' });
  return asked.state.dialog === null ? asked : { ...asked, command: { type: 'Flatten', preview: true } };
}

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** Opens the question, or says why its command is forbidden now. */
export function ask(
  state: ScreenState,
  shown: Shown,
  dialog: Without<ActionDialog, 'button' | 'opened_at' | 'word'>,
): Pressed {
  const opened: ActionDialog = { ...dialog, button: 'cancel', opened_at: shown.now, word: null };
  return unlessForbidden(state, shown, commandOf(opened, shown), () => opened);
}

// Their fields do not matter to the permission.
const watch: Command = { type: 'ChooseMarket', wanted: { source: 'simulated', preset: 'practice' } };
const anyExecution: Command = { type: 'ExecuteOpportunity', opportunity_id: '', dry_run: true };
const runImport: Command = { type: 'RunImport', request: { files: [] } };

function unlessForbidden(state: ScreenState, { facts }: Shown, command: Command, open: () => Dialog): Pressed {
  const reason = forbidden(facts, command);
  return reason === null ? stay({ ...state, dialog: open() }) : notice(state, reason);
}

/** The kill switch leaves the past first. */
function forbidden(facts: Facts, command: Command): string | null {
  const isReplaying = facts.isReplaying && command.type !== 'KillBot';
  const { obstacle } = permitted({ ...facts, isReplaying }, command);
  return obstacle === null ? null : english.code(obstacle);
}

const notice = (state: ScreenState, text: string): Pressed => ({ state: { ...state, notice: text }, command: null });
const stay = (state: ScreenState): Pressed => ({ state, command: null });

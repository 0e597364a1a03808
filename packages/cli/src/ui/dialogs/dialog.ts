import { type ClientState, selectCan, selectOpportunity } from '@triquad/core';
import { indented, type Line } from '../cells.ts';
import { obstacleOf } from '../dialog-command.ts';
import { isExpired } from '../execution.ts';
import type { ActionDialog } from '../screen-state.ts';
import { knownOf } from '../shown.ts';
import { limitName } from '../views/texts.ts';
import { buttons } from './buttons.ts';
import { executeLines } from './execute.ts';
import { killLines } from './kill.ts';
import { limitLines } from './limit.ts';
import { questionOf } from './question.ts';

/** Lines of a dialog; the last one has the buttons. `place`: the bot. */
export function dialogLines(dialog: ActionDialog, state: ClientState, place: string, width: number): readonly Line[] {
  const known = knownOf(state, dialog);
  if (dialog.kind === 'execute') return executeLines(dialog, state, known, width);
  if (dialog.kind === 'limit') return limitLines(dialog, state, width);
  const obstacle = obstacleOf(dialog, known);
  if (dialog.kind === 'kill') {
    const confirm = selectCan('bot.kill')(state) ? `Kill ${place}` : 'Stop Bot';
    return [...killLines(dialog, state, place, width), [], buttons({ dialog, confirm, as: 'bad', obstacle })];
  }
  const { lines, confirm, as = 'bad' } = dialog.kind === 'mode' ? modeQuestion[dialog.mode] : questionOf(dialog, state);
  return [[], ...lines.flatMap((text) => indented(text, width)), [], buttons({ dialog, confirm, as, obstacle })];
}

const modeQuestion = {
  live: {
    lines: ['Live Trading uses real funds: orders go to the exchanges and losses are real.'],
    confirm: 'Change to LIVE',
    as: 'live',
  },
  paper: { lines: ['Paper Trading uses simulated funds.'], confirm: 'Change to PAPER', as: 'paper' },
} as const;

export function dialogTitle(dialog: ActionDialog, state: ClientState): string {
  switch (dialog.kind) {
    case 'kill':
      return 'Kill switch';
    case 'mode':
      return dialog.mode === 'live' ? 'Change to Live Trading' : 'Change to Paper Trading';
    case 'limit':
      return `Change the limit ${limitName(dialog.limit)}`;
    case 'execute':
      return isExpired(selectOpportunity(dialog.opportunity.id)(state)) ? 'Execute (expired)' : 'Execute';
    default:
      return questionOf(dialog, state).title;
  }
}

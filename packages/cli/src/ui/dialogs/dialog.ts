import { type ClientState, selectOpportunity } from '@triquad/core';
import { indented, type Line } from '../cells.ts';
import { obstacleOf } from '../dialog-keys.ts';
import { isExpired } from '../execution.ts';
import type { Dialog, ScreenState, Typing } from '../screen-state.ts';
import { knownOf } from '../shown.ts';
import { buttons } from './buttons.ts';
import { executeLines } from './execute.ts';
import { helpLines } from './help.ts';
import { questionOf } from './question.ts';

type Shown = Exclude<Dialog, Typing>;

/** What a dialog says; its last line has the buttons. `screen` null: there is no room for help. */
export function dialogLines(
  dialog: Shown,
  state: ClientState,
  screen: ScreenState | null,
  width: number,
): readonly Line[] {
  if (dialog.kind === 'help') return screen === null ? [] : helpLines(screen, width);
  const known = knownOf(state, dialog);
  if (dialog.kind === 'execute') return executeLines(dialog, known, width);
  const obstacle = obstacleOf(dialog, known);
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

export function dialogTitle(dialog: Exclude<Dialog, { kind: 'filter' | 'time' }>, state: ClientState): string {
  switch (dialog.kind) {
    case 'palette':
      return 'Go to, or do';
    case 'help':
      return 'Keys (any key closes)';
    case 'mode':
      return dialog.mode === 'live' ? 'Change to Live Trading' : 'Change to Paper Trading';
    case 'execute':
      return isExpired(selectOpportunity(dialog.opportunity.id)(state))
        ? 'Execute Arbitrage Opportunity (expired)'
        : 'Execute Arbitrage Opportunity';
    default:
      return questionOf(dialog, state).title;
  }
}

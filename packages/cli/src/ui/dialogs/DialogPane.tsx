import { type ClientState, selectOpportunity } from '@triquad/core';
import { obstacleOf } from '../dialog-keys.ts';
import { isExpired } from '../execution.ts';
import type { Dialog } from '../screen-state.ts';
import { knownOf } from '../shown.ts';
import { ConfirmDialog, questionOf } from './ConfirmDialog.tsx';
import { ExecuteDialog } from './ExecuteDialog.tsx';
import { HelpDialog } from './HelpDialog.tsx';
import { ModeDialog } from './ModeDialog.tsx';

type Shown = Exclude<Dialog, { kind: 'filter' }>;

export function DialogPane({ dialog, state, width }: { dialog: Shown; state: ClientState; width: number }) {
  if (dialog.kind === 'help') return <HelpDialog width={width} />;
  const known = knownOf(state, dialog);
  switch (dialog.kind) {
    case 'mode':
      return <ModeDialog dialog={dialog} obstacle={obstacleOf(dialog, known)} width={width} />;
    case 'execute':
      return <ExecuteDialog dialog={dialog} known={known} width={width} />;
    default:
      return <ConfirmDialog dialog={dialog} state={state} obstacle={obstacleOf(dialog, known)} width={width} />;
  }
}

export function dialogTitle(dialog: Shown, state: ClientState): string {
  switch (dialog.kind) {
    case 'help':
      return 'Keys (any key closes)';
    case 'mode':
      return dialog.mode === 'live' ? 'Change to Live Trading' : 'Change to Paper Trading';
    case 'execute':
      return isExpired(selectOpportunity(dialog.opportunity.id)(state))
        ? 'Execute Arbitrage Opportunity (expired)'
        : 'Execute Arbitrage Opportunity';
    default:
      return questionOf(dialog.kind, state).title;
  }
}

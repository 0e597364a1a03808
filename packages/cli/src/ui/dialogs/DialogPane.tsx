import { type ClientState, selectMode, selectTicket } from '@triquad/core';
import type { Dialog } from '../screen-state.ts';
import { ConfirmDialog, questions } from './ConfirmDialog.tsx';
import { ExecuteDialog } from './ExecuteDialog.tsx';
import { HelpDialog } from './HelpDialog.tsx';
import { ModeDialog } from './ModeDialog.tsx';

type Shown = Exclude<Dialog, { kind: 'filter' }>;

export function DialogPane({ dialog, state, width }: { dialog: Shown; state: ClientState; width: number }) {
  switch (dialog.kind) {
    case 'help':
      return <HelpDialog width={width} />;
    case 'mode':
      return (
        <ModeDialog
          mode={dialog.mode}
          typed={dialog.typed}
          isRunning={state.bot.status?.is_running === true}
          width={width}
        />
      );
    case 'execute':
      return (
        <ExecuteDialog
          opportunity={dialog.opportunity}
          ticket={selectTicket(dialog.opportunity.id)(state)}
          mode={selectMode(state) ?? 'paper'}
          button={dialog.button}
          width={width}
        />
      );
    case 'kill': {
      const kind = state.health.capabilities.includes('bot.kill') ? 'kill' : 'stop-only';
      return <ConfirmDialog kind={kind} button={dialog.button} width={width} />;
    }
    default:
      return <ConfirmDialog kind={dialog.kind} button={dialog.button} width={width} />;
  }
}

export function dialogTitle(dialog: Shown, { opportunities }: ClientState): string {
  switch (dialog.kind) {
    case 'help':
      return 'Keys (any key closes)';
    case 'mode':
      return dialog.mode === 'live' ? 'Change to Live Trading' : 'Change to Paper Trading';
    case 'execute': {
      const now = opportunities.items.find(({ id }) => id === dialog.opportunity.id);
      return now?.is_valid ? 'Execute Arbitrage Opportunity' : 'Execute Arbitrage Opportunity (expired)';
    }
    default:
      return questions[dialog.kind].title;
  }
}

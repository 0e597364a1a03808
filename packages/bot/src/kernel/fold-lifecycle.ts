import type { LifecycleEvent } from '../model/event.ts';
import { todayAt } from './fold-equity.ts';
import { changeMode, noteHalt } from './fold-market.ts';
import type { Journalled } from './journalled.ts';

/** Whether the bot runs, in which mode, and what halts it. */
export const foldLifecycle = (state: Journalled, fact: LifecycleEvent): void => {
  switch (fact.type) {
    case 'BotStarted':
      changeMode(state, fact.mode);
      Object.assign(state, { running: true, parameters: fact.parameters, started_at: fact.at });
      state.started_under = state.config?.version ?? null;
      return;
    case 'BotStopping':
      state.running = false;
      return;
    case 'BotStopped':
      Object.assign(state, { running: false, started_at: null });
      return;
    case 'ModeChanged':
      changeMode(state, fact.mode);
      return;
    case 'BotHalted':
      // What a guard finds after a kill or a loss does not open the ways back again.
      if (['kill', 'loss'].includes(state.halted?.cause ?? '') && fact.cause !== 'kill') return;
      noteHalt(state, { cause: fact.cause, reason: fact.reason, at: fact.at });
      return;
    case 'HaltReset':
      Object.assign(state, { halted: null, guard_halt: null });
      state.equity = { ...state.equity, base: state.equity.last };
      state.today = { ...todayAt(state, fact.at), peak_equity: state.equity.last };
      return;
    case 'LossAdopted':
      state.halted = { cause: 'loss', reason: `facts were lost: ${fact.lost.join('; ')}`, at: fact.at };
      Object.assign(state, { running: false, started_at: null });
      return;
    case 'BackupRestored':
      return;
  }
};

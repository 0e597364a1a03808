import { type ClientState, type Command, selectMode, tradingDefaults } from '@triquad/core';
import { liveWord } from './keys.ts';
import type { Wish } from './screen-state.ts';

/** What to send for a wish made by a key, given what is known. Nothing but live mode touches real funds. */
export function commandFor(
  wish: Exclude<Wish, { type: 'quit' }>,
  state: Pick<ClientState, 'logs' | 'mode' | 'bot' | 'ticket'>,
): Command {
  const { logs, bot, ticket } = state;
  switch (wish.type) {
    case 'start':
      return { type: 'StartBot' };
    case 'stop':
      return { type: 'StopBot' };
    case 'kill':
      return { type: 'KillBot', reason: 'kill switch in the terminal' };
    case 'reset':
      return { type: 'ResetKill' };
    case 'reconnect':
      return { type: 'Reconnect' };
    case 'pause':
      return { type: logs.paused ? 'ResumeLogs' : 'PauseLogs' };
    case 'close':
      return { type: 'CloseTicket' };
    case 'mode':
      return { type: 'ChangeMode', mode: wish.mode, ...(wish.mode === 'live' && { confirm: liveWord }) };
    case 'preview': {
      const { id, capital_required } = wish.opportunity;
      const amount = capital_required ?? bot.status?.max_capital_per_route ?? tradingDefaults.maxCapital;
      return { type: 'PreviewOpportunity', opportunity_id: id, amount };
    }
    case 'execute': {
      const { id, capital_required } = wish.opportunity;
      const amount = (ticket.opportunity_id === id ? ticket.preview?.amount : null) ?? capital_required;
      const dry_run = selectMode(state) !== 'live';
      return { type: 'ExecuteOpportunity', opportunity_id: id, dry_run, ...(amount !== null && { amount }) };
    }
  }
}

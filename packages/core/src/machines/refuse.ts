import type { ClientEvent } from '../journal/event.ts';
import type { Heard } from './heard.ts';

const reasons = {
  not_live: 'The bot is not known to trade live: only a dry run is possible',
  execution_running: 'An opportunity is already being executed',
  execution_unsettled: 'The last execution of this opportunity may have happened: its answer was lost',
  backtest_starting: 'A backtest is already being started',
  busy: 'Another command is still running',
  kill_running: 'The kill switch is not confirmed yet',
  already_running: 'The bot is already running',
  already_stopped: 'The bot is already stopped',
  running_in_error: 'The bot reports an error and still runs: stop it first',
  mode_while_running: 'Stop the bot before changing its mode',
  mode_changing: 'The mode is already being changed',
  mode_unknown: 'The mode can be changed once the state of the bot is known',
  mode_in_error: 'The bot reports an error: live mode is not available',
  live_unconfirmed: 'Type LIVE to trade with real funds',
} as const;

/** Why a command is refused. */
export type Refusal = keyof typeof reasons;

/** The event of a refused command: nothing was sent. */
export const refusal = ({ type }: Heard, code: Refusal): ClientEvent => ({
  type: 'CommandRefused',
  command: type,
  reason: reasons[code],
});

/** Refuses the command at hand for this reason, through the machine's effect `tell`. */
export const refuse = (code: Refusal) => ({
  type: 'tell' as const,
  params: ({ event }: { event: Heard }): ClientEvent => refusal(event, code),
});

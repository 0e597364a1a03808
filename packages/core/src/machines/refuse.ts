import type { ClientEvent } from '../journal/event.ts';
import type { Heard } from './heard.ts';

const reasons = {
  not_live: 'The bot is not known to trade live: only a dry run is possible',
  execution_running: 'An opportunity is already being executed',
  execution_unsettled: 'The last execution of this opportunity may have happened: its answer was lost',
  backtest_starting: 'A backtest is already being started',
} as const;

/** Refuses the command at hand for this reason, through the machine's effect `tell`. */
export const refuse = (code: keyof typeof reasons) => ({
  type: 'tell' as const,
  params: ({ event }: { event: Heard }): ClientEvent => ({
    type: 'CommandRefused',
    command: event.type,
    reason: reasons[code],
  }),
});

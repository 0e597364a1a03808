import { EMPTY, type Observable } from 'rxjs';
import type { ExecutionOrder } from '../journal/command.ts';
import type { Message } from '../journal/journal.ts';
import type { Performers } from '../machines/folded.ts';
import type { ticketEffects } from '../machines/ticket.ts';
import { calls } from '../rules/limits.ts';
import { call, type MachineEffects, type MachinePorts, outcome, retried } from './perform.ts';

/** Previews and executes an opportunity. */
export const performTicket = ({ api, clock }: MachinePorts): MachineEffects => {
  const performers: Performers<typeof ticketEffects, Observable<Message>> = {
    preview: (quote) =>
      outcome(
        call((signal) => api.call('orders.preview', { body: quote }, { signal })),
        (preview) => ({ type: 'PreviewLoaded', ...quote, preview }),
        (problem) => ({ type: 'PreviewFailed', ...quote, problem }),
      ),
    abortPreview: () => EMPTY,
    // Only a bot with extensions is known to honour the key; another might execute twice.
    execute: ({ order, capabilities }) => {
      if (order === null) return EMPTY;
      const { opportunity_id, key, expected_profit } = order;
      const retries = capabilities.length > 0 ? calls.change_retries : 0;
      const body = bodyOf(order, capabilities.includes('execute.guarded'));
      return outcome(
        retried(clock, () => api.call('orders.execute', { body }, { key }), retries),
        (result) => ({ type: 'ExecutionAnswered', opportunity_id, key, expected_profit, result }),
        (problem) => ({ type: 'ExecutionFailed', opportunity_id, key, problem }),
      );
    },
  };
  return { performers, lanes: { abortPreview: 'preview' } };
};

const bodyOf = ({ key: _, ...order }: ExecutionOrder, isGuarded: boolean) => {
  if (isGuarded) return order;
  const { opportunity_id, amount, dry_run } = order;
  return { opportunity_id, dry_run, ...(amount === undefined ? {} : { amount }) };
};

import { EMPTY, map, type Observable, of } from 'rxjs';
import type { Message } from '../journal/journal.ts';
import type { Performers } from '../machines/protocol.ts';
import type { ticketEffects } from '../machines/ticket.ts';
import type { Order } from '../machines/ticket-state.ts';
import { calls } from '../rules/limits.ts';
import { call, retried } from './call.ts';
import type { MachineEffects, MachinePorts } from './machine-effects.ts';

/** Previews and executes an opportunity. */
export const performTicket = ({ api, clock }: MachinePorts): MachineEffects => {
  const performers: Performers<typeof ticketEffects, Observable<Message>> = {
    emit: (event) => of(event),
    preview: (quote) =>
      call((signal) => api.call('orders.preview', { body: quote }, { signal })).pipe(
        map((result) =>
          result.ok
            ? { type: 'PreviewLoaded', ...quote, preview: result.value }
            : { type: 'PreviewFailed', ...quote, problem: result.problem },
        ),
      ),
    // Only a bot with extensions is known to honour the key; another might execute twice.
    execute: ({ order, capabilities }) => {
      if (order === null) return EMPTY;
      const { opportunity_id, key } = order;
      const retries = capabilities.length > 0 ? calls.change_retries : 0;
      const body = bodyOf(order, capabilities.includes('execute.guarded'));
      return retried(clock, () => api.call('orders.execute', { body }, { key }), retries).pipe(
        map((result) =>
          result.ok
            ? { type: 'ExecutionAnswered', opportunity_id, key, result: result.value }
            : { type: 'ExecutionFailed', opportunity_id, key, problem: result.problem },
        ),
      );
    },
  };
  return { performers };
};

const bodyOf = ({ key: _, ...order }: Order, isGuarded: boolean) => {
  if (isGuarded) return order;
  const { opportunity_id, amount, dry_run } = order;
  return { opportunity_id, dry_run, ...(amount === undefined ? {} : { amount }) };
};

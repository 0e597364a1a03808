import * as z from 'zod/mini';
import { Preview } from '../contract/order.ts';
import { ExecutionResult } from '../contract/trade.ts';
import { Problem } from '../journal/problem.ts';
import type { Projection } from './projection.ts';

/** `executed` also when the bot answered that the cycle failed: see `result`. `failed`: the call itself did. `amount` in USD. */
export const TicketState = z.object({
  phase: z.enum(['closed', 'previewing', 'previewed', 'executing', 'executed', 'failed']),
  opportunity_id: z.nullable(z.string()),
  amount: z.nullable(z.number()),
  dry_run: z.nullable(z.boolean()),
  preview: z.nullable(Preview),
  result: z.nullable(ExecutionResult),
  problem: z.nullable(Problem),
});
export type TicketState = z.infer<typeof TicketState>;

const initial: TicketState = {
  phase: 'closed',
  opportunity_id: null,
  amount: null,
  dry_run: null,
  preview: null,
  result: null,
  problem: null,
};

/** The one opportunity that is being previewed or executed by hand. */
export const ticket: Projection<TicketState> = {
  initial,
  evolve: (state, { message }) => {
    switch (message.type) {
      case 'PreviewBegan':
        return { ...initial, phase: 'previewing', opportunity_id: message.opportunity_id, amount: message.amount };
      case 'PreviewLoaded':
        return { ...state, phase: 'previewed', preview: message.preview };
      case 'PreviewFailed':
        return { ...state, phase: 'failed', problem: message.problem };
      case 'ExecutionBegan':
        return {
          ...initial,
          phase: 'executing',
          opportunity_id: message.opportunity_id,
          amount: message.amount,
          dry_run: message.dry_run,
          preview: state.opportunity_id === message.opportunity_id ? state.preview : null,
        };
      case 'ExecutionAnswered':
        return { ...state, phase: 'executed', result: message.result };
      case 'ExecutionFailed':
        return { ...state, phase: 'failed', problem: message.problem };
      case 'CloseTicket':
        return state.phase === 'executing' ? state : initial;
      default:
        return state;
    }
  },
};

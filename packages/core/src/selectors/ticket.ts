import type { FoldedState } from '../projections/state.ts';
import type { TicketState } from '../projections/ticket.ts';

/** The ticket of this opportunity, null while another one, or none, is open. */
export const selectTicket =
  (opportunityId: string) =>
  (state: FoldedState): TicketState | null =>
    state.ticket.opportunity_id === opportunityId ? state.ticket : null;

/** Whether any opportunity is being executed. */
export const selectExecuting = (state: FoldedState): boolean => state.ticket.phase === 'executing';

import type { TicketState } from '../machines/ticket.ts';
import type { FoldedState } from '../projections/state.ts';
import { derived } from './derived.ts';

/**
 * The ticket of one opportunity. `preview` is of `amount` (USD), null while it is made. `unpriced`: the preview failed, see `problem`.
 * `executed` also when the cycle failed: see `result`; `failed`: the order did. `unsettled`: it may have been executed, and the same
 * command asks again under its key. `refusal`: why it was not executed although it could have been; `refused`: the preview that
 * was shown then. `floor_unchecked`: no preview was there to compare the floor with.
 */
export type Ticket = Omit<TicketState, 'value' | 'order' | 'unsettled'> & { readonly phase: TicketState['value'] };

const ticketOf = derived(
  [({ ticket }) => ticket],
  ({ value, order: _, unsettled: __, ...ticket }): Ticket => ({ ...ticket, phase: value }),
);

/** The ticket of this opportunity, null while another one, or none, is open. */
export const selectTicket =
  (opportunityId: string) =>
  (state: FoldedState): Ticket | null =>
    state.ticket.opportunity_id === opportunityId ? ticketOf(state) : null;

/** The ticket that is open, null without one. */
export const selectOpenTicket = (state: FoldedState): Ticket | null =>
  state.ticket.opportunity_id === null ? null : ticketOf(state);

/** True while an opportunity is being executed. */
export const selectExecuting = ({ ticket }: Pick<FoldedState, 'ticket'>): boolean =>
  ticket.value === 'executing' || ticket.value === 'requoting';

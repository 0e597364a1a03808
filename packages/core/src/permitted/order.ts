import type { Preview } from '../contract/order.ts';
import type { RefusalCode } from '../journal/code.ts';
import type { Command } from '../journal/command.ts';
import { type Entry, exceeds } from '../rules/entry.ts';
import type { Ticket } from '../selectors/ticket.ts';
import type { Facts } from './facts.ts';
import { type Obstacle, permitted } from './permitted.ts';

/** Fields of an execution that the operator prepares: `amount` in USD, `floor` in percent. */
export type OrderForm = {
  readonly opportunity_id: string;
  readonly isExpired: boolean;
  readonly amount: Entry;
  readonly floor: Entry;
  /** The opportunity has no size of its own: the amount may be left to the bot. */
  readonly mayOmitAmount: boolean;
};

/** An execution as it is shown and sent. */
export type PreparedOrder = {
  readonly command: Extract<Command, { type: 'ExecuteOpportunity' }>;
  /** The preview of the amount, as shown and as sent. */
  readonly preview: Preview | null;
  /** Why the last order was not executed, or why this one may be the second. */
  readonly refusal: Ticket['refusal'];
  /** The preview that was shown when the order was refused. */
  readonly refused: Preview | null;
  /** Reason that forbids the order now: a state of the bot or a typed figure; null: none. */
  readonly obstacle: Obstacle | null;
};

const formObstacle = (form: OrderForm, ticket: Ticket | null, isReal: boolean): RefusalCode | null => {
  const { amount, floor } = form;
  if (form.isExpired) return 'opportunity_expired';
  if (amount.mistake !== null) return 'amount_wrong';
  if (floor.mistake !== null) return 'floor_wrong';
  if (amount.value === null) return isReal ? 'amount_required' : form.mayOmitAmount ? null : 'amount_wrong';
  if (ticket === null || ticket.phase === 'previewing') return 'preview_running';
  if (!ticket.has_previews) return null;
  if (ticket.preview === null) return 'preview_missing';
  return exceeds(amount.value, ticket.preview) ? 'amount_too_large' : null;
};

/** The execution of a form with the ticket of its amount, null before the first preview. Only a bot known to be live trades real money. */
export const preparedOrder = (facts: Facts, ticket: Ticket | null, form: OrderForm): PreparedOrder => {
  const preview = ticket?.preview ?? null;
  const expected = preview?.expected_profit ?? null;
  const { amount, floor } = form;
  const once: PreparedOrder['command'] = {
    type: 'ExecuteOpportunity',
    opportunity_id: form.opportunity_id,
    dry_run: facts.mode !== 'live',
    ...(amount.value !== null && { amount: amount.value }),
    ...(expected !== null && { expected_profit: expected }),
    ...(floor.value !== null && { min_profit_pct: floor.value }),
  };
  const mayBeSecond = permitted(facts, once).obstacle?.code === 'execution_unsettled';
  const refusal = mayBeSecond ? 'unsettled' : (ticket?.refusal ?? null);
  const command = refusal !== null && refusal !== 'below_floor' ? { ...once, again: true } : once;
  const code = formObstacle(form, ticket, !command.dry_run);
  return {
    command,
    preview,
    refusal,
    refused: mayBeSecond ? preview : (ticket?.refused ?? null),
    obstacle: permitted(facts, command).obstacle ?? (code === null ? null : ({ code, params: {} } as Obstacle)),
  };
};

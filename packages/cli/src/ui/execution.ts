import {
  type Command,
  figureOf,
  money,
  type PreparedOrder,
  percent,
  preparedOrder,
  type Ticket,
  tradingDefaults,
} from '@triquad/core';
import type { BotStatus, Opportunity } from '@triquad/core/contract';
import { readEntry } from '@triquad/core/rules';
import { english } from '@triquad/core/texts';
import { mistakes } from './mistakes.ts';
import type { Dialog, ExecuteDialog } from './screen-state.ts';
import type { Known } from './shown.ts';

type Asked = Pick<ExecuteDialog, 'opportunity' | 'typed' | 'field'>;
type Order = PreparedOrder['command'];

/** An execution as the dialog shows it and as it is sent. */
export interface Execution {
  readonly command: Order;
  readonly refusal: PreparedOrder['refusal'];
  /** Why it cannot be executed now, null when it can. */
  readonly obstacle: string | null;
}

/** Execution by the typed figures. Only a bot known to be live trades real money. */
export function executionOf({ opportunity, typed, field }: Asked, known: Known): Execution {
  const { ticket, facts, opportunities } = known;
  const preview = ticket?.preview ?? null;
  const amount = readEntry(typed.amount ?? '', 'amount');
  const floor = readEntry(typed.floor ?? '', 'percent');
  const proposed = preview === null ? null : known.threshold;
  const { command, refusal, obstacle } = preparedOrder(facts, ticket, {
    opportunity_id: opportunity.id,
    isExpired: isExpired(opportunities.find(({ id }) => id === opportunity.id) ?? null),
    amount: { ...amount, value: amount.value ?? preview?.amount ?? opportunity.capital_required },
    floor: typed.floor === null ? { value: proposed, mistake: null } : floor,
    mayOmitAmount: opportunity.capital_required === null,
  });
  const typing = field === null ? null : `the ${field.name} is being typed`;
  const why =
    obstacle?.code === 'amount_too_large'
      ? `at most ${money(figureOf(preview, preview?.max_amount))} can be placed`
      : obstacle && english.code(obstacle);
  return { command, refusal, obstacle: why ?? typing };
}

/** Error of a typed figure; null if it is valid or empty. An empty field uses the proposed figure. */
export function mistakeIn({ typed }: Pick<ExecuteDialog, 'typed'>, name: 'amount' | 'floor'): string | null {
  const { mistake } = readEntry(typed[name] ?? '', name === 'amount' ? 'amount' : 'percent');
  return mistake === null ? null : mistakes[mistake];
}

/** True if an opportunity has expired; null is one that has left the list. Without a statement of the bot it counts as valid. */
export const isExpired = (now: Opportunity | null): boolean => now === null || now.is_valid === false;

/** The best valid cycle of the other type that the same move of the market makes; null without one. */
export function otherWay({ type, dislocation_id }: Opportunity, all: readonly Opportunity[]): Opportunity | null {
  if (dislocation_id === undefined) return null;
  const others = all.filter(
    (one) => one.dislocation_id === dislocation_id && one.type !== type && one.is_valid !== false,
  );
  return others.toSorted((a, b) => (b.profit_pct ?? 0) - (a.profit_pct ?? 0))[0] ?? null;
}

/** Why it was not executed although it could have been, and what executing it now would mean; null without a refusal. */
export function refusalText(ticket: Ticket, { command, refusal }: Execution): string | null {
  if (ticket.phase === 'unsettled' || refusal === 'unsettled')
    return 'its answer was lost: it may have been executed; look at the log before you send it again';
  if (refusal === 'executed_meanwhile') return 'it was executed since: this would execute it once more';
  if (refusal !== 'below_floor') return null;
  const { min_profit_pct = null } = command;
  return `not executed: it pays ${percent(ticket.preview?.expected_profit_pct)} now, less than ${percent(min_profit_pct)}`;
}

/** The dialog as long as it is open: one that was executed, or failed, has closed. */
export function openDialog(dialog: Dialog | null, ticket: Ticket | null): Dialog | null {
  if (dialog?.kind !== 'execute' || !dialog.isSent) return dialog;
  return ticket === null || ticket.phase === 'executed' || ticket.phase === 'failed' ? null : dialog;
}

/** Asks for a preview of the typed amount, else of all that the opportunity takes. */
export function previewCommand({ opportunity, typed }: Asked, status: BotStatus | null): Command {
  const { id, capital_required } = opportunity;
  const proposed = capital_required ?? status?.max_capital_per_route ?? tradingDefaults.maxCapital;
  const amount = readEntry(typed.amount ?? '', 'amount').value ?? proposed;
  return { type: 'PreviewOpportunity', opportunity_id: id, amount };
}

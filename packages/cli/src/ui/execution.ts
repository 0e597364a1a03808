import { type Command, figureOf, money, percent, type Ticket, tradingDefaults } from '@triquad/core';
import type { BotStatus, Opportunity } from '@triquad/core/contract';
import { exceeds, readEntry } from '@triquad/core/rules';
import { mistakes } from './mistakes.ts';
import type { Dialog, ExecuteDialog } from './screen-state.ts';
import type { Known } from './shown.ts';

/** An execution as the dialog shows it and as it is sent. */
export interface Execution {
  /** USD; null leaves it to the bot. */
  readonly amount: number | null;
  /** USD; null without a preview. */
  readonly expected: number | null;
  /** Percent: it is not executed if it pays less by then. Null without a preview to compare with. */
  readonly floor: number | null;
  readonly dry_run: boolean;
  /** True if it may be executed a second time. */
  readonly again: boolean;
  /** Why it cannot be executed now, null when it can. */
  readonly obstacle: string | null;
}

type Asked = Pick<ExecuteDialog, 'opportunity' | 'typed' | 'field'>;

/** Execution by the typed figures. Only a bot known to be live trades real money. */
export function executionOf(dialog: Asked, known: Known): Execution {
  const { opportunity, typed } = dialog;
  const preview = known.ticket?.preview ?? null;
  const refusal = known.ticket?.refusal ?? null;
  const amount = readEntry(typed.amount ?? '', 'amount').value ?? preview?.amount ?? opportunity.capital_required;
  const proposed = preview === null ? null : known.threshold;
  return {
    amount,
    expected: preview?.expected_profit ?? null,
    floor: typed.floor === null ? proposed : readEntry(typed.floor, 'percent').value,
    dry_run: known.mode !== 'live',
    again: refusal === 'executed_meanwhile' || refusal === 'unsettled',
    obstacle: obstacleOf(dialog, amount, known),
  };
}

const busy: Partial<Record<Ticket['phase'], string>> = {
  previewing: 'asking for a preview',
  requoting: 'asking for a new preview',
  executing: 'executing',
};

/** Why a typed figure is not taken, null when it is. Nothing typed takes the proposed one. */
export function mistakeIn({ typed }: Pick<ExecuteDialog, 'typed'>, name: 'amount' | 'floor'): string | null {
  const { mistake } = readEntry(typed[name] ?? '', name === 'amount' ? 'amount' : 'percent');
  return mistake === null ? null : mistakes[mistake];
}

function obstacleOf(dialog: Asked, amount: number | null, { ticket, mode, opportunities }: Known): string | null {
  if (mode === null) return 'the mode is unknown: nothing can be executed';
  if (isExpired(opportunities.find((one) => one.id === dialog.opportunity.id) ?? null)) return 'it has expired';
  if (dialog.field !== null) return `the ${dialog.field.name} is being typed`;
  const phase = ticket && busy[ticket.phase];
  if (phase) return phase;
  const preview = ticket?.preview ?? null;
  return exceeds(amount, preview) ? `at most ${money(figureOf(preview, preview?.max_amount))} can be placed` : null;
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
export function refusalText(ticket: Ticket, { floor }: Execution): string | null {
  if (ticket.phase === 'unsettled' || ticket.refusal === 'unsettled')
    return 'its answer was lost: it may have been executed; look at the log before you send it again';
  if (ticket.refusal === 'executed_meanwhile') return 'it was executed since: this would execute it once more';
  if (ticket.refusal !== 'below_floor') return null;
  return `not executed: it pays ${percent(ticket.preview?.expected_profit_pct)} now, less than ${percent(floor)}`;
}

/** The dialog as long as it is open: one that was executed, or failed, has closed. */
export function openDialog(dialog: Dialog | null, ticket: Ticket | null): Dialog | null {
  if (dialog?.kind !== 'execute' || !dialog.isSent) return dialog;
  return ticket === null || ticket.phase === 'executed' || ticket.phase === 'failed' ? null : dialog;
}

export function executeCommand({ id }: Opportunity, { amount, expected, floor, dry_run, again }: Execution): Command {
  return {
    type: 'ExecuteOpportunity',
    opportunity_id: id,
    dry_run,
    ...(amount !== null && { amount }),
    ...(expected !== null && { expected_profit: expected }),
    ...(floor !== null && { min_profit_pct: floor }),
    ...(again && { again }),
  };
}

/** The preview once more, while what it shows may still be executed and nothing is being typed; null otherwise. */
export function refreshCommand(dialog: Dialog | null, known: Known): Command | null {
  if (dialog?.kind !== 'execute' || dialog.isSent || dialog.field !== null || dialog.word !== null) return null;
  const now = known.opportunities.find((one) => one.id === dialog.opportunity.id) ?? null;
  return known.ticket?.phase === 'previewed' && !isExpired(now) ? previewCommand(dialog, known.status) : null;
}

/** Asks for a preview of the typed amount, else of all that the opportunity takes. */
export function previewCommand({ opportunity, typed }: Asked, status: BotStatus | null): Command {
  const { id, capital_required } = opportunity;
  const proposed = capital_required ?? status?.max_capital_per_route ?? tradingDefaults.maxCapital;
  const amount = readEntry(typed.amount ?? '', 'amount').value ?? proposed;
  return { type: 'PreviewOpportunity', opportunity_id: id, amount };
}

import {
  type Command,
  executionObstacle,
  figureOf,
  lacksPreviews,
  money,
  percent,
  permitted,
  type Ticket,
  tradingDefaults,
} from '@triquad/core';
import type { BotStatus, Opportunity } from '@triquad/core/contract';
import { readEntry } from '@triquad/core/rules';
import { english } from '@triquad/core/texts';
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

type Execute = Extract<Command, { type: 'ExecuteOpportunity' }>;
type Asked = Pick<ExecuteDialog, 'opportunity' | 'typed' | 'field'>;

/** Execution by the typed figures. Only a bot known to be live trades real money. */
export function executionOf(dialog: Asked, known: Known): Execution {
  const { opportunity, typed } = dialog;
  const preview = known.ticket?.preview ?? null;
  const refusal = known.ticket?.refusal ?? null;
  const amount = readEntry(typed.amount ?? '', 'amount').value ?? preview?.amount ?? opportunity.capital_required;
  const proposed = preview === null ? null : known.threshold;
  const asked = {
    amount,
    expected: preview?.expected_profit ?? null,
    floor: typed.floor === null ? proposed : readEntry(typed.floor, 'percent').value,
    dry_run: known.mode !== 'live',
    again: refusal === 'executed_meanwhile' || refusal === 'unsettled',
  };
  const isUnsettled =
    permitted(known.facts, executeCommand(opportunity, asked)).obstacle?.code === 'execution_unsettled';
  const execution = { ...asked, again: asked.again || isUnsettled };
  return { ...execution, obstacle: obstacleOf(dialog, executeCommand(opportunity, execution), amount, known) };
}

/** Why a typed figure is not taken, null when it is. Nothing typed takes the proposed one. */
export function mistakeIn({ typed }: Pick<ExecuteDialog, 'typed'>, name: 'amount' | 'floor'): string | null {
  const { mistake } = readEntry(typed[name] ?? '', name === 'amount' ? 'amount' : 'percent');
  return mistake === null ? null : mistakes[mistake];
}

function obstacleOf(dialog: Asked, command: Execute, amount: number | null, known: Known): string | null {
  const { ticket, facts, opportunities } = known;
  const obstacle = executionObstacle(facts, command, {
    isExpired: isExpired(opportunities.find((one) => one.id === dialog.opportunity.id) ?? null),
    amount: { ...readEntry(dialog.typed.amount ?? '', 'amount'), value: amount },
    floor: readEntry(dialog.typed.floor ?? '', 'percent'),
    mayOmitAmount: dialog.opportunity.capital_required === null,
    preview: ticket?.preview ?? null,
    isPreviewing: ticket === null || ticket.phase === 'previewing',
    hasPreviews: !lacksPreviews(facts, ticket?.problem ?? null),
  });
  if (obstacle?.code === 'amount_too_large')
    return `at most ${money(figureOf(ticket?.preview, ticket?.preview?.max_amount))} can be placed`;
  if (obstacle !== null) return english.code(obstacle);
  return dialog.field === null ? null : `the ${dialog.field.name} is being typed`;
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

export function executeCommand(
  { id }: Opportunity,
  { amount, expected, floor, dry_run, again }: Omit<Execution, 'obstacle'>,
): Execute {
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

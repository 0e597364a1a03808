import * as z from 'zod/mini';
import { Preview } from '../contract/order.ts';
import { ExecutionResult } from '../contract/trade.ts';
import { commands } from '../journal/command.ts';
import { mayPass, Problem } from '../journal/problem.ts';

/**
 * Why an opportunity was not executed although it could have been: it pays less than the floor, it was executed since the
 * preview, or an earlier execution of it may have happened. `again: true` allows the last two.
 */
const refusal = z.enum(['below_floor', 'executed_meanwhile', 'unsettled']);

const Order = z.omit(commands.ExecuteOpportunity, { at: true });
/** An execution as it was commanded; `amount` and `expected_profit` in USD, the floor in percent. */
export type Order = z.infer<typeof Order>;

/** `amount` in USD; `problem`: of the last call. */
export const context = {
  opportunity_id: z.nullable(z.string()),
  amount: z.nullable(z.number()),
  dry_run: z.nullable(z.boolean()),
  preview: z.nullable(Preview),
  result: z.nullable(ExecutionResult),
  problem: z.nullable(Problem),
  refusal: z.nullable(refusal),
  /** The floor was compared with nothing: the bot has no preview. */
  floor_unchecked: z.boolean(),
  /** What is being executed, or was when its answer was lost. */
  order: z.nullable(Order),
  /** Executions without an answer, one per opportunity, the latest last. They outlive the ticket. */
  unsettled: z.array(Order),
};
export type TicketContext = { [K in keyof typeof context]: z.infer<(typeof context)[K]> };

/** Without a ticket. */
export const closed: Omit<TicketContext, 'unsettled'> = {
  opportunity_id: null,
  amount: null,
  dry_run: null,
  preview: null,
  result: null,
  problem: null,
  refusal: null,
  floor_unchecked: false,
  order: null,
};

/** Expected profit in percent of the amount, null where the preview does not say. */
export const profitPct = ({ expected_profit_pct, expected_profit, amount }: Preview): number | null => {
  if (expected_profit_pct !== null) return expected_profit_pct;
  return expected_profit === null || amount === null || amount <= 0 ? null : (expected_profit / amount) * 100;
};

/** Why a bot refused although it could have executed: its answer shows what it would do now. */
export const refusalOf = ({ code, preview }: Problem) =>
  preview === undefined ? null : (refusal.options.find((known) => known === code) ?? null);

/** Whether it may have been executed. Too many requests: it was not begun. `outcome_unknown`: the bot does not know either. */
export const isLost = (problem: Problem): boolean =>
  problem.code === 'outcome_unknown' || (mayPass(problem) && problem.status !== 429);

/** At most this many opportunities are remembered as perhaps executed. */
const mostUnsettled = 50;
/** The executions without an answer, apart from those of this opportunity. */
const ofOthers = ({ unsettled }: TicketContext, order: Order | null) =>
  unsettled.filter(({ opportunity_id }) => opportunity_id !== order?.opportunity_id);

/** The answer to the order was lost. */
export const lost = (context: TicketContext): Pick<TicketContext, 'unsettled'> => {
  const { order } = context;
  return { unsettled: order === null ? context.unsettled : [...ofOthers(context, order), order].slice(-mostUnsettled) };
};
/** The order was answered. */
export const settled = (context: TicketContext): Pick<TicketContext, 'order' | 'unsettled'> => ({
  order: null,
  unsettled: ofOthers(context, context.order),
});

import { assign, setup } from 'xstate';
import * as z from 'zod/mini';
import { Preview } from '../contract/order.ts';
import { ExecutionResult } from '../contract/trade.ts';
import type { StampedCommand } from '../journal/command.ts';
import type { ClientEvent } from '../journal/event.ts';
import { mayPass, Problem } from '../journal/problem.ts';
import { effect } from './effect.ts';
import { folded, type StateOf } from './folded.ts';
import type { Heard } from './heard.ts';
import { refuse } from './refuse.ts';

type Execute = Extract<StampedCommand, { type: 'ExecuteOpportunity' }>;
type Quote = { readonly opportunity_id: string; readonly amount: number };
type OfQuote = { readonly opportunity_id: string; readonly amount: number | null };
type Failed = { readonly key: string; readonly problem: Problem };

/**
 * Why an opportunity was not executed although it could have been: it pays less than the floor, it was executed since the
 * preview, or an earlier execution of it may have happened. `again: true` allows the last two.
 */
const refusal = z.enum(['below_floor', 'executed_meanwhile', 'unsettled']);

const Order = z.object({
  opportunity_id: z.string(),
  amount: z.optional(z.number()),
  dry_run: z.boolean(),
  expected_profit: z.optional(z.number()),
  min_profit_pct: z.optional(z.number()),
  again: z.optional(z.boolean()),
  key: z.string(),
});
/** An execution as it was commanded; `amount` and `expected_profit` in USD, the floor in percent. */
export type Order = z.infer<typeof Order>;

const context = {
  opportunity_id: z.nullable(z.string()),
  amount: z.nullable(z.number()),
  dry_run: z.nullable(z.boolean()),
  preview: z.nullable(Preview),
  result: z.nullable(ExecutionResult),
  problem: z.nullable(Problem),
  refusal: z.nullable(refusal),
  /** The floor was compared with nothing: the bot has no preview. */
  floor_unchecked: z.boolean(),
  /** What is being executed; in every other state the last one whose answer was lost. It outlives the ticket. */
  order: z.nullable(Order),
};
type Context = { [K in keyof typeof context]: z.infer<(typeof context)[K]> };

const closed: Omit<Context, 'order'> = {
  opportunity_id: null,
  amount: null,
  dry_run: null,
  preview: null,
  result: null,
  problem: null,
  refusal: null,
  floor_unchecked: false,
};

export const ticketEffects = {
  tell: effect<ClientEvent>(),
  preview: effect<Quote>(),
  dropPreview: effect(),
  execute: effect<{ readonly order: Order | null; readonly capabilities: readonly string[] }>(),
};

const quoteOf = ({ opportunity_id, amount }: Context): Quote => ({
  opportunity_id: opportunity_id ?? '',
  amount: amount ?? 0,
});

/** Expected profit in percent of the amount, null where the preview does not say. */
const profitPct = ({ expected_profit_pct, expected_profit, amount }: Preview): number | null => {
  if (expected_profit_pct !== null) return expected_profit_pct;
  return expected_profit === null || amount === null || amount <= 0 ? null : (expected_profit / amount) * 100;
};

const isGuarded = ({ facts }: Heard): boolean => facts.capabilities.includes('execute.guarded');
const isShown = (context: Context, { opportunity_id, amount }: OfQuote): boolean =>
  context.opportunity_id === opportunity_id && (amount === null || context.amount === amount);
const refusalOf = ({ code, preview }: Problem) =>
  preview === undefined ? null : (refusal.options.find((known) => known === code) ?? null);
const withoutPreview: readonly (number | null)[] = [404, 405, 501];

const notLive = {
  type: 'isNotLive',
  params: ({ event }: { event: Execute & Heard }) => ({ dry_run: event.dry_run, mode: event.facts.mode }),
} as const;
const same = { type: 'isSame', params: ({ event }: { event: { key: string } }) => event } as const;
const shown = { type: 'isShown', params: ({ event }: { event: OfQuote }) => event } as const;
const take = { type: 'take', params: ({ event }: { event: Execute & Heard }) => event } as const;
const showPreview = { type: 'showPreview', params: ({ event }: { event: { preview: Preview } }) => event } as const;
const showProblem = { type: 'showProblem', params: ({ event }: { event: { problem: Problem } }) => event } as const;

const failed = ({ event }: { event: Failed }) => event;

/** While one is being executed. The same command again is the same execution. */
const busy = {
  PreviewOpportunity: { actions: refuse('execution_running') },
  ExecuteOpportunity: [{ guard: same }, { actions: refuse('execution_running') }],
} as const;

const answers = {
  ExecutionAnswered: {
    guard: same,
    target: 'executed',
    actions: [
      { type: 'showResult', params: ({ event }: { event: { result: ExecutionResult } }) => event },
      'dropOrder',
    ],
  },
  ExecutionFailed: [
    {
      guard: { type: 'isRefusal', params: failed },
      target: 'previewed',
      actions: [{ type: 'showRefusal', params: failed }, 'dropOrder'],
    },
    { guard: { type: 'isLost', params: failed }, target: 'unsettled', actions: showProblem },
    { guard: same, target: 'failed', actions: [showProblem, 'dropOrder'] },
  ],
} as const;

const machine = setup({
  types: {} as { context: Context; events: Heard },
  guards: {
    isNotLive: (_, { dry_run, mode }: { dry_run: boolean; mode: string | null }) => !dry_run && mode !== 'live',
    isSame: ({ context }, { key }: { key: string }) => context.order?.key === key,
    mayHaveHappened: ({ context }, { opportunity_id, again }: Execute) =>
      context.order?.opportunity_id === opportunity_id && again !== true,
    /** The bot compares no floor, so the preview is made again and compared here. */
    mustQuote: ({ event }, { amount, min_profit_pct }: Execute) =>
      min_profit_pct !== undefined && amount !== undefined && !isGuarded(event),
    hasUncheckedFloor: ({ event }, { min_profit_pct }: Execute) => min_profit_pct !== undefined && !isGuarded(event),
    isShown: ({ context }, quote: OfQuote) => isShown(context, quote),
    isBelowFloor: ({ context }, { preview, ...quote }: OfQuote & { preview: Preview }) =>
      isShown(context, quote) &&
      (profitPct(preview) ?? Number.POSITIVE_INFINITY) < (context.order?.min_profit_pct ?? Number.NEGATIVE_INFINITY),
    hasNoPreview: ({ context }, { problem, ...quote }: OfQuote & { problem: Problem }) =>
      isShown(context, quote) && withoutPreview.includes(problem.status),
    isRefusal: ({ context }, { key, problem }: Failed) => context.order?.key === key && refusalOf(problem) !== null,
    // Too many requests: it was not begun. After `outcome_unknown` the bot itself does not know.
    isLost: ({ context }, { key, problem }: Failed) =>
      context.order?.key === key &&
      (problem.code === 'outcome_unknown' || (mayPass(problem) && problem.status !== 429)),
  },
  actions: {
    ...ticketEffects,
    close: assign(closed),
    dropOrder: assign({ order: null }),
    quote: assign((_, { opportunity_id, amount }: Quote) => ({ ...closed, opportunity_id, amount })),
    take: assign(({ context }, { type: _, at: __, facts: ___, ...order }: Execute & Heard) => ({
      ...closed,
      opportunity_id: order.opportunity_id,
      amount: order.amount ?? null,
      dry_run: order.dry_run,
      preview: context.opportunity_id === order.opportunity_id ? context.preview : null,
      order,
    })),
    noteNoFloor: assign({ floor_unchecked: true }),
    noteFloor: assign((_, { preview }: { preview: Preview }) => ({ floor_unchecked: profitPct(preview) === null })),
    showPreview: assign((_, { preview }: { preview: Preview }) => ({ preview })),
    showRefusal: assign((_, { problem }: Failed) => ({
      preview: problem.preview ?? null,
      refusal: refusalOf(problem),
    })),
    noteBelowFloor: assign({ refusal: 'below_floor' }),
    noteUnsettled: assign({ refusal: 'unsettled' }),
    showProblem: assign((_, { problem }: { problem: Problem }) => ({ problem })),
    showResult: assign((_, { result }: { result: ExecutionResult }) => ({ result })),
  },
}).createMachine({
  id: 'ticket',
  context: { ...closed, order: null },
  on: {
    PreviewOpportunity: {
      target: '.previewing',
      reenter: true,
      actions: { type: 'quote', params: ({ event }) => event },
    },
    ExecuteOpportunity: [
      { guard: notLive, actions: refuse('not_live') },
      { guard: same, target: '.executing', actions: take },
      {
        guard: { type: 'mayHaveHappened', params: ({ event }) => event },
        actions: ['noteUnsettled', refuse('execution_unsettled')],
      },
      {
        guard: { type: 'mustQuote', params: ({ event }) => event },
        target: '.requoting',
        actions: take,
      },
      {
        guard: { type: 'hasUncheckedFloor', params: ({ event }) => event },
        target: '.executing',
        actions: [take, 'noteNoFloor'],
      },
      { target: '.executing', actions: take },
    ],
    CloseTicket: { target: '.closed', actions: 'close' },
  },
  initial: 'closed',
  states: {
    closed: {},
    previewing: {
      entry: { type: 'preview', params: ({ context }) => quoteOf(context) },
      exit: 'dropPreview',
      on: {
        PreviewLoaded: { guard: shown, target: 'previewed', actions: showPreview },
        PreviewFailed: { guard: shown, target: 'failed', actions: showProblem },
        ClientStopped: { target: 'closed', actions: 'close' },
        ClientStarted: { target: 'closed', actions: 'close' },
      },
    },
    previewed: {},
    requoting: {
      entry: { type: 'preview', params: ({ context }) => quoteOf(context) },
      exit: 'dropPreview',
      on: {
        ...busy,
        PreviewLoaded: [
          {
            guard: { type: 'isBelowFloor', params: ({ event }) => event },
            target: 'previewed',
            actions: [showPreview, 'noteBelowFloor', 'dropOrder'],
          },
          {
            guard: shown,
            target: 'executing',
            actions: [showPreview, { type: 'noteFloor', params: ({ event }) => event }],
          },
        ],
        PreviewFailed: [
          {
            guard: { type: 'hasNoPreview', params: ({ event }) => event },
            target: 'executing',
            actions: 'noteNoFloor',
          },
          { guard: shown, target: 'failed', actions: [showProblem, 'dropOrder'] },
        ],
        CloseTicket: { target: 'closed', actions: ['close', 'dropOrder'] },
        ClientStopped: { target: 'closed', actions: ['close', 'dropOrder'] },
        ClientStarted: { target: 'closed', actions: ['close', 'dropOrder'] },
      },
    },
    executing: {
      entry: {
        type: 'execute',
        params: ({ context, event }) => ({ order: context.order, capabilities: event.facts.capabilities }),
      },
      on: {
        ...busy,
        ...answers,
        CloseTicket: {},
        ClientStopped: 'unsettled',
        ClientStarted: 'unsettled',
      },
    },
    /** It may have been executed: the same command again asks the bot under the same key. */
    unsettled: { on: answers },
    executed: {},
    failed: {},
  },
});

export const ticket = folded(machine, context);
export type TicketState = StateOf<typeof machine>;

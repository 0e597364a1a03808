import { assign, setup } from 'xstate';
import * as z from 'zod/mini';
import { Preview } from '../contract/order.ts';
import { ExecutionResult } from '../contract/trade.ts';
import { ExecutionOrder, type StampedCommand } from '../journal/command.ts';
import type { ClientEvent } from '../journal/event.ts';
import { mayBeDone, Problem } from '../journal/problem.ts';
import { previews } from '../rules/limits.ts';
import { effect, folded, type MachineEvent, refuse, type StateOf, withMessage } from './folded.ts';

/**
 * Why an opportunity was not executed although it could have been: it pays less than the floor, it was executed since the
 * preview, or an earlier execution of it may have happened. `again: true` allows the last two.
 */
const refusal = z.enum(['below_floor', 'executed_meanwhile', 'unsettled']);

/** `amount` in USD; `problem`: of the last call. */
const context = {
  opportunity_id: z.nullable(z.string()),
  amount: z.nullable(z.number()),
  dry_run: z.nullable(z.boolean()),
  preview: z.nullable(Preview),
  result: z.nullable(ExecutionResult),
  problem: z.nullable(Problem),
  /** Kept while the previews go on, until the amount or the opportunity changes or another order is sent. */
  refusal: z.nullable(refusal),
  /** The preview that was shown when the refused order was sent. */
  refused: z.nullable(Preview),
  /** The floor was compared with nothing: the bot has no preview. */
  floor_unchecked: z.boolean(),
  /** The execution under way, or the one whose answer was lost. */
  order: z.nullable(ExecutionOrder),
  /** Executions without an answer, one per opportunity, the latest last. They outlive the ticket. */
  unsettled: z.array(ExecutionOrder),
  /** False once a bot without extensions has refused a preview; then none is requested until the next connection. */
  has_previews: z.boolean(),
};
type Context = { [K in keyof typeof context]: z.infer<(typeof context)[K]> };

/** Without a ticket. */
const closed: Omit<Context, 'unsettled' | 'has_previews'> = {
  opportunity_id: null,
  amount: null,
  dry_run: null,
  preview: null,
  result: null,
  problem: null,
  refusal: null,
  refused: null,
  floor_unchecked: false,
  order: null,
};

/** Expected profit in percent of the amount, null where the preview does not say. */
const profitPct = ({ expected_profit_pct, expected_profit, amount }: Preview): number | null => {
  if (expected_profit_pct !== null) return expected_profit_pct;
  return expected_profit === null || amount === null || amount <= 0 ? null : (expected_profit / amount) * 100;
};

/** Refusals of an executable order: the answer contains the present preview. */
const refusalOf = ({ code, preview }: Problem) =>
  preview === undefined ? null : (refusal.options.find((known) => known === code) ?? null);

/** At most this many opportunities are remembered as perhaps executed. */
const mostUnsettled = 50;
/** Unanswered executions of other opportunities. */
const ofOthers = ({ unsettled }: Context, order: ExecutionOrder | null) =>
  unsettled.filter(({ opportunity_id }) => opportunity_id !== order?.opportunity_id);

/** The answer to the order was lost. */
const lost = (context: Context): Pick<Context, 'unsettled'> => {
  const { order } = context;
  return { unsettled: order === null ? context.unsettled : [...ofOthers(context, order), order].slice(-mostUnsettled) };
};
/** The order was answered. */
const settled = (context: Context): Pick<Context, 'order' | 'unsettled'> => ({
  order: null,
  unsettled: ofOthers(context, context.order),
});

type Execute = Extract<StampedCommand, { type: 'ExecuteOpportunity' }>;
type Quote = { readonly opportunity_id: string; readonly amount: number };
type OfQuote = { readonly opportunity_id: string; readonly amount: number | null };
type Failed = { readonly key: string; readonly problem: Problem };

export const ticketEffects = {
  emit: effect<ClientEvent>(),
  preview: effect<Quote>(),
  abortPreview: effect(),
  execute: effect<{ readonly order: ExecutionOrder | null; readonly capabilities: readonly string[] }>(),
};

const quoteOf = ({ context: { opportunity_id, amount } }: { context: Context }): Quote => ({
  opportunity_id: opportunity_id ?? '',
  amount: amount ?? 0,
});

const isGuarded = ({ facts }: MachineEvent): boolean => facts.capabilities.includes('execute.guarded');
const isShown = (context: Context, { opportunity_id, amount }: OfQuote): boolean =>
  context.opportunity_id === opportunity_id && (amount === null || context.amount === amount);
const withoutPreview: readonly (number | null)[] = [404, 405, 501];
/** A bot that speaks only the spec has no previews at all; any other one may lack this one. */
const refusesPreviews = ({ facts }: MachineEvent, { status }: Problem): boolean =>
  facts.answered && facts.capabilities.length === 0 && withoutPreview.includes(status);

/**
 * While a preview is shown, it is requested again a second after each answer; one that is not answered in time is dropped.
 * Without a preview (`unpriced`) the requests go on while the bot is connected.
 */
const polled = {
  exit: 'abortPreview',
  after: {
    pollEvery: { guard: 'hasPreview', actions: { type: 'preview', params: quoteOf } },
    pollWithin: { guard: 'hasPreview', target: 'previewing', actions: 'dropPreview' },
  },
} as const;

/** Previews beside the outcome of an order. */
const repriced = <const T extends string>(state: T) =>
  ({
    ...polled,
    on: {
      PreviewLoaded: {
        guard: withMessage('isShown'),
        target: state,
        reenter: true,
        actions: withMessage('showPreview'),
      },
      PreviewFailed: { guard: withMessage('isShown'), target: 'unpriced', actions: withMessage('showNoPreview') },
    },
  }) as const;

/** While one is being executed. The same command again is the same execution. */
const busy = {
  PreviewOpportunity: { actions: refuse('execution_running') },
  ExecuteOpportunity: [{ guard: withMessage('isSame') }, { actions: refuse('execution_running') }],
} as const;

/** No state that waits for a call or a timer outlives the client that makes them. */
const whenStopped = <const T>(transition: T) => ({ ClientStopped: transition, ClientStarted: transition });

const answers = {
  ExecutionAnswered: {
    guard: withMessage('isSame'),
    target: 'executed',
    actions: [withMessage('showResult'), 'settle'],
  },
  ExecutionFailed: [
    { guard: withMessage('isRefusal'), target: 'previewed', actions: [withMessage('showRefusal'), 'settle'] },
    { guard: withMessage('isLost'), target: 'unsettled', actions: [withMessage('showProblem'), 'markUnsettled'] },
    { guard: withMessage('isSame'), target: 'failed', actions: [withMessage('showProblem'), 'settle'] },
  ],
} as const;

const machine = setup({
  types: {} as { context: Context; events: MachineEvent },
  guards: {
    isNotLive: (_, { dry_run, facts }: Execute & MachineEvent) => !dry_run && facts.mode !== 'live',
    lacksWord: (_, { dry_run, confirm }: Execute) => !dry_run && confirm !== 'LIVE',
    isSame: ({ context }, { key }: { key: string }) => context.order?.key === key,
    isUnsettled: ({ context }, { key }: { key: string }) => context.unsettled.some((order) => order.key === key),
    mayHaveHappened: ({ context }, { opportunity_id, again }: Execute) =>
      again !== true && context.unsettled.some((order) => order.opportunity_id === opportunity_id),
    /** The bot compares no floor, so the preview is made again and compared here. */
    mustQuote: ({ event }, { amount, min_profit_pct }: Execute) =>
      min_profit_pct !== undefined && amount !== undefined && !isGuarded(event),
    hasUncheckedFloor: ({ event }, { min_profit_pct }: Execute) => min_profit_pct !== undefined && !isGuarded(event),
    isShown: ({ context }, quote: OfQuote) => isShown(context, quote),
    hasPreview: ({ context }) => context.preview !== null,
    lacksPreviews: ({ context }) => !context.has_previews,
    mayPreview: ({ context, event }) => context.has_previews && event.facts.connected,
    isBelowFloor: ({ context }, { preview, ...quote }: OfQuote & { preview: Preview }) =>
      isShown(context, quote) &&
      (profitPct(preview) ?? Number.POSITIVE_INFINITY) < (context.order?.min_profit_pct ?? Number.NEGATIVE_INFINITY),
    hasNoPreview: ({ context }, { problem, ...quote }: OfQuote & { problem: Problem }) =>
      isShown(context, quote) && withoutPreview.includes(problem.status),
    isRefusal: ({ context }, { key, problem }: Failed) => context.order?.key === key && refusalOf(problem) !== null,
    isLost: ({ context }, { key, problem }: Failed) => context.order?.key === key && mayBeDone(problem),
  },
  actions: {
    ...ticketEffects,
    close: assign(closed),
    markUnsettled: assign(({ context }) => lost(context)),
    settle: assign(({ context }) => settled(context)),
    dropOrder: assign({ order: null }),
    restoreOrders: assign(({ context }, { orders }: { orders: readonly ExecutionOrder[] }) => ({
      unsettled: [...orders, ...context.unsettled].slice(-mostUnsettled),
    })),
    allowPreviews: assign({ has_previews: true }),
    quote: assign((_, { opportunity_id, amount }: Quote) => ({ ...closed, opportunity_id, amount })),
    setOrder: assign(
      ({ context }, { type: _, at: __, facts: ___, confirm: ____, ...order }: Execute & MachineEvent) => ({
        ...closed,
        opportunity_id: order.opportunity_id,
        amount: order.amount ?? null,
        dry_run: order.dry_run,
        preview: context.opportunity_id === order.opportunity_id ? context.preview : null,
        order,
      }),
    ),
    noteNoFloor: assign({ floor_unchecked: true }),
    noteFloor: assign((_, { preview }: { preview: Preview }) => ({ floor_unchecked: profitPct(preview) === null })),
    showPreview: assign((_, { preview }: { preview: Preview }) => ({ preview })),
    dropPreview: assign({ preview: null }),
    clearProblem: assign({ problem: null }),
    showNoPreview: assign(({ context, event }, { problem }: { problem: Problem }) => ({
      problem,
      preview: null,
      has_previews: context.has_previews && !refusesPreviews(event, problem),
    })),
    showRefusal: assign(({ context }, { problem }: Failed) => ({
      preview: problem.preview ?? null,
      refusal: refusalOf(problem),
      refused: context.preview,
    })),
    noteBelowFloor: assign(({ context }) => ({ refusal: 'below_floor', refused: context.preview })),
    noteUnsettled: assign(({ context }) => ({ refusal: 'unsettled', refused: context.preview })),
    showProblem: assign((_, { problem }: { problem: Problem }) => ({ problem })),
    showResult: assign((_, { result }: { result: ExecutionResult }) => ({ result })),
  },
  delays: { pollEvery: previews.every_ms, pollWithin: previews.every_ms + previews.within_ms },
}).createMachine({
  id: 'ticket',
  context: { ...closed, unsettled: [], has_previews: true },
  on: {
    Connected: { actions: 'allowPreviews' },
    CommandsRestored: { actions: withMessage('restoreOrders') },
    PreviewOpportunity: [
      { guard: 'lacksPreviews', target: '.unpriced', actions: withMessage('quote') },
      { target: '.previewing', actions: withMessage('quote') },
    ],
    ExecuteOpportunity: [
      { guard: withMessage('isNotLive'), actions: refuse('not_live') },
      { guard: withMessage('lacksWord'), actions: refuse('live_unconfirmed') },
      { guard: withMessage('isUnsettled'), target: '.executing', actions: withMessage('setOrder') },
      { guard: withMessage('mayHaveHappened'), actions: ['noteUnsettled', refuse('execution_unsettled')] },
      { guard: withMessage('mustQuote'), target: '.requoting', actions: withMessage('setOrder') },
      {
        guard: withMessage('hasUncheckedFloor'),
        target: '.executing',
        actions: [withMessage('setOrder'), 'noteNoFloor'],
      },
      { target: '.executing', actions: withMessage('setOrder') },
    ],
    CloseTicket: { target: '.closed', actions: 'close' },
    ...whenStopped({ target: '.closed', actions: 'close' }),
  },
  initial: 'closed',
  states: {
    closed: {},
    previewing: {
      entry: { type: 'preview', params: quoteOf },
      exit: 'abortPreview',
      on: {
        PreviewOpportunity: { guard: withMessage('isShown') },
        PreviewLoaded: {
          guard: withMessage('isShown'),
          target: 'previewed',
          actions: withMessage('showPreview'),
        },
        PreviewFailed: { guard: withMessage('isShown'), target: 'unpriced', actions: withMessage('showNoPreview') },
      },
    },
    /** A repeated request of one preview keeps the shown one until its answer. */
    previewed: {
      ...repriced('previewed'),
      on: {
        ...repriced('previewed').on,
        PreviewOpportunity: { guard: withMessage('isShown'), actions: { type: 'preview', params: quoteOf } },
      },
    },
    unpriced: {
      exit: 'abortPreview',
      after: {
        pollEvery: [
          { guard: 'mayPreview', actions: { type: 'preview', params: quoteOf } },
          { target: 'unpriced', reenter: true },
        ],
      },
      on: {
        PreviewOpportunity: { guard: withMessage('isShown') },
        PreviewLoaded: {
          guard: withMessage('isShown'),
          target: 'previewed',
          actions: ['clearProblem', withMessage('showPreview')],
        },
        PreviewFailed: {
          guard: withMessage('isShown'),
          target: 'unpriced',
          reenter: true,
          actions: withMessage('showNoPreview'),
        },
      },
    },
    requoting: {
      entry: { type: 'preview', params: quoteOf },
      exit: 'abortPreview',
      on: {
        ...busy,
        PreviewLoaded: [
          {
            guard: withMessage('isBelowFloor'),
            target: 'previewed',
            actions: ['noteBelowFloor', withMessage('showPreview'), 'dropOrder'],
          },
          {
            guard: withMessage('isShown'),
            target: 'executing',
            actions: [withMessage('showPreview'), withMessage('noteFloor')],
          },
        ],
        PreviewFailed: [
          { guard: withMessage('hasNoPreview'), target: 'executing', actions: 'noteNoFloor' },
          { guard: withMessage('isShown'), target: 'failed', actions: [withMessage('showProblem'), 'dropOrder'] },
        ],
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
        ...whenStopped({ target: 'unsettled', actions: 'markUnsettled' }),
      },
    },
    /** It may have been executed: the same command again asks the bot under the same key, and a preview of it would hide that. */
    unsettled: { on: { ...answers, PreviewOpportunity: { guard: withMessage('isShown') }, ...whenStopped({}) } },
    executed: repriced('executed'),
    failed: repriced('failed'),
  },
});

export const ticket = folded(machine, context);
export type TicketState = StateOf<typeof machine>;

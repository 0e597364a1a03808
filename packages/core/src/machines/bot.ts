import { assign, setup } from 'xstate';
import * as z from 'zod/mini';
import type { StartParameters } from '../contract/bot.ts';
import { BotStatus } from '../contract/bot-status.ts';
import { type BotAction, botAction, KillOutcome } from '../journal/bot-action.ts';
import type { ClientEvent } from '../journal/event.ts';
import { Problem } from '../journal/problem.ts';
import { type Lifecycle, lifecycleOf } from '../rules/bot-condition.ts';
import { kill } from '../rules/limits.ts';
import { effect, folded, type MachineEvent, refuse, type StateOf, withMessage } from './folded.ts';

/** An update merged into the known status. A bot that names its market source sends whole records; another may send changed fields only. */
const merge = (known: BotStatus | null, update: BotStatus): BotStatus => {
  if (known === null || update.market_source !== null) return update;
  const merged: BotStatus = { ...known };
  for (const [field, value] of Object.entries(update)) {
    if (value !== null && !(Array.isArray(value) && value.length === 0)) Object.assign(merged, { [field]: value });
  }
  return merged;
};

/** A kill that is repeated until the bot answers. Moments are epoch milliseconds. */
const Kill = z.object({
  sent_at: z.number(),
  key: z.string(),
  reason: z.nullable(z.string()),
  tries: z.number(),
  confirmed_at: z.nullable(z.number()),
  /** Result of a confirmed kill, if the bot states it. */
  outcome: z.optional(KillOutcome),
  problem: z.nullable(Problem),
});

const Pending = z.object({
  action: botAction,
  since: z.number(),
  phase: z.enum(['pending', 'failed']),
  problem: z.nullable(Problem),
});

/** `status` null until known; `status_at` (epoch ms) is when it was true. `pending`: the last command without a success. */
const context = {
  status: z.nullable(BotStatus),
  status_at: z.nullable(z.number()),
  pending: z.nullable(Pending),
  message: z.nullable(z.string()),
  kill: z.nullable(Kill),
};
type Context = { [K in keyof typeof context]: z.infer<(typeof context)[K]> };
const initial: Context = { status: null, status_at: null, pending: null, message: null, kill: null };

type Keyed = { readonly key: string };
type Reported = Extract<MachineEvent, { type: 'BotStatusLoaded' | 'BotStatusReported' }>;
const isReport = (event: MachineEvent): event is Reported =>
  event.type === 'BotStatusLoaded' || event.type === 'BotStatusReported';
type Worded = Extract<MachineEvent, { type: 'StartBot' | 'RestartBot' }>;
type Starting = Keyed & { readonly parameters?: StartParameters | undefined };

export const botEffects = {
  emit: effect<ClientEvent>(),
  start: effect<Starting>(),
  restart: effect<Starting>(),
  stop: effect<Keyed & { readonly cancel_orders?: boolean | undefined }>(),
  reset: effect<Keyed>(),
  /** One try of a kill, the same key for each. */
  kill: effect<Keyed & { readonly reason: string | null; readonly tries: number }>(),
  /** Ends the call under way, whose outcome is then unknown. */
  abort: effect(),
  keepKill: effect<Context['kill']>(),
  forgetKill: effect(),
  restoreKill: effect(),
};

const statusAfter = (context: Context, { type, status }: Reported): BotStatus =>
  type === 'BotStatusLoaded' ? status : merge(context.status, status);

const busy = { actions: refuse('busy') };
const killRunning = { actions: refuse('kill_running') };

const is = <S extends Exclude<Lifecycle, 'unknown'>>(state: S) =>
  ({ guard: { type: 'isLifecycle', params: { state } }, target: state }) as const;
/** The status is merged first; `unknown` then chooses the lifecycle, and is left only for one that this client knows. */
const reported = { target: '.unknown', actions: 'setStatus' } as const;

const ofAction = (action: BotAction) => ({ type: 'isOf', params: { action } }) as const;
/** Its answer ends the command. */
const answeredBy = (action: BotAction) => ({
  BotActionDone: { guard: ofAction(action), target: 'ready', actions: withMessage('succeed') },
  BotActionFailed: { guard: ofAction(action), target: 'ready', actions: withMessage('fail') },
});

type Sent<T extends MachineEvent['type']> = { event: Extract<MachineEvent, { type: T }> };
const begin = (action: BotAction) => ({ type: 'begin', params: { action } }) as const;
const request = <const T extends string, const A extends 'start' | 'restart' | 'stop' | 'reset'>(
  target: T,
  action: A,
) => ({ target, actions: [begin(action), withMessage(action)] }) as const;
/** Without the word nothing trades real money; an unknown mode may be live. */
const unworded = { guard: withMessage('lacksWord'), actions: refuse('live_unconfirmed') } as const;
const start = request('starting', 'start');
const stop = request('stopping', 'stop');
const killing = {
  target: 'killing',
  actions: [
    'abort',
    begin('kill'),
    {
      type: 'beginKill',
      params: ({ event }: Sent<'KillBot'>) => ({ ...event, reason: event.reason ?? null, sent_at: event.at }),
    },
    { type: 'keepKill', params: ({ context }: { context: Context }) => context.kill },
  ],
} as const;
const abandon = {
  type: 'emit',
  params: ({ context: { pending } }: { context: Context }): ClientEvent => ({
    type: 'BotActionAborted',
    action: pending?.action ?? 'start',
  }),
} as const;
/** A kill or a stop ends the running command. Its outcome is then unknown, so the status is loaded again. */
const supersededByKill = { ...killing, actions: [abandon, ...killing.actions] } as const;
const supersededByStop = { ...stop, actions: [abandon, ...stop.actions] } as const;

const waiting = { StartBot: busy, RestartBot: busy, ResetKill: busy } as const;
/** While another command is under way. */
const whileBusy = {
  ...waiting,
  StopBot: supersededByStop,
  KillBot: [{ guard: 'lacksKill', ...supersededByStop }, supersededByKill],
} as const;
/** While a stop is under way: a second one is the same. */
const whileStopping = { ...waiting, KillBot: [{ guard: 'lacksKill' }, supersededByKill] } as const;
/** While a kill is under way: a second one is the same. */
const whileKilling = { StartBot: killRunning, StopBot: killRunning, RestartBot: killRunning, ResetKill: killRunning };

const machine = setup({
  types: {} as { context: Context; events: MachineEvent },
  guards: {
    isLifecycle: ({ context: { status } }, { state }: { state: Lifecycle }) =>
      status !== null && lifecycleOf(status) === state,
    runsInError: ({ context: { status } }) => status?.bot_status === 'error' && status.is_running === true,
    isRunning: ({ context: { status } }) => status?.is_running === true,
    isStopped: ({ context: { status } }) => status !== null && lifecycleOf(status) === 'stopped',
    lacksKill: ({ event: { facts } }) => facts.answered && !facts.capabilities.includes('bot.kill'),
    lacksWord: (_, { confirm, facts }: Worded) => facts.mode !== 'paper' && confirm !== 'LIVE',
    isOf: ({ event }, { action }: { action: BotAction }) => 'action' in event && event.action === action,
  },
  actions: {
    ...botEffects,
    setStatus: assign(({ context, event }) =>
      isReport(event) ? { status: statusAfter(context, event), status_at: event.at } : {},
    ),
    begin: assign(({ event }, { action }: { action: BotAction }) => ({
      pending: { action, since: event.at, phase: 'pending', problem: null },
      message: null,
      kill: null,
    })),
    succeed: assign((_, { message }: { message: string | null }) => ({ pending: null, message })),
    fail: assign(({ context: { pending } }, { problem }: { problem: Problem }) => ({
      pending: pending && { ...pending, phase: 'failed', problem },
    })),
    drop: assign({ pending: null }),
    beginKill: assign((_, { key, reason, sent_at }: Keyed & { reason: string | null; sent_at: number }) => ({
      kill: { sent_at, key, reason, tries: 0, confirmed_at: null, problem: null },
    })),
    countTry: assign(({ context }) => ({ kill: context.kill && { ...context.kill, tries: context.kill.tries + 1 } })),
    missKill: assign(({ context }, { problem }: { problem: Problem }) => ({
      kill: context.kill && { ...context.kill, problem },
    })),
    confirmKill: assign(({ context, event }, { killed }: { killed?: z.infer<typeof KillOutcome> | undefined }) => ({
      kill: context.kill && {
        ...context.kill,
        confirmed_at: event.at,
        problem: null,
        ...(killed === undefined ? {} : { outcome: killed }),
      },
    })),
    dropKill: assign({ kill: null }),
  },
  delays: {
    nextTry: ({ context }) => kill.tries_after_ms[(context.kill?.tries ?? 1) - 1] ?? kill.then_every_ms,
  },
}).createMachine({
  id: 'bot',
  context: initial,
  type: 'parallel',
  states: {
    lifecycle: {
      initial: 'unknown',
      on: { BotStatusLoaded: reported, BotStatusReported: reported },
      states: {
        unknown: { always: [is('running'), is('stopped'), is('starting'), is('stopping'), is('error')] },
        stopped: {},
        starting: {},
        running: {},
        stopping: {},
        error: {},
      },
    },
    command: {
      initial: 'ready',
      on: {
        ClientStarted: { target: '.ready', actions: ['drop', 'dropKill', 'restoreKill'] },
        ClientStopped: { target: '.ready', actions: ['abort', 'drop', 'dropKill'] },
        KillRestored: { target: '.killing', actions: [begin('kill'), withMessage('beginKill')] },
      },
      states: {
        ready: {
          on: {
            StartBot: [
              { guard: 'runsInError', actions: refuse('running_in_error') },
              { guard: 'isRunning', actions: refuse('already_running') },
              unworded,
              start,
            ],
            RestartBot: [unworded, request('restarting', 'restart')],
            StopBot: [{ guard: 'isStopped', actions: refuse('already_stopped') }, stop],
            ResetKill: request('resetting', 'reset'),
            KillBot: [{ guard: 'lacksKill', ...stop }, killing],
            StopTryingKill: { actions: ['drop', 'dropKill'] },
          },
        },
        starting: { on: { ...whileBusy, ...answeredBy('start') } },
        restarting: { on: { ...whileBusy, ...answeredBy('restart') } },
        resetting: { on: { ...whileBusy, ...answeredBy('reset') } },
        stopping: { on: { ...whileStopping, ...answeredBy('stop') } },
        killing: {
          entry: [
            'countTry',
            {
              type: 'kill',
              params: ({ context: { kill: sent } }) => ({
                key: sent?.key ?? '',
                reason: sent?.reason ?? null,
                tries: sent?.tries ?? 1,
              }),
            },
          ],
          on: {
            ...whileKilling,
            KillUnanswered: { actions: withMessage('missKill') },
            BotActionDone: {
              guard: ofAction('kill'),
              target: 'ready',
              actions: [withMessage('succeed'), withMessage('confirmKill'), 'forgetKill'],
            },
            BotActionFailed: {
              guard: ofAction('kill'),
              target: 'ready',
              actions: [withMessage('fail'), withMessage('missKill'), 'forgetKill'],
            },
            StopTryingKill: { target: 'ready', actions: ['drop', 'dropKill', 'forgetKill'] },
          },
          after: { nextTry: { target: 'killing', reenter: true } },
        },
      },
    },
  },
});

/** Lifecycle of the bot, and the running command. A kill ends any command; a stop ends a start, restart or reset. */
export const bot = folded(machine, context);
export type BotState = StateOf<typeof machine>;

import { assign, setup } from 'xstate';
import type * as z from 'zod/mini';
import type { BotAction, KillOutcome } from '../journal/event.ts';
import type { Problem } from '../journal/problem.ts';
import { kill } from '../rules/limits.ts';
import { type Lifecycle, lifecycleOf, type TradingState, tradingStateOf } from './bot-status.ts';
import {
  answeredBy,
  begin,
  botEffects,
  type Context,
  context,
  initial,
  isReport,
  type Keyed,
  killing,
  reportedLifecycle,
  reportedTrading,
  restart,
  start,
  statusAfter,
  stop,
  whileBusy,
  whileKilling,
  whileStopping,
} from './bot-transitions.ts';
import { folded, type StateOf } from './folded.ts';
import { type MachineEvent, refuse, withMessage } from './protocol.ts';

const machine = setup({
  types: {} as { context: Context; events: MachineEvent },
  guards: {
    isLifecycle: ({ context, event }, { state }: { state: Lifecycle }) =>
      isReport(event) && lifecycleOf(statusAfter(context, event)) === state,
    isTrading: ({ context, event }, { state }: { state: TradingState }) =>
      isReport(event) && tradingStateOf(statusAfter(context, event)) === state,
    runsInError: ({ context: { status } }) => status?.bot_status === 'error' && status.is_running === true,
    isRunning: ({ context: { status } }) => status?.is_running === true,
    isStopped: ({ context: { status } }) => status !== null && lifecycleOf(status) === 'stopped',
    lacksKill: ({ event: { facts } }) => facts.answered && !facts.capabilities.includes('bot.kill'),
    isOf: (_, { action, of }: { action: string; of: string }) => action === of,
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
      on: { BotStatusLoaded: reportedLifecycle, BotStatusReported: reportedLifecycle },
      states: { unknown: {}, stopped: {}, starting: {}, running: {}, stopping: {}, error: {} },
    },
    trading: {
      initial: 'unknown',
      on: { BotStatusLoaded: reportedTrading, BotStatusReported: reportedTrading },
      states: { unknown: {}, active: {}, reducing: {}, halted: {} },
    },
    command: {
      initial: 'ready',
      on: {
        ClientStarted: { target: '.ready', actions: ['drop', 'dropKill', 'restoreKill'] },
        ClientStopped: { target: '.ready', actions: ['abort', 'drop', 'dropKill'] },
        KillRestored: {
          target: '.killing',
          actions: [begin('kill'), withMessage('beginKill')],
        },
      },
      states: {
        ready: {
          on: {
            StartBot: [
              { guard: 'runsInError', actions: refuse('running_in_error') },
              { guard: 'isRunning', actions: refuse('already_running') },
              start,
            ],
            RestartBot: restart,
            StopBot: [{ guard: 'isStopped', actions: refuse('already_stopped') }, stop],
            ResetKill: {
              target: 'resetting',
              actions: [begin('reset'), withMessage('reset')],
            },
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
              guard: { type: 'isOf', params: ({ event }) => ({ action: 'kill', of: event.action }) },
              target: 'ready',
              actions: [withMessage('succeed'), withMessage('confirmKill'), 'forgetKill'],
            },
            BotActionFailed: {
              guard: { type: 'isOf', params: ({ event }) => ({ action: 'kill', of: event.action }) },
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

/** Lifecycle and trading state of the bot, and the running command. A kill ends any command; a stop ends a start, restart or reset. */
export const bot = folded(machine, context);
export type BotState = StateOf<typeof machine>;

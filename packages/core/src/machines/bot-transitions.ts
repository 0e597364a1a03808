import * as z from 'zod/mini';
import { BotStatus, type StartParameters } from '../contract/bot.ts';
import { type BotAction, botAction, type ClientEvent, KillOutcome } from '../journal/event.ts';
import { Problem } from '../journal/problem.ts';
import { type Lifecycle, mergedStatus, type TradingState } from './bot-status.ts';
import { effect, type MachineEvent, refuse, withMessage } from './protocol.ts';

/** A kill that is repeated until the bot answers. Moments are epoch milliseconds. */
const Kill = z.object({
  sent_at: z.number(),
  key: z.string(),
  reason: z.nullable(z.string()),
  tries: z.number(),
  confirmed_at: z.nullable(z.number()),
  /** What a confirmed kill has done, from a bot that says so. */
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
export const context = {
  status: z.nullable(BotStatus),
  status_at: z.nullable(z.number()),
  pending: z.nullable(Pending),
  message: z.nullable(z.string()),
  kill: z.nullable(Kill),
};
export type Context = { [K in keyof typeof context]: z.infer<(typeof context)[K]> };
export const initial: Context = { status: null, status_at: null, pending: null, message: null, kill: null };

export type Keyed = { readonly key: string };
type Reported = Extract<MachineEvent, { type: 'BotStatusLoaded' | 'BotStatusReported' }>;
export const isReport = (event: MachineEvent): event is Reported =>
  event.type === 'BotStatusLoaded' || event.type === 'BotStatusReported';
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

export const statusAfter = (context: Context, { type, status }: Reported): BotStatus =>
  type === 'BotStatusLoaded' ? status : mergedStatus(context.status, status);

const busy = { actions: refuse('busy') };
const killRunning = { actions: refuse('kill_running') };

const lifecycle = <S extends Lifecycle>(state: S) =>
  ({ guard: { type: 'isLifecycle', params: { state } }, target: `.${state}`, actions: 'setStatus' }) as const;
export const reportedLifecycle = [
  lifecycle('running'),
  lifecycle('stopped'),
  lifecycle('starting'),
  lifecycle('stopping'),
  lifecycle('error'),
  { target: '.unknown', actions: 'setStatus' },
] as const;

const trading = <S extends TradingState>(state: S) =>
  ({ guard: { type: 'isTrading', params: { state } }, target: `.${state}` }) as const;
export const reportedTrading = [trading('halted'), trading('reducing'), { target: '.active' }] as const;

export const answeredBy = (action: BotAction) => ({
  BotActionDone: {
    guard: { type: 'isOf' as const, params: ({ event }: { event: Answer }) => ({ action, of: event.action }) },
    target: 'ready',
    actions: withMessage('succeed'),
  },
  BotActionFailed: {
    guard: { type: 'isOf' as const, params: ({ event }: { event: Answer }) => ({ action, of: event.action }) },
    target: 'ready',
    actions: withMessage('fail'),
  },
});
type Answer = { readonly action: BotAction };

type Sent<T extends MachineEvent['type']> = { event: Extract<MachineEvent, { type: T }> };
export const begin = (action: BotAction) => ({ type: 'begin', params: { action } }) as const;
export const start = {
  target: 'starting',
  actions: [begin('start'), withMessage('start')],
} as const;
export const restart = {
  target: 'restarting',
  actions: [begin('restart'), withMessage('restart')],
} as const;
export const stop = {
  target: 'stopping',
  actions: [begin('stop'), withMessage('stop')],
} as const;
export const killing = {
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
export const whileBusy = {
  ...waiting,
  StopBot: supersededByStop,
  KillBot: [{ guard: 'lacksKill', ...supersededByStop }, supersededByKill],
} as const;
/** While a stop is under way: a second one is the same. */
export const whileStopping = { ...waiting, KillBot: [{ guard: 'lacksKill' }, supersededByKill] } as const;
/** While a kill is under way: a second one is the same. */
export const whileKilling = {
  StartBot: killRunning,
  StopBot: killRunning,
  RestartBot: killRunning,
  ResetKill: killRunning,
} as const;

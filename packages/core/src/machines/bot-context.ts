import * as z from 'zod/mini';
import { BotStatus, type StartParameters } from '../contract/bot.ts';
import { botAction, type ClientEvent } from '../journal/event.ts';
import { Problem } from '../journal/problem.ts';
import { effect } from './effect.ts';
import type { MachineEvent } from './machine-event.ts';

/** A kill that is repeated until the bot answers. Moments are epoch milliseconds. */
const Kill = z.object({
  sent_at: z.number(),
  key: z.string(),
  reason: z.nullable(z.string()),
  tries: z.number(),
  confirmed_at: z.nullable(z.number()),
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
export type Reported = Extract<MachineEvent, { type: 'BotStatusLoaded' | 'BotStatusReported' }>;
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

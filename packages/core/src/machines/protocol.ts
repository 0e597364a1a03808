import type { TradingMode } from '../contract/trade.ts';
import type { RefusalCode } from '../journal/code.ts';
import type { ClientEvent } from '../journal/event.ts';
import type { Message } from '../journal/journal.ts';
import type { ResourceValue } from '../journal/resource.ts';
import type { Lifecycle } from './bot-status.ts';

/** What a machine may know of the slices that are folded before its own. */
export type Facts = {
  /** Capabilities the bot announces; empty for a bot without extensions, and until its health is known. */
  readonly capabilities: readonly string[];
  /** Whether the bot has answered the health call, with its capabilities or with an error. */
  readonly answered: boolean;
  /** Lifecycle of the bot; `running`: its `is_running`, which may be true in `error` too. */
  readonly lifecycle: Lifecycle;
  readonly running: boolean;
  /** Whether the bot asks for a token that this client does not have. */
  readonly mustSignIn: boolean;
  /** Whether the live connection is up. */
  readonly connected: boolean;
  /** Mode on the screens, null while unknown. */
  readonly mode: TradingMode | null;
};

type Loaded = Extract<Message, { type: 'ResourceLoaded' }>;
type StatusLoaded = { readonly type: 'BotStatusLoaded'; readonly status: ResourceValue<'status'> };

/** What a machine receives of a message: of the resources, the status alone, under a name of its own. */
export const receivedOf = (message: Message): Exclude<Message, Loaded> | StatusLoaded | null => {
  if (message.type !== 'ResourceLoaded') return message;
  return message.resource === 'status' ? { type: 'BotStatusLoaded', status: message.value } : null;
};

/** The event a machine receives: a message, when it was journalled (`at`, epoch milliseconds), and the facts at that time. */
export type MachineEvent = NonNullable<ReturnType<typeof receivedOf>> & { readonly at: number; readonly facts: Facts };

/** The facts before anything has happened. */
export const noFacts: Facts = {
  capabilities: [],
  answered: false,
  lifecycle: 'unknown',
  running: false,
  mustSignIn: false,
  connected: false,
  mode: null,
};

/** An action or a guard that gets the message at hand, in its exact type, as its parameters. */
export const withMessage = <const T extends string>(type: T) => ({
  type,
  params: <E>({ event }: { readonly event: E }): E => event,
});

/** The event of a refused command: nothing was sent. */
export const refusal = ({ type }: MachineEvent, code: RefusalCode): ClientEvent => ({
  type: 'CommandRefused',
  command: type,
  code,
  params: {},
});

/** Refuses the command at hand with this code, through the machine's effect `emit`. */
export const refuse = (code: RefusalCode) => ({
  type: 'emit' as const,
  params: ({ event }: { event: MachineEvent }): ClientEvent => refusal(event, code),
});

/** The declaration of an effect in `setup`: an action that does nothing, and whose second parameter names what it needs. */
type Declared<P> = (args: unknown, params: P) => void;

/** Declares an effect. The machine only asks for it; the live client performs it, a replay does not. */
export const effect =
  <P = undefined>(): Declared<P> =>
  () => {};

/** One function for each effect of a table but `emit`. A missing, an extra and a misspelt one do not compile. */
export type Performers<Effects, R> = {
  readonly [K in Exclude<keyof Effects, 'emit'>]: Effects[K] extends Declared<infer P> ? (params: P) => R : never;
};

/** A timer of a machine, by the name that the machine gave it. */
type Timer = { readonly machine: string; readonly timer: string };

/**
 * What a step of a machine requests: an effect by its name, a `TimerFired` after `ms` milliseconds, or that this timer is
 * cancelled (`ms` null).
 */
export type Request =
  | { readonly kind: 'effect'; readonly machine: string; readonly effect: string; readonly params: unknown }
  | ({ readonly kind: 'timer'; readonly ms: number | null } & Timer);

/** An action as XState lists it. */
export type ListedAction = { readonly type: string; readonly params: unknown };

/**
 * The requests in what XState lists. Of its own actions only the delayed ones matter: `xstate.raise` with a delay starts
 * an `after`, `xstate.cancel` ends it. It lists `xstate.raise` without a delay too, although that has happened already.
 */
export const requestsOf = (machine: string, actions: readonly ListedAction[]): readonly Request[] =>
  actions.flatMap(({ type, params }): Request[] => {
    if (!type.startsWith('xstate.')) return [{ kind: 'effect', machine, effect: type, params }];
    const { id, delay, sendId } = params as { id?: string; delay?: number; sendId?: string };
    if (type === 'xstate.cancel') return [{ kind: 'timer', machine, timer: String(sendId), ms: null }];
    return type === 'xstate.raise' && delay !== undefined
      ? [{ kind: 'timer', machine, timer: String(id), ms: delay }]
      : [];
  });

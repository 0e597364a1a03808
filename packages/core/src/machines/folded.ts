import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type ContextFrom,
  type EventFromLogic,
  initialTransition,
  type SnapshotFrom,
  transition,
} from 'xstate';
import * as z from 'zod/mini';
import type { botState } from '../contract/bot-status.ts';
import type { TradingMode } from '../contract/primitives.ts';
import type { RefusalCode } from '../journal/code.ts';
import type { ClientEvent } from '../journal/event.ts';
import type { Entry, Message } from '../journal/journal.ts';
import type { ResourceValue } from '../journal/resource.ts';

type BotState = z.infer<typeof botState>;

/** Facts of slices that are folded before the machine's own. */
export type Facts = {
  /** Capabilities the bot announces; empty for a bot without extensions, and until its health is known. */
  readonly capabilities: readonly string[];
  /** True once the bot has answered the health call, with its capabilities or with an error. */
  readonly answered: boolean;
  /** True if the last health call found no bot, or one that starts or ends: known health may be another bot's. */
  readonly unheard: boolean;
  /** True if the bot runs over another data directory than the one that is shown. */
  readonly otherData: boolean;
  /** Lifecycle of the bot; `running`: its `is_running`, which may be true in `error` too. */
  readonly lifecycle: BotState | 'unknown';
  readonly running: boolean;
  /** True if the bot demands a token that this client lacks. */
  readonly mustSignIn: boolean;
  readonly connected: boolean;
  /** Mode on the screens, null while unknown. */
  readonly mode: TradingMode | null;
};

type Loaded = Extract<Message, { type: 'ResourceLoaded' }>;
type StatusLoaded = { readonly type: 'BotStatusLoaded'; readonly status: ResourceValue<'status'> };

/** A message as machines receive it: of the resources, the status alone, under a name of its own. */
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
  unheard: false,
  otherData: false,
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

/** The declaration of an effect in `setup`: an action without effect, whose second parameter names its input. */
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
 * Requests of a machine's step: an effect by its name, a `TimerFired` after `ms` milliseconds, or the cancellation of this timer (`ms`
 * null).
 */
export type Request =
  | { readonly kind: 'effect'; readonly machine: string; readonly effect: string; readonly params: unknown }
  | ({ readonly kind: 'timer'; readonly ms: number | null } & Timer);

/** An action as XState lists it. */
type ListedAction = { readonly type: string; readonly params: unknown };

/**
 * The requests in what XState lists. Of its own actions only the delayed ones matter: `xstate.raise` with a delay starts
 * an `after`, `xstate.cancel` ends it. It lists `xstate.raise` without a delay too, although that has happened already.
 */
const requestsOf = (machine: string, actions: readonly ListedAction[]): readonly Request[] =>
  actions.flatMap(({ type, params }): Request[] => {
    if (!type.startsWith('xstate.')) return [{ kind: 'effect', machine, effect: type, params }];
    const { id, delay, sendId } = params as { id?: string; delay?: number; sendId?: string };
    if (type === 'xstate.cancel') return [{ kind: 'timer', machine, timer: String(sendId), ms: null }];
    return type === 'xstate.raise' && delay !== undefined
      ? [{ kind: 'timer', machine, timer: String(id), ms: delay }]
      : [];
  });

/** The states that a machine can be in, as plain JSON. */
export type ValueOf<M extends AnyStateMachine> = SnapshotFrom<M>['value'];
/** State of a folded machine: its context, and `value`, the states it is in. Plain JSON. */
export type StateOf<M extends AnyStateMachine> = ContextFrom<M> & { readonly value: ValueOf<M> };

/** The state after a message, and the requests of the transition. */
export type Step<S> = { readonly state: S; readonly requests: readonly Request[] };

export type FoldedMachine<M extends AnyStateMachine> = {
  readonly machine: M;
  /** Refuses a state that the machine does not have. */
  readonly schema: z.ZodMiniType<StateOf<M>>;
  readonly initial: StateOf<M>;
  /** Pure and total. A message that the machine does not receive leaves its state. */
  readonly step: (state: StateOf<M>, entry: Entry, facts: () => Facts) => Step<StateOf<M>>;
  readonly evolve: (state: StateOf<M>, entry: Entry, facts: () => Facts) => StateOf<M>;
};

/** A machine folded from the journal: `context` are the schemas of its context. */
export const folded = <M extends AnyStateMachine>(
  machine: M,
  context: { readonly [K in keyof ContextFrom<M>]: z.ZodMiniType<ContextFrom<M>[K]> },
): FoldedMachine<M> => {
  const events = new Set<string>(machine.events);
  const step: FoldedMachine<M>['step'] = (state, { at, message }, facts) => {
    const event = eventOf(machine, message);
    if (event === null || !events.has(event.type)) return { state, requests: [] };
    const before = snapshotOf(machine, state);
    const [after, actions] = transition(machine, before, { ...event, at, facts: facts() } as EventFromLogic<M>);
    return { state: stateAfter(state, before, after), requests: requestsOf(machine.id, actions) };
  };
  return {
    machine,
    schema: z.object({ ...context, value: z.custom((value) => isValueOf(machine, value)) }) as never,
    initial: stateOf(initialTransition(machine, undefined as never)[0]),
    step,
    evolve: (state, entry, facts) => step(state, entry, facts).state,
  };
};

/** The event of a message, without its facts: of a timer, the name that XState gave it. Null for the timer of another machine. */
export const eventOf = (machine: AnyStateMachine, message: Message): { readonly type: string } | null => {
  if (message.type !== 'TimerFired') return receivedOf(message);
  return message.machine === machine.id ? { ...message, type: message.timer } : null;
};

/** A folded state as the snapshot that XState starts from. */
export const snapshotOf = <M extends AnyStateMachine>(machine: M, state: StateOf<M>): SnapshotFrom<M> => {
  const { value, ...context }: { readonly value: ValueOf<M>; readonly [name: string]: unknown } = state;
  return machine.resolveState({ value, context }) as SnapshotFrom<M>;
};

const stateOf = <M extends AnyStateMachine>(part: Pick<AnyMachineSnapshot, 'context' | 'value'>): StateOf<M> => ({
  ...part.context,
  value: part.value,
});

/** The state after a step. Keeps the objects that did not change, because subscribers compare by identity. */
const stateAfter = <M extends AnyStateMachine>(
  state: StateOf<M>,
  before: AnyMachineSnapshot,
  after: AnyMachineSnapshot,
): StateOf<M> => {
  const { value: was }: { readonly value: ValueOf<M> } = state;
  const value = isEqual(after.value, was) ? was : after.value;
  return after.context === before.context && value === was ? state : stateOf({ context: after.context, value });
};

/** True if the machine has exactly this state: XState itself completes parts, and takes `5` and `{}` for the initial one. */
const isValueOf = (machine: AnyStateMachine, value: unknown): boolean => {
  try {
    return isEqual(machine.resolveState({ value: value as never, context: {} }).value, value);
  } catch {
    return false;
  }
};

const isEqual = (a: unknown, b: unknown): boolean => {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => isEqual(a[name as keyof typeof a], b[name as keyof typeof b]))
  );
};

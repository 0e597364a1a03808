import {
  type AnyActorScope,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type ContextFrom,
  createActor,
  type InspectionEvent,
  type SnapshotFrom,
} from 'xstate';
import * as z from 'zod/mini';
import type { botState } from '../contract/bot.ts';
import type { TradingMode } from '../contract/primitives.ts';
import type { RefusalCode } from '../journal/code.ts';
import type { ClientEvent } from '../journal/event.ts';
import type { Entry, Message } from '../journal/journal.ts';
import type { ResourceValue } from '../journal/resource.ts';

type BotState = z.infer<typeof botState>;

/** What a machine may know of the slices that are folded before its own. */
export type Facts = {
  /** Capabilities the bot announces; empty for a bot without extensions, and until its health is known. */
  readonly capabilities: readonly string[];
  /** Whether the bot has answered the health call, with its capabilities or with an error. */
  readonly answered: boolean;
  /** Whether the last health call found no bot, or one that begins or ends: what is known of its health may be another's. */
  readonly unheard: boolean;
  /** Lifecycle of the bot; `running`: its `is_running`, which may be true in `error` too. */
  readonly lifecycle: BotState | 'unknown';
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
  unheard: false,
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
/** Null for a message that the machine does not receive: its state stays. Pure and total. */
export type StepOf<S> = (state: S, at: number, message: Message, facts: () => Facts) => Step<S> | null;
export type Inspect = (event: InspectionEvent) => void;

export type FoldedMachine<M extends AnyStateMachine> = {
  readonly machine: M;
  /** Refuses a state that the machine does not have. */
  readonly schema: z.ZodMiniType<StateOf<M>>;
  readonly initial: StateOf<M>;
  readonly evolve: (state: StateOf<M>, entry: Entry, facts: () => Facts) => StateOf<M>;
  /**
   * The requests at this entry. `message`: as it was sent, with its secrets, which the fold never receives. A message without
   * secrets reuses the step of the fold.
   */
  readonly requests: (before: StateOf<M>, entry: Entry, message: Message, facts: () => Facts) => readonly Request[];
  /** The same machine, each of whose transitions is handed to an inspector; its steps are not shared with the fold. */
  readonly inspected: (inspect: Inspect) => StepOf<StateOf<M>>;
};

/** A machine folded from the journal: `context` are the schemas of its context. */
export const folded = <M extends AnyStateMachine>(
  machine: M,
  context: { readonly [K in keyof ContextFrom<M>]: z.ZodMiniType<ContextFrom<M>[K]> },
): FoldedMachine<M> => {
  const step = stepsOf(machine);
  let last: { before: StateOf<M>; entry: Entry; step: Step<StateOf<M>> } | null = null;
  return {
    machine,
    schema: z.object({ ...context, value: z.custom((value) => isValueOf(machine, value)) }) as never,
    initial: stateOf(machine.getInitialSnapshot(scopeOf(machine))),
    evolve: (before, entry, facts) => {
      const made = step(before, entry.at, entry.message, facts);
      if (made === null) return before;
      last = { before, entry, step: made };
      return made.state;
    },
    requests: (before, entry, message, facts) =>
      last?.entry === entry && last.before === before && entry.message === message
        ? last.step.requests
        : (step(before, entry.at, message, facts)?.requests ?? none),
    inspected: (inspect) => stepsOf(machine, inspect),
  };
};

const none: readonly Request[] = [];

const stepsOf = <M extends AnyStateMachine>(machine: M, inspect?: Inspect): StepOf<StateOf<M>> => {
  const scope = scopeOf(machine, inspect);
  const events = new Set<string>(machine.events);
  // Live, each step starts where the one before ended: its snapshot need not be made again from the plain state.
  let latest: { readonly state: StateOf<M>; readonly snapshot: AnyMachineSnapshot } | null = null;
  let listed: ListedAction[] = [];
  scope.actionExecutor = (action) => listed.push(action);
  return (state, at, message, facts) => {
    const received = receivedOf(message);
    const type = message.type === 'TimerFired' ? timerOf(machine, message) : received?.type;
    if (type === undefined || !events.has(type)) return null;
    listed = [];
    const before = latest?.state === state ? latest.snapshot : snapshotOf(machine, state);
    const after = machine.transition(before, { ...received, type, at, facts: facts() }, scope);
    // XState makes the value again in each transition; while it says the same, what is watched by identity has not changed.
    const { value: was }: { readonly value: ValueOf<M> } = state;
    const value = isEqual(after.value, was) ? was : after.value;
    const isSame = after.context === before.context && value === was;
    latest = { state: isSame ? state : stateOf({ context: after.context, value }), snapshot: after };
    return { state: latest.state, requests: requestsOf(machine.id, listed) };
  };
};

const snapshotOf = <M extends AnyStateMachine>(machine: M, state: StateOf<M>): AnyMachineSnapshot => {
  const { value, ...context }: { readonly value: ValueOf<M>; readonly [name: string]: unknown } = state;
  return machine.resolveState({ value, context });
};

const timerOf = (machine: AnyStateMachine, { machine: id, timer }: Extract<Message, { type: 'TimerFired' }>): string =>
  id === machine.id ? timer : '';

const stateOf = <M extends AnyStateMachine>(part: Pick<AnyMachineSnapshot, 'context' | 'value'>): StateOf<M> => ({
  ...part.context,
  value: part.value,
});

/**
 * One scope for all steps of a machine. XState's `transition()` makes an actor, and computes the initial state, on each call:
 * four times the price of the step itself.
 */
const scopeOf = (machine: AnyStateMachine, inspect?: Inspect): AnyActorScope => {
  const self = createActor(machine, inspect === undefined ? {} : { inspect });
  return {
    self,
    system: self.system,
    id: '',
    sessionId: self.sessionId,
    logger: () => {},
    defer: () => {},
    emit: () => {},
    stopChild: () => {},
    actionExecutor: () => {},
  };
};

/** Whether the machine has exactly this state: XState itself completes parts, and takes `5` and `{}` for the initial one. */
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

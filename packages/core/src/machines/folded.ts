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
import type { Entry, Message } from '../journal/journal.ts';
import { type Facts, type ListedAction, type Request, receivedOf, requestsOf } from './protocol.ts';

/** The states that a machine can be in, as plain JSON. */
export type ValueOf<M extends AnyStateMachine> = SnapshotFrom<M>['value'];
/** State of a folded machine: its context, and `value`, the states it is in. Plain JSON. */
export type StateOf<M extends AnyStateMachine> = ContextFrom<M> & { readonly value: ValueOf<M> };

/** The state after a message, and the requests of the transition. */
export type Step<S> = { readonly state: S; readonly requests: readonly Request[] };
/** Pure and total. */
export type StepOf<S> = (state: S, at: number, message: Message, facts: () => Facts) => Step<S>;
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
      last = { before, entry, step: made };
      return made.state;
    },
    requests: (before, entry, message, facts) =>
      last?.entry === entry && last.before === before && entry.message === message
        ? last.step.requests
        : step(before, entry.at, message, facts).requests,
    inspected: (inspect) => stepsOf(machine, inspect),
  };
};

const none: readonly Request[] = [];

const stepsOf = <M extends AnyStateMachine>(machine: M, inspect?: Inspect): StepOf<StateOf<M>> => {
  const scope = scopeOf(machine, inspect);
  const events = new Set<string>(machine.events);
  // Live, each step starts where the one before ended: its snapshot need not be made again from the plain state.
  let latest: { readonly state: StateOf<M>; readonly snapshot: AnyMachineSnapshot } | null = null;
  return (state, at, message, facts) => {
    const received = receivedOf(message);
    const type = message.type === 'TimerFired' ? timerOf(machine, message) : received?.type;
    if (type === undefined || !events.has(type)) return { state, requests: none };
    const listed: ListedAction[] = [];
    scope.actionExecutor = (action) => listed.push(action);
    const before = latest?.state === state ? latest.snapshot : snapshotOf(machine, state);
    const after = machine.transition(before, { ...received, type, at, facts: facts() }, scope);
    const isSame = after.context === before.context && after.value === before.value;
    latest = { state: isSame ? state : stateOf(after), snapshot: after };
    return { state: latest.state, requests: requestsOf(machine.id, listed) };
  };
};

const snapshotOf = <M extends AnyStateMachine>(machine: M, state: StateOf<M>): AnyMachineSnapshot => {
  const { value, ...context }: { readonly value: ValueOf<M>; readonly [name: string]: unknown } = state;
  return machine.resolveState({ value, context });
};

const timerOf = (machine: AnyStateMachine, { machine: id, timer }: Extract<Message, { type: 'TimerFired' }>): string =>
  id === machine.id ? timer : '';

const stateOf = <M extends AnyStateMachine>({ context, value }: AnyMachineSnapshot): StateOf<M> => ({
  ...context,
  value,
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

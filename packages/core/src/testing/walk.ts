import { type AnyActorRef, type AnyStateMachine, createActor, type InspectionEvent, type StateNode } from 'xstate';
import * as z from 'zod/mini';
import type { Message } from '../journal/journal.ts';
import { eventOf, type Facts, type FoldedMachine, type StateOf, type Step, snapshotOf } from '../machines/folded.ts';
import { startOfTest } from './given.ts';

/** Result of a walk. A transition is named by its state, its event and its index among the alternatives. */
export type Walk<S> = {
  readonly states: readonly S[];
  readonly untaken: readonly string[];
  /** One more step from a state, restored as from a recording. */
  readonly step: (state: S, message: Message, facts: Facts) => Step<S>;
};

const nameOf = (node: { readonly id: string }, event: string, place: number): string => `${node.id} ${event} ${place}`;
type AnyNode = StateNode<never, never>;

const nodesOf = (machine: AnyStateMachine): readonly AnyNode[] => {
  const below = (node: AnyNode): AnyNode[] => [
    node,
    ...Object.values(node.states).flatMap((one) => below(one as AnyNode)),
  ];
  return below(machine.root as unknown as AnyNode);
};

/** Alternatives by event; eventless ones under an empty name. */
const alternativesOf = (node: AnyNode) => [...node.transitions, ['', node.always ?? []] as const];

/** The transitions that a machine defines, except those that only keep an event from the states above. */
const transitionsOf = (machine: AnyStateMachine): readonly string[] =>
  nodesOf(machine).flatMap((node) =>
    alternativesOf(node).flatMap(([event, alternatives]) =>
      alternatives.flatMap(({ target, actions, guard }, place) =>
        target === undefined && actions.length === 0 && guard === undefined ? [] : [nameOf(node, event, place)],
      ),
    ),
  );

/**
 * Walks a machine through every state that these messages reach, each under each of the facts. Every step starts from the
 * state as JSON. `ends`: a state that is not walked further, for a machine with an unbounded counter. `limit`: the largest
 * number of states; more mean that the messages count something.
 */
export const walk = <M extends AnyStateMachine>(
  { machine, schema, initial, step: folded }: FoldedMachine<M>,
  messagesOf: (state: StateOf<M>) => readonly Message[],
  facts: readonly Facts[],
  { ends = () => false, limit = 2_000 }: { ends?: (state: StateOf<M>) => boolean; limit?: number } = {},
): Walk<StateOf<M>> => {
  const untaken = new Set(transitionsOf(machine));
  const restored = (state: StateOf<M>): StateOf<M> => z.parse(schema, JSON.parse(JSON.stringify(state)));
  const stepOf = (state: StateOf<M>, message: Message, now: Facts): Step<StateOf<M>> =>
    folded(state, { seq: 1, at: startOfTest, message }, () => now);
  const timers = machine.events.filter((event) => event.startsWith('xstate.after.'));
  const fired = timers.map((timer): Message => ({ type: 'TimerFired', machine: machine.id, timer }));

  const states = new Map([[JSON.stringify(initial), initial]]);
  for (const state of states.values()) {
    if (ends(state)) continue;
    if (states.size > limit) throw new Error(`${machine.id} has more than ${limit} states`);
    const before = restored(state);
    for (const message of [...messagesOf(state), ...fired]) {
      for (const now of facts) {
        const next = stepOf(before, message, now).state;
        if (untaken.size > 0) for (const name of transitionsTaken(machine, before, message, now)) untaken.delete(name);
        if (next === before) continue;
        const text = JSON.stringify(next);
        if (!states.has(text)) states.set(text, next);
      }
    }
  }
  return {
    states: [...states.values()],
    untaken: [...untaken],
    step: (state, message, now) => stepOf(restored(state), message, now),
  };
};

/** The transitions of one step, from XState's inspection of a live actor that starts in this state. */
const transitionsTaken = <M extends AnyStateMachine>(
  machine: M,
  state: StateOf<M>,
  message: Message,
  facts: Facts,
): readonly string[] => {
  const event = eventOf(machine, message);
  if (event === null) return [];
  const taken: string[] = [];
  const inspect = (seen: InspectionEvent): void => {
    if (seen.type !== '@xstate.microstep') return;
    for (const one of seen._transitions) {
      const { source, eventType } = one;
      const alternatives = eventType === '' ? source.always : source.transitions.get(eventType);
      taken.push(nameOf(source, eventType, alternatives?.indexOf(one) ?? 0));
    }
  };
  const actor: AnyActorRef = createActor(machine as AnyStateMachine, {
    snapshot: snapshotOf(machine, state),
    inspect,
    clock: noClock,
  });
  actor.start();
  actor.send({ ...event, at: startOfTest, facts });
  actor.stop();
  return taken;
};
const noClock = { setTimeout: () => 0, clearTimeout: () => {} };

/**
 * Constructs that a folded machine may not contain, each with its state: a delay that is not in `setup` (it would fire at once), an
 * action without a name (a diagram and the performers miss it), an actor, a final or a history state.
 */
export const faultsOf = (machine: AnyStateMachine): readonly string[] => {
  const { actions, delays } = machine.implementations;
  const isNamed = (action: unknown): boolean => {
    const name = typeof action === 'object' && action !== null ? (action as { type?: unknown }).type : action;
    return typeof name === 'string' && name in actions;
  };
  // XState's own: an `after` is a delayed `raise` on entry and a `cancel` on exit.
  const ofTimers = ({ after, entry, exit }: AnyNode): Set<unknown> =>
    new Set(
      [...entry, ...exit]
        .filter((action) => ['xstate.raise', 'xstate.cancel'].includes(String((action as { type?: unknown }).type)))
        .slice(0, 2 * after.length),
    );
  return nodesOf(machine).flatMap((node) => [
    ...[...node.entry, ...node.exit, ...alternativesOf(node).flatMap(([, all]) => all.flatMap((one) => one.actions))]
      .filter((action) => !isNamed(action) && !ofTimers(node).has(action))
      .map(() => `${node.id}: an action without a name`),
    ...node.after
      .filter(({ delay }) => typeof delay !== 'string' || !(delay in delays))
      .map(({ delay }) => `${node.id}: no delay ${String(delay)}`),
    ...(node.invoke.length > 0 ? [`${node.id}: invokes an actor`] : []),
    ...(node.type === 'final' || node.type === 'history' ? [`${node.id}: ${node.type}`] : []),
  ]);
};

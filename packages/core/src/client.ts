import { type AnyActorRef, createActor } from 'xstate';
import type { Api } from './gateway/api.ts';
import type { Clock } from './gateway/clock.ts';
import { newKey } from './gateway/idempotency-key.ts';
import { reporting } from './gateway/reporting.ts';
import type { Socket } from './gateway/socket.ts';
import type { KeyStore } from './gateway/storage.ts';
import type { Command } from './journal/command.ts';
import { createJournal, type Message } from './journal/journal.ts';
import { resourceName } from './journal/resource.ts';
import { botMachine } from './machines/bot-machine.ts';
import { createChanges } from './machines/changes.ts';
import { connectionMachine } from './machines/connection-machine.ts';
import { modeMachine } from './machines/mode-machine.ts';
import { resourceMachine } from './machines/resource-machine.ts';
import { sessionMachine } from './machines/session-machine.ts';
import { ticketMachine } from './machines/ticket-machine.ts';
import type { Tools } from './machines/tools.ts';
import { evolve, type FoldedState, initialState } from './projections/state.ts';
import { createObservers, type Readable } from './readable.ts';
import { type ClientJournal, createRecorder, type Replay } from './recorder.ts';

/** Everything that a screen can show. */
export type ClientState = FoldedState & { readonly replay: Replay | null };

export type ClientPorts = {
  readonly api: Api;
  readonly socket: Socket;
  readonly storage: KeyStore;
  readonly clock: Clock;
};

/** The one client of a bot. Wishes enter by `send`; what came of them is in the state. Observers are told at once. */
export type Client = Readable<ClientState> & {
  readonly journal: ClientJournal;
  /** Restores the session, connects, and loads what is watched. */
  start(): void;
  /** Closes the connection and gives up what is under way; the state stays. */
  stop(): void;
  /** While the past is shown nothing can be wished, except to watch: screens come and go all the same. */
  send(command: Command): void;
};

const entriesKept = 5_000;
const tickMs = 1_000;

/** Composes the client out of its ports: the same in a browser, a terminal and a test. */
export const createClient = (ports: ClientPorts): Client => {
  const { clock, storage } = ports;
  const journal = createJournal<FoldedState>({
    now: clock.now,
    initial: { ...initialState, now: clock.now() },
    fold: evolve,
    capacity: entriesKept,
  });
  const { append } = journal;
  const tools: Tools = { ...ports, api: reporting(ports.api, append, storage), append, newKey };
  const observers = createObservers<ClientState>();
  const recorder = createRecorder(journal, () => observers.tell(getSnapshot()));
  const getSnapshot = lastOf(() => recorder.shown());
  let actors: Actors | null = null;
  let cancelTick = () => {};

  const tick = (): void => {
    cancelTick = clock.schedule(tickMs, tick);
    append({ type: 'Ticked' });
  };
  const expireToasts = createExpiry(clock, append);

  journal.subscribe((_, message) => {
    actors?.deliver(message);
    if (recorder.replaying()) return;
    observers.tell(getSnapshot());
  });
  journal.subscribe(() => expireToasts(journal.state()));

  return {
    getSnapshot,
    subscribe: observers.subscribe,
    journal: recorder.journal,
    start: () => {
      if (actors !== null) return;
      actors = createActors(tools);
      append({ type: 'ClientStarted' });
      cancelTick = clock.schedule(tickMs, tick);
    },
    stop: () => {
      if (actors === null) return;
      append({ type: 'ClientStopped' });
      cancelTick();
      actors.stop();
      actors = null;
    },
    send: (command) => {
      if (!recorder.replaying() || command.type === 'Watch' || command.type === 'Unwatch') append(command);
    },
  };
};

type Actors = { deliver(message: Message): void; stop(): void };

/** The machines, each hearing the messages it has a transition for. */
const createActors = (tools: Tools): Actors => {
  const options = { clock: { setTimeout: later(tools), clearTimeout: (cancel: () => void) => cancel() } };
  const machines: AnyActorRef[] = [
    ...[sessionMachine, connectionMachine, botMachine, modeMachine, ticketMachine].map((machine) =>
      createActor(machine as typeof botMachine, { ...options, input: tools }),
    ),
    ...resourceName.options.map((name) => createActor(resourceMachine, { ...options, input: { tools, name } })),
  ];
  const hearing = new Map<string, AnyActorRef[]>();
  for (const actor of machines) {
    actor.start();
    for (const type of (actor as unknown as { logic: { events: string[] } }).logic.events) {
      hearing.set(type, [...(hearing.get(type) ?? []), actor]);
    }
  }
  const changes = createChanges(tools);
  return {
    deliver: (message) => {
      for (const actor of hearing.get(message.type) ?? []) actor.send(message);
      changes(message);
    },
    stop: () => {
      for (const actor of machines) actor.stop();
    },
  };
};

const later =
  ({ clock }: Tools) =>
  (task: () => void, ms: number): (() => void) =>
    clock.schedule(ms, task);

/** A toast goes at its moment, not at the next tick. */
const createExpiry = (clock: Clock, append: Tools['append']) => {
  let known: FoldedState['toasts'] = [];
  return ({ toasts, now }: FoldedState): void => {
    if (toasts === known) return;
    for (const { id, expires_at } of toasts) {
      if (expires_at === null || known.some((toast) => toast.id === id && toast.expires_at === expires_at)) continue;
      clock.schedule(Math.max(0, expires_at - now), () => append({ type: 'Ticked' }));
    }
    known = toasts;
  };
};

/** The state with what is shown of it, made anew only when it has changed. */
const lastOf = (shown: () => { state: FoldedState; replay: Replay | null }): (() => ClientState) => {
  let made: { state: FoldedState; replay: Replay | null; whole: ClientState } | null = null;
  return () => {
    const { state, replay } = shown();
    if (made === null || made.state !== state || made.replay !== replay) {
      made = { state, replay, whole: { ...state, replay } };
    }
    return made.whole;
  };
};

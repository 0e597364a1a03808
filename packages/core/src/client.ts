import { filter, from, map, merge, Subject, type Subscription, startWith } from 'rxjs';
import type { Api } from './gateway/api.ts';
import type { Clock } from './gateway/clock.ts';
import { createKeys } from './gateway/keys.ts';
import { reporting } from './gateway/reporting.ts';
import type { Socket } from './gateway/socket.ts';
import { type KeyStore, memoryStorage, type Save } from './gateway/storage.ts';
import type { Command } from './journal/command.ts';
import { createJournal } from './journal/journal.ts';
import type { Request } from './machines/effect.ts';
import type { Inspect } from './machines/folded.ts';
import { createRequestsAt, evolve, type FoldedState, initialState } from './projections/state.ts';
import { type ClientJournal, createRecorder, type Replay } from './recorder.ts';
import { effects } from './streams/effects.ts';
import { performed } from './streams/machine-effects.ts';
import { performersOf } from './streams/performers.ts';
import { resources } from './streams/resources.ts';
import { ticks } from './streams/ticks.ts';
import { type Readable, readable } from './streams/view.ts';

/** Everything that a screen can show. */
export type ClientState = FoldedState & { readonly replay: Replay | null };

/** What the client needs of the world around it. */
export type ClientPorts = {
  readonly api: Api;
  readonly socket: Socket;
  readonly storage: KeyStore;
  readonly clock: Clock;
  /** Hands a file to the operator; without it none can be saved. */
  readonly save?: Save;
  /** What outlives a reload of the page alone, e.g. `sessionStorage`: a kill that is not confirmed yet. */
  readonly session?: KeyStore;
  /** How many of the latest journal entries are kept for a look back; 5,000 when not said. */
  readonly entriesKept?: number;
  /** Receives every transition of every machine, as XState describes it. */
  readonly inspect?: Inspect;
};

/** The one client of a bot. Wishes enter by `send`; what came of them is in the state. Observers are told at once. */
export type Client = Readable<ClientState> & {
  readonly journal: ClientJournal;
  /** Restores the session, connects, and loads what is watched. */
  start(): void;
  /** Closes the connection and gives up what is under way; the state stays, and so does what is watched. */
  stop(): void;
  /** While the past is shown nothing can be wished, except to watch: screens come and go all the same. */
  send(command: Command): void;
};

const usuallyKept = 5_000;

/** Composes the client out of its ports: the same in a browser, a terminal and a test. */
export const createClient = (ports: ClientPorts): Client => {
  const { clock, storage, save = () => {}, session = memoryStorage(), entriesKept = usuallyKept } = ports;
  const journal = createJournal<FoldedState>({
    now: clock.now,
    initial: { ...initialState, now: clock.now() },
    fold: evolve,
    capacity: entriesKept,
  });
  const { append } = journal;
  const keys = createKeys();
  const api = keys.settling(reporting(ports.api, append, storage));
  const tools = { ...ports, api, save, session, state: journal.state };
  const changes$ = new Subject<ClientState>();
  const recorder = createRecorder(journal, () => changes$.next(getSnapshot()));
  const getSnapshot = lastOf(() => recorder.shown());
  const toasts$ = journal.heard$.pipe(
    startWith(null),
    map(() => journal.state().toasts),
  );
  const watched: Watch[] = [];
  const requests$ = new Subject<Request>();
  const requestsAt = createRequestsAt(ports.inspect);
  let running: Subscription | null = null;
  let before = journal.state();

  journal.heard$.subscribe(({ entry, message }) => {
    const after = journal.state();
    keys.receive(message);
    if (running !== null) for (const request of requestsAt(before, after, entry, message)) requests$.next(request);
    before = after;
    if (!recorder.replaying()) changes$.next(getSnapshot());
  });
  const messages$ = journal.heard$.pipe(
    filter(() => running !== null),
    map(({ message }) => message),
  );
  effects(messages$, tools).subscribe(append);

  return {
    ...readable(changes$, getSnapshot),
    journal: recorder.journal,
    start: () => {
      if (running !== null) return;
      running = ticks(clock, toasts$).subscribe(() => append({ type: 'Ticked' }));
      running.add(performed(requests$, performersOf(tools), clock).subscribe(append));
      running.add(resources(merge(from(watched), messages$), tools).subscribe(append));
      append({ type: 'ClientStarted' });
    },
    stop: () => {
      if (running === null) return;
      append({ type: 'ClientStopped' });
      running.unsubscribe();
      running = null;
    },
    send: (command) => {
      const ofScreens = remember(watched, command);
      if (ofScreens || !recorder.replaying()) append(keys.stamp(command, clock.now()));
    },
  };
};

type Watch = Extract<Command, { type: 'Watch' }>;

/** Keeps what screens watch, for a later start; says whether the command was of that kind. */
const remember = (watched: Watch[], command: Command): boolean => {
  if (command.type === 'Watch') watched.push(command);
  if (command.type !== 'Unwatch') return command.type === 'Watch';
  const { resource, limit } = command;
  const at = watched.findIndex((one) => one.type === 'Watch' && one.resource === resource && one.limit === limit);
  if (at >= 0) watched.splice(at, 1);
  return true;
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

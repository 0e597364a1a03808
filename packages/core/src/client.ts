import { filter, from, map, merge, Subject, type Subscription, startWith } from 'rxjs';
import type { Api } from './gateway/api.ts';
import type { Clock } from './gateway/clock.ts';
import { gathered } from './gateway/gathered.ts';
import { createOutbox, type FileSource } from './gateway/outbox.ts';
import { reporting } from './gateway/reporting.ts';
import type { Socket } from './gateway/socket.ts';
import { type KeyStore, memoryStorage, type Save } from './gateway/storage.ts';
import type { Command } from './journal/command.ts';
import { createJournal } from './journal/journal.ts';
import { createKeys } from './keys.ts';
import type { Request } from './machines/folded.ts';
import type { machines } from './machines/table.ts';
import { shownOf } from './projections/opportunities.ts';
import { evolve, type FoldedState, initialState, requestsAt } from './projections/state.ts';
import { type ClientJournal, createRecorder, type Replay } from './recorder.ts';
import { effects } from './streams/effects.ts';
import { type MachineEffects, type MachinePorts, performed } from './streams/perform.ts';
import { performBacktest } from './streams/perform-backtest.ts';
import { addedMode, performBot } from './streams/perform-bot.ts';
import { performConnection } from './streams/perform-connection.ts';
import { performMode } from './streams/perform-mode.ts';
import { performSession } from './streams/perform-session.ts';
import { performTicket } from './streams/perform-ticket.ts';
import { resources } from './streams/resources.ts';
import { ticks } from './streams/ticks.ts';
import { type Readable, readable } from './streams/view.ts';

/** Everything that a screen can show. */
export type ClientState = FoldedState & { readonly replay: Replay | null };

/** The ports of a client. */
export type ClientPorts = {
  readonly api: Api;
  readonly socket: Socket;
  readonly storage: KeyStore;
  readonly clock: Clock;
  /** Saves a file for the operator; without it, files cannot be saved. */
  readonly save?: Save;
  /** Storage that survives only a reload of the page, e.g. `sessionStorage`: holds an unconfirmed kill, and keys of orders without an answer. */
  readonly session?: KeyStore;
  /** Number of journal entries kept for replay; 5,000 by default. */
  readonly entriesKept?: number;
};

/** The client of one bot. Commands enter by `send`, their outcomes appear in the state. Subscribers are notified synchronously. */
export type Client = Readable<ClientState> & {
  readonly journal: ClientJournal;
  /** Restores the session, connects, and loads the watched resources. */
  start(): void;
  /**
   * Closes the connection and ends timers, loads and the calls of machines. Calls of other commands still finish and are
   * journalled. State and watches are kept for a later start.
   */
  stop(): void;
  /** During replay only Watch, Unwatch and CloseTicket are accepted, because screens still mount and unmount. */
  send(command: Command): void;
  /** Sends files to the bot, to be imported. */
  sendFiles(files: readonly FileSource[]): void;
};

const usuallyKept = 5_000;

/** Creates a client from its ports; the same in a browser, a terminal and a test. */
export const createClient = (ports: ClientPorts): Client => {
  const { clock, storage, save = () => {}, session = memoryStorage(), entriesKept = usuallyKept } = ports;
  const journal = createJournal<FoldedState>({
    now: clock.now,
    initial: { ...initialState, now: clock.now() },
    fold: evolve,
    kept: shownOf,
    capacity: entriesKept,
  });
  const { append } = journal;
  const keys = createKeys((command) => addedMode(command, journal.state()), session);
  const reported = reporting(ports.api, { append, begin: keys.begin, settle: keys.settle, storage });
  const api = gathered(reported, () => journal.state().health.capabilities.includes('bootstrap'));
  const outbox = createOutbox();
  const tools = { ...ports, api, save, session, outbox, state: journal.state };
  const changes$ = new Subject<ClientState>();
  const recorder = createRecorder(journal, () => changes$.next(getSnapshot()));
  const getSnapshot = lastOf(() => recorder.shown());
  const toasts$ = journal.heard$.pipe(
    startWith(null),
    map(() => journal.state().toasts),
  );
  const watched: Watch[] = [];
  const requests$ = new Subject<Request>();
  let running: Subscription | null = null;
  let restored = keys.restored();
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

  const start = (): void => {
    if (running !== null) return;
    running = ticks(clock, toasts$).subscribe(() => append({ type: 'Ticked' }));
    running.add(performed(requests$, performersOf(tools), clock).subscribe(append));
    running.add(resources(merge(from(watched), messages$), tools).subscribe(append));
    append({ type: 'ClientStarted' });
    if (restored !== null) append(restored);
    restored = null;
  };
  const stop = (): void => {
    if (running === null) return;
    append({ type: 'ClientStopped' });
    running.unsubscribe();
    running = null;
  };
  // Loads, calls, timers and numbers of frames belong to the former data.
  messages$.pipe(filter(({ type }) => type === 'DataReplaced')).subscribe(() => {
    stop();
    start();
  });

  const send: Client['send'] = (command) => {
    const ofScreens = remember(watched, command) || command.type === 'CloseTicket';
    if (ofScreens || !recorder.replaying()) append(keys.stamp(command, clock.now()));
  };

  return {
    ...readable(changes$, getSnapshot),
    journal: recorder.journal,
    start,
    stop,
    send,
    sendFiles: (files) => {
      outbox.put(files);
      send({ type: 'SendFiles', files: files.map(({ name, bytes }) => ({ name, bytes })) });
    },
  };
};

/** Performers of each folded machine's effects. */
export const performersOf = (ports: MachinePorts): Readonly<Record<keyof typeof machines, MachineEffects>> => ({
  session: performSession(ports),
  connection: performConnection(ports),
  bot: performBot(ports),
  mode: performMode(ports),
  ticket: performTicket(ports),
  backtest: performBacktest(ports),
});

type Watch = Extract<Command, { type: 'Watch' }>;

/** Keeps the watches for a later start. Returns whether the command is a Watch or an Unwatch. */
const remember = (watched: Watch[], command: Command): boolean => {
  if (command.type === 'Watch') watched.push(command);
  if (command.type !== 'Unwatch') return command.type === 'Watch';
  const { resource, limit } = command;
  const at = watched.findIndex((one) => one.type === 'Watch' && one.resource === resource && one.limit === limit);
  if (at >= 0) watched.splice(at, 1);
  return true;
};

/** Combines state and replay into one object; returns the previous one while neither has changed. */
const lastOf = (shown: () => { state: FoldedState; replay: Replay | null }): (() => ClientState) => {
  let made: { state: FoldedState; replay: Replay | null; whole: ClientState } | null = null;
  return () => {
    const { state, replay } = shown();
    if (made?.state !== state || made.replay !== replay) made = { state, replay, whole: { ...state, replay } };
    return made.whole;
  };
};

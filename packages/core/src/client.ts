import type { Api } from './gateway/api.ts';
import type { Clock } from './gateway/clock.ts';
import type { Socket } from './gateway/socket.ts';
import type { KeyStore } from './gateway/storage.ts';
import type { Command } from './journal/command.ts';
import type { Entry } from './journal/journal.ts';
import type { FoldedState } from './projections/state.ts';

/** Null while the screens show the present; else what of the past they show. `first` to `last` can be sought. */
export type Replay = {
  readonly source: 'session' | 'recording';
  readonly seq: number;
  readonly first: number;
  readonly last: number;
};

/** Everything that a screen can show. */
export type ClientState = FoldedState & { readonly replay: Replay | null };

type Observer<T> = { next?: (value: T) => void; error?: (error: unknown) => void; complete?: () => void };
type Subscription = { unsubscribe(): void };

/** A value that can be read and watched; fits `useSelector` of @xstate/react. */
export type Readable<T> = {
  getSnapshot(): T;
  subscribe(observer: Observer<T> | ((value: T) => void)): Subscription;
};

/** The session recorder: what happened, in order, and the way back to any moment of it. */
export type ClientJournal = {
  entries(): readonly Entry[];
  subscribe(listener: (entry: Entry) => void): Subscription;
  /** The kept entries as JSON lines, after a first line with the state before them. */
  exportJsonl(): string;
  /** Shows a recording at its end. Says why not when it cannot be read. */
  importJsonl(text: string): { ok: true; skipped: number } | { ok: false; reason: string };
  /** Freezes what is shown; facts are journalled on. */
  pause(): void;
  /** Shows the state just after the entry with this `seq`. */
  seek(seq: number): void;
  /** Back to the present. */
  resume(): void;
};

export type ClientPorts = {
  readonly api: Api;
  readonly socket: Socket;
  readonly storage: KeyStore;
  readonly clock: Clock;
};

/** The one client of a bot. Wishes enter by `send`; what came of them is in the state. Observers are told at once. */
export type Client = Readable<ClientState> & {
  readonly journal: ClientJournal;
  start(): void;
  stop(): void;
  send(command: Command): void;
};

import type { Command } from './command.ts';
import type { ClientEvent } from './event.ts';
import { redact } from './redact.ts';

/** What enters the journal: a fact, or a wish with its secrets struck out. */
export type Message = ClientEvent | Command;

/** `seq` counts from 1 and orders everything; `at` is epoch milliseconds. */
export type Entry = { readonly seq: number; readonly at: number; readonly message: Message };

/** Entries in order, and the state just before the first of them. */
export type Segment<S> = { readonly before: S; readonly entries: readonly Entry[] };

/** Pure and total. */
export type Fold<S> = (state: S, entry: Entry) => S;

/** Hears each entry, with the message as it was sent: secrets and all. */
type Listener = (entry: Entry, message: Message) => void;

type JournalOptions<S> = {
  readonly now: () => number;
  readonly initial: S;
  readonly fold: Fold<S>;
  /** At least this many of the latest entries are kept. */
  readonly capacity: number;
};

/** What happened, and the state it gives. */
export type Journal<S> = {
  /** The state after the last entry. */
  state(): S;
  append(message: Message): void;
  segments(): readonly Segment<S>[];
  /** Listeners hear in the order they came, one entry after the other, after the state has taken it in. */
  subscribe(listener: Listener): { unsubscribe(): void };
};

const segmentsKept = 8;

/**
 * The order of what happened. It is bounded: whole segments of the oldest entries are given up, and each kept segment
 * begins with the state before it, so that a replay of what is left ends in the right state.
 */
export const createJournal = <S>({ now, initial, fold, capacity }: JournalOptions<S>): Journal<S> => {
  const perSegment = Math.max(1, Math.ceil(capacity / (segmentsKept - 1)));
  const listeners = new Set<Listener>();
  const queue: Message[] = [];
  let segments: { before: S; entries: Entry[] }[] = [{ before: initial, entries: [] }];
  let state = initial;
  let seq = 0;
  let publishing = false;

  const record = (message: Message): Entry => {
    seq += 1;
    const entry = { seq, at: now(), message: redact(message) };
    let segment = segments.at(-1);
    if (segment === undefined || segment.entries.length >= perSegment) {
      segment = { before: state, entries: [] };
      segments = [...segments, segment].slice(-segmentsKept);
    }
    segment.entries.push(entry);
    state = fold(state, entry);
    return entry;
  };

  const publish = (message: Message): void => {
    const entry = record(message);
    for (const listener of listeners) guarded(() => listener(entry, message));
  };

  return {
    state: () => state,
    segments: () => segments,
    // What a listener appends waits until all have heard the entry at hand.
    append: (message) => {
      queue.push(message);
      if (publishing) return;
      publishing = true;
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) publish(next);
      publishing = false;
    },
    subscribe: (listener) => {
      const own: Listener = (entry, message) => listener(entry, message);
      listeners.add(own);
      return { unsubscribe: () => void listeners.delete(own) };
    },
  };
};

// One listener's bug must not keep the others from hearing; it surfaces as an uncaught error of its own.
const guarded = (tell: () => void): void => {
  try {
    tell();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
};

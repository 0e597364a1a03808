import { map, type Observable, Subject } from 'rxjs';
import type { StampedCommand } from './command.ts';
import type { ClientEvent } from './event.ts';
import { redact } from './redact.ts';

/** What enters the journal: an event, or a command with its secrets struck out. */
export type Message = ClientEvent | StampedCommand;

/** `seq` counts from 1 and orders everything; `at` is epoch milliseconds. */
export type Entry = { readonly seq: number; readonly at: number; readonly message: Message };

/** Entries in order, and the state just before the first of them. */
export type Segment<S> = { readonly before: S; readonly entries: readonly Entry[] };

/** Pure and total. */
export type Fold<S> = (state: S, entry: Entry) => S;

/** An entry, and the message as it was sent, with its secrets. */
export type Heard = { readonly entry: Entry; readonly message: Message };

type JournalOptions<S> = {
  readonly now: () => number;
  readonly initial: S;
  readonly fold: Fold<S>;
  /** At least this many of the latest entries are kept. */
  readonly capacity: number;
};

/** The entries and the state folded from them. */
export type Journal<S> = {
  /** The state after the last entry. */
  state(): S;
  append(message: Message): void;
  segments(): readonly Segment<S>[];
  /**
   * Each entry once `state` contains it, to subscribers in the order of their subscription. A message that a subscriber
   * appends is recorded after all have received the entry at hand. An error thrown by a subscriber is reported as
   * uncaught and does not reach the others.
   */
  readonly heard$: Observable<Heard>;
  readonly entries$: Observable<Entry>;
};

const segmentsKept = 8;

/**
 * A bounded journal: whole segments of the oldest entries are dropped, and each segment that stays begins with the state
 * before it, so that a replay of the rest ends in the right state.
 */
export const createJournal = <S>({ now, initial, fold, capacity }: JournalOptions<S>): Journal<S> => {
  const perSegment = Math.max(1, Math.ceil(capacity / (segmentsKept - 1)));
  const heard$ = new Subject<Heard>();
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

  return {
    state: () => state,
    segments: () => segments,
    append: (message) => {
      queue.push(message);
      if (publishing) return;
      publishing = true;
      for (let message = queue.shift(); message !== undefined; message = queue.shift()) {
        heard$.next({ entry: record(message), message });
      }
      publishing = false;
    },
    heard$: heard$.asObservable(),
    entries$: heard$.pipe(map(({ entry }) => entry)),
  };
};

import { map, type Observable, Subject } from 'rxjs';
import { isCommand, isMutation, type StampedCommand } from './command.ts';
import type { ClientEvent } from './event.ts';

/** An entry's message: an event, or a command with its secrets struck out. */
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
  /** Reduces an entry to the part that state depends on. */
  readonly kept?: (entry: Entry) => Entry;
  /** At least this many of the latest entries are kept; an opportunity, which is large, counts as two. */
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
export const createJournal = <S>({ now, initial, fold, kept, capacity }: JournalOptions<S>): Journal<S> => {
  const perSegment = Math.max(1, Math.ceil(capacity / (segmentsKept - 1)));
  const heard$ = new Subject<Heard>();
  const queue: Message[] = [];
  let segments: { before: S; entries: Entry[] }[] = [{ before: initial, entries: [] }];
  let weight = 0;
  let state = initial;
  let seq = 0;
  let publishing = false;

  const record = (message: Message): Entry => {
    seq += 1;
    const entry = { seq, at: now(), message: redact(message) };
    const past = kept?.(entry) ?? entry;
    let segment = segments.at(-1);
    if (segment === undefined || weight >= perSegment) {
      weight = 0;
      segment = { before: state, entries: [] };
      segments = [...segments, segment].slice(-segmentsKept);
    }
    segment.entries.push(past);
    weight += past.message.type === 'OpportunitiesDetected' ? 2 * past.message.opportunities.length : 1;
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

const secret = /pass|token|secret|api_?key|^key$|^code$|authorization|credential/i;
const struck = '•••';

/** A message without secrets: of a command, all fields but those that sound like a secret. */
export const redact = <M extends Message>(message: M): M => {
  if (!isCommand(message.type)) return message;
  const kept = strike(message) as M;
  // The `code` of a toast names its text; only the `code` of a sign-in is a secret.
  if (message.type === 'ShowToast') return { ...kept, code: message.code };
  // The `key` of a stamped command is its idempotency key. A field of that name anywhere below may be an API key.
  return isMutation(message.type) && 'key' in message ? { ...kept, key: message.key } : kept;
};

// Shorter texts could occur anywhere.
const shortest = 4;
/** The secrets in a value: every text in a field that sounds like one. */
export const secretsIn = (value: unknown, isSecret = false): string[] => {
  if (typeof value === 'string') return isSecret && value.length >= shortest ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((inner) => secretsIn(inner, isSecret));
  return Object.entries(value).flatMap(([name, inner]) => secretsIn(inner, isSecret || secret.test(name)));
};

/** A text without the secrets that it repeats. */
export const without = (secrets: readonly string[], text: string): string =>
  secrets.reduce((clean, one) => clean.replaceAll(one, struck), text);

const strike = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(strike);
  if (typeof value !== 'object' || value === null) return value;
  const kept = (name: string, inner: unknown) => (secret.test(name) && inner !== undefined ? struck : strike(inner));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, kept(name, inner)]));
};

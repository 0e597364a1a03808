import type { Entry, Message } from '../journal/journal.ts';
import { type Facts, noFacts } from '../machines/folded.ts';
import type { Projection } from '../projections/projection.ts';

/** Timestamp of the first message of `given`; each further one is a millisecond later. */
export const startOfTest = Date.parse('2026-01-31T12:00:00.000Z');

/** Messages as journal entries. A number advances time by that many milliseconds. */
export const entriesFrom = (story: readonly (Message | number)[], start = startOfTest): Entry[] => {
  const entries: Entry[] = [];
  let at = start;
  for (const part of story) {
    if (typeof part === 'number') at += part;
    else entries.push({ seq: entries.length + 1, at: at++, message: part });
  }
  return entries;
};

const frozen = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) frozen(inner);
  return value;
};

/** The state of a projection after these messages; mutating anything in place fails. */
export const given = <S>(projection: Projection<S>, ...story: readonly (Message | number)[]): S =>
  givenFacts(noFacts, projection, ...story);

/** Folds a story with these facts at each entry. */
const givenFacts = <S>(facts: Facts, projection: Projection<S>, ...story: readonly (Message | number)[]): S =>
  entriesFrom(story).reduce(
    (state, entry) => frozen(projection.evolve(state, frozen(entry), () => facts)),
    frozen(projection.initial),
  );

/** A toast in one line: its code and the bot's text. */
export const toastLine = ({ code, detail }: { code: string; detail: string | null }): string =>
  detail === null ? code : `${code}: ${detail}`;

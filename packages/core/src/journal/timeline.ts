import type { Entry, Fold, Segment } from './journal.ts';

/** A stretch of the past that can be looked at. */
export type Timeline<S> = {
  readonly first: number;
  readonly last: number;
  /** The state just after the entry with this `seq`, or the nearest one there is. */
  stateAt(seq: number): S;
};

/** A snapshot of these segments: later entries are not part of it. */
export const createTimeline = <S>(live: readonly Segment<S>[], initial: S, fold: Fold<S>): Timeline<S> => {
  const segments = live.map(({ before, entries }) => ({ before, entries: entries.slice() }));
  const first = segments.find(({ entries }) => entries.length > 0)?.entries[0]?.seq ?? 0;
  const last = segments.findLast(({ entries }) => entries.length > 0)?.entries.at(-1)?.seq ?? 0;
  return {
    first,
    last,
    stateAt: (seq) => {
      const wanted = Math.min(Math.max(seq, first), last);
      const segment = segments.findLast(({ entries }) => (entries[0]?.seq ?? Number.POSITIVE_INFINITY) <= wanted);
      if (segment === undefined) return segments[0]?.before ?? initial;
      return segment.entries.filter((entry) => entry.seq <= wanted).reduce(fold, segment.before);
    },
  };
};

/** The entries of segments, in order. */
export const entriesOf = (segments: readonly Segment<unknown>[]): Entry[] => segments.flatMap(({ entries }) => entries);

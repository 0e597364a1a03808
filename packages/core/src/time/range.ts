/** `[from, to)` in ms since 1970, UTC: `to` is not within. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A range with ends that may be open (null). */
export interface OpenRange {
  readonly from: number | null;
  readonly to: number | null;
}

export const isWithin = ({ from, to }: OpenRange, at: number): boolean =>
  (from === null || at >= from) && (to === null || at < to);

/** A range without a moment in it: both ends are one moment, or they stand the wrong way round. */
export const isEmptyRange = ({ from, to }: OpenRange): boolean => from !== null && to !== null && to <= from;

export const overlaps = (one: Range, other: Range): boolean => one.from < other.to && other.from < one.to;

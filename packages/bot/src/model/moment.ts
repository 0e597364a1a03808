declare const instant: unique symbol;
declare const elapsed: unique symbol;

/**
 * A moment of the wall clock, in ms since 1970, UTC: for records, UTC days and expiry dates. The wall clock may be set at any
 * time, so the difference of two instants is no measure of the time between them.
 */
export type Instant = number & { readonly [instant]: true };

/**
 * A moment of the monotonic clock, in ms with fractions from an origin of its own: for ages, deadlines, cooldowns and latencies.
 * It cannot be set; it stands still while the machine is suspended. It is no number to the compiler, which thereby refuses every
 * sum and comparison with an `Instant`: only `since` and `later` reckon with it. Two of them compare with `<` and `>`.
 */
export type Elapsed = { readonly [elapsed]: true };

/** Names a number of ms a moment of the wall clock: where a clock is read or made. */
export const instantOf = (ms: number): Instant => ms as Instant;

/** Names a number of ms a moment of the monotonic clock: where a clock is read or made. */
export const elapsedOf = (ms: number): Elapsed => ms as unknown as Elapsed;

/** The ms from one moment of the monotonic clock to a later one; below 0 where `from` is the later one. */
export const since = (from: Elapsed, now: Elapsed): number => Number(now) - Number(from);

/** The moment `ms` after another one of the monotonic clock. */
export const later = (from: Elapsed, ms: number): Elapsed => elapsedOf(Number(from) + ms);

/** A moment as records tell it, e.g. `2026-01-31T12:00:00.000Z`. `at` in ms since 1970. */
export const isoTime = (at: number): string => {
  if (at !== last.at) last = { at, text: new Date(at).toISOString() };
  return last.text;
};
/** Many records are of one moment. */
let last = { at: 0, text: new Date(0).toISOString() };

/**
 * The wall clock moved `by_ms` against the monotonic one within a second, back where negative: it was set, or the machine was
 * suspended, which moves it ahead. `at` by the wall clock as it is now.
 */
export type ClockJumped = { readonly type: 'ClockJumped'; readonly by_ms: number; readonly at: number };

/** The trading day (`2026-01-31`, UTC) to which daily limits count from here on. */
export type DayStarted = { readonly type: 'DayStarted'; readonly day: string; readonly at: number };

export type ClockEvent = ClockJumped | DayStarted;

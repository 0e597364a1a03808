const dayMs = 86_400_000;

/** The last 00:00 UTC, in epoch milliseconds: when the day began. */
export const lastMidnight = (now: number): number => Math.floor(now / dayMs) * dayMs;

/** The 00:00 UTC this many days before the last one, in epoch milliseconds. */
export const daysBefore = (now: number, days: number): number => lastMidnight(now) - days * dayMs;

/** Milliseconds until the day ends, more than 0. */
export const untilMidnight = (now: number): number => lastMidnight(now) + dayMs - now;

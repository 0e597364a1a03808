const dayMs = 86_400_000;

/** The last 00:00 UTC, in epoch milliseconds: when the day began. */
export const lastMidnight = (now: number): number => Math.floor(now / dayMs) * dayMs;

/** Milliseconds until the day ends, more than 0. */
export const untilMidnight = (now: number): number => lastMidnight(now) + dayMs - now;

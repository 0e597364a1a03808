/** A wait of so many ms has hung: no outcome depends on it. */
export const HANG_MS = 60_000;

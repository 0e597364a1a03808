/** The stretch of a run in which the engine receives every row. */
export type Window = {
  isOpen(): boolean;
  /** Opens it for at least so many ms, or keeps it open for as long; `now` in ms of the monotonic clock. */
  open(now: number, leastMs?: number): void;
  /** Closes it where it is over. */
  review(now: number): void;
  /** How often it was opened. */
  count(): number;
};

/** It is looked at after so long, and then at pauses that double, in ms. */
const [firstLookMs, longestPauseMs] = [250, 2_000];

/** Creates a window that is not open yet. `isOver`: whether nothing pays at that moment, and nothing is under way. */
export const createWindow = (isOver: (now: number) => boolean): Window => {
  let isOpen = false;
  let count = 0;
  let lookAt = 0;
  let pauseMs = firstLookMs;
  return {
    isOpen: () => isOpen,
    count: () => count,
    open: (now, leastMs = 0) => {
      if (!isOpen) count++;
      isOpen = true;
      pauseMs = firstLookMs;
      lookAt = now + Math.max(firstLookMs, leastMs);
    },
    review: (now) => {
      if (!isOpen || now < lookAt) return;
      isOpen = !isOver(now);
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
      lookAt = now + pauseMs;
    },
  };
};

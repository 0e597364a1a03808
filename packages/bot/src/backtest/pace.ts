import { setImmediate } from 'node:timers/promises';
import { realClock, since } from '../model/clock.ts';
import type { BacktestProgress } from './job.ts';
import type { Stage } from './source.ts';

/** How often progress is told, and how often others get their turn, in ms of the real clock. */
const tellMs = 250;
const yieldMs = 20;

/** What there is to tell of a run, and what ends it. */
export type Watched = { events(): number; isOver(): boolean };

/** Tells of progress, lets others have their turn, and ends the playing when it is over or broken off. */
export const createPace = (
  watched: Watched,
  onProgress: (progress: BacktestProgress) => void,
  signal: AbortSignal | undefined,
): Stage['pulse'] => {
  let [told, yielded] = [realClock.monotonic(), realClock.monotonic()];
  return async (progress) => {
    const now = realClock.monotonic();
    if (since(told, now) >= tellMs) {
      told = now;
      onProgress({ progress, events_processed: watched.events() });
    }
    if (since(yielded, now) >= yieldMs) {
      await setImmediate();
      yielded = realClock.monotonic();
    }
    return signal?.aborted !== true && !watched.isOver();
  };
};

import type { Clock } from '../../../packages/bot/src/model/clock.ts';

/** Runs `task` again and again, `ms` apart, by that clock; the returned function ends it. */
export const every = (clock: Pick<Clock, 'after'>, ms: number, task: () => void): (() => void) => {
  let cancel = clock.after(ms, function again() {
    cancel = clock.after(ms, again);
    task();
  });
  return () => cancel();
};

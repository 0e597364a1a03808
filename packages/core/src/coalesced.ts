import type { Readable } from './readable.ts';

/**
 * The same value, but its observers are told at most once each time `schedule` runs what it was given: the last step
 * before the screen. `schedule` is e.g. `requestAnimationFrame`.
 */
export const coalesced = <T>(source: Readable<T>, schedule: (task: () => void) => void): Readable<T> => ({
  getSnapshot: source.getSnapshot,
  subscribe: (observer) => {
    const next = typeof observer === 'function' ? observer : observer.next?.bind(observer);
    let waiting = false;
    let open = true;
    const tell = () => {
      waiting = false;
      if (open) next?.(source.getSnapshot());
    };
    const subscription = source.subscribe(() => {
      if (waiting) return;
      waiting = true;
      schedule(tell);
    });
    return {
      unsubscribe: () => {
        open = false;
        subscription.unsubscribe();
      },
    };
  },
});

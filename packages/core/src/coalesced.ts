import type { Readable } from './readable.ts';

/**
 * The same value for a screen: however often the source changes, its observers are told once each time `schedule` runs
 * what it was given (e.g. `requestAnimationFrame`), all in one go, and until then all see the same value.
 */
export const coalesced = <T>(source: Readable<T>, schedule: (task: () => void) => unknown): Readable<T> => {
  const observers = new Set<{ next: (value: T) => void }>();
  let shown = source.getSnapshot();
  let waiting = false;
  let subscription: { unsubscribe(): void } | null = null;

  const show = (): void => {
    waiting = false;
    shown = source.getSnapshot();
    for (const { next } of observers) next(shown);
  };
  const watch = () =>
    source.subscribe(() => {
      if (waiting) return;
      waiting = true;
      schedule(show);
    });

  return {
    getSnapshot: () => (subscription === null ? source.getSnapshot() : shown),
    subscribe: (observer) => {
      const own = { next: (value: T) => (typeof observer === 'function' ? observer(value) : observer.next?.(value)) };
      if (subscription === null) {
        shown = source.getSnapshot();
        subscription = watch();
      }
      observers.add(own);
      return {
        unsubscribe: () => {
          observers.delete(own);
          if (observers.size > 0) return;
          subscription?.unsubscribe();
          subscription = null;
        },
      };
    },
  };
};

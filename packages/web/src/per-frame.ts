import type { Readable } from '@triquad/core';

/**
 * However often the source changes, its readers are told once a frame, all in one go, and within a frame all see the
 * same state: one paint, never torn.
 */
export const perFrame = <T>(source: Readable<T>, nextFrame: (task: () => void) => unknown): Readable<T> => {
  const readers = new Set<(value: T) => void>();
  let shown = source.getSnapshot();
  let requested = false;

  const show = () => {
    requested = false;
    shown = source.getSnapshot();
    for (const reader of readers) reader(shown);
  };
  source.subscribe(() => {
    if (requested) return;
    requested = true;
    nextFrame(show);
  });

  return {
    getSnapshot: () => shown,
    subscribe: (observer) => {
      const reader = (value: T) => (typeof observer === 'function' ? observer(value) : observer.next?.(value));
      readers.add(reader);
      return { unsubscribe: () => readers.delete(reader) };
    },
  };
};

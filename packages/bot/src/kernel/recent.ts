/** The last so many of something, newest first. */
export type Recent<T> = { add(one: T): void; all(): readonly T[] };

/** Keeps `room` of them, dropping old ones in batches so that adding stays cheap. */
export const createRecent = <T>(room: number): Recent<T> => {
  let kept: T[] = [];
  return {
    add: (one) => {
      kept.push(one);
      if (kept.length >= 2 * room) kept = kept.slice(-room);
    },
    all: () => kept.slice(-room).reverse(),
  };
};

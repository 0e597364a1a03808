/** What is to be done at a moment. */
export type Due = { at: number; readonly order: number; task: () => void };

/** Tasks by the moment at which they fall due, and within one moment in the order in which they were added. */
export type Timers = {
  /** The returned function takes it back. */
  add(at: number, task: () => void): () => void;
  /** When the next one falls due; infinite where none waits. */
  next(): number;
  /** Takes out the next one that falls due by `until`. */
  takeNext(until: number): Due | undefined;
  /** All of them fall due so much later. */
  delay(ms: number): void;
};

const takenBack = (): void => {};

/** A binary heap; what was taken back leaves it when its turn comes. */
export const createTimers = (): Timers => {
  const heap: Due[] = [];
  let added = 0;

  const isBefore = (a: Due, b: Due): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);
  const rise = (from: number): void => {
    const due = heap[from] as Due;
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (isBefore(heap[above] as Due, due)) break;
      heap[place] = heap[above] as Due;
      place = above;
    }
    heap[place] = due;
  };
  const sink = (due: Due): void => {
    let place = 0;
    for (let below = 1; below < heap.length; below = 2 * place + 1) {
      if (below + 1 < heap.length && isBefore(heap[below + 1] as Due, heap[below] as Due)) below++;
      if (isBefore(due, heap[below] as Due)) break;
      heap[place] = heap[below] as Due;
      place = below;
    }
    heap[place] = due;
  };
  const take = (): Due | undefined => {
    const first = heap[0];
    const last = heap.pop();
    if (last && heap.length > 0) sink(last);
    return first;
  };
  const dropTakenBack = (): void => {
    while (heap[0]?.task === takenBack) take();
  };

  return {
    add: (at, task) => {
      const due: Due = { at, order: added++, task };
      heap.push(due);
      rise(heap.length - 1);
      return () => {
        due.task = takenBack;
      };
    },
    next: () => {
      dropTakenBack();
      return heap[0]?.at ?? Number.POSITIVE_INFINITY;
    },
    takeNext: (until) => {
      dropTakenBack();
      return (heap[0]?.at ?? Number.POSITIVE_INFINITY) <= until ? take() : undefined;
    },
    delay: (ms) => {
      for (const due of heap) due.at += ms;
    },
  };
};

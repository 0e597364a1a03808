import TinyQueue from 'tinyqueue';

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
const byTurn = (a: Due, b: Due): number => a.at - b.at || a.order - b.order;

/** What was taken back leaves the queue when its turn comes. */
export const createTimers = (): Timers => {
  const queue = new TinyQueue<Due>([], byTurn);
  let added = 0;

  const first = (): Due | undefined => {
    while (queue.peek()?.task === takenBack) queue.pop();
    return queue.peek();
  };
  const next = (): number => first()?.at ?? Number.POSITIVE_INFINITY;

  return {
    add: (at, task) => {
      const due: Due = { at, order: added++, task };
      queue.push(due);
      return () => {
        due.task = takenBack;
      };
    },
    next,
    takeNext: (until) => (next() <= until ? queue.pop() : undefined),
    delay: (ms) => {
      for (const due of queue.data) due.at += ms;
    },
  };
};

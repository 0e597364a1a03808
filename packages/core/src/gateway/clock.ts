/** Time, as a port: epoch milliseconds, and a task to run later (the returned function cancels it). */
export type Clock = { now(): number; schedule(ms: number, task: () => void): () => void };

/** The clock of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  schedule: (ms, task) => {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};

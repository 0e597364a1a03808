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

/** Runs a task at once, or `ms` milliseconds after the task before. A task that waits can be cancelled. */
export const atMostEvery = (clock: Clock, ms: number): ((task: () => void) => unknown) => {
  let last = Number.NEGATIVE_INFINITY;
  return (task) => {
    const run = () => {
      last = clock.now();
      task();
    };
    // A clock that is set back makes none wait for longer.
    const rest = Math.min(ms, last + ms - clock.now());
    return rest > 0 ? clock.schedule(rest, run) : run();
  };
};

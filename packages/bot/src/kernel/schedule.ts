import type { Clock } from '../model/clock.ts';

/** What is done later, or every so often, until the engine is closed. */
export type Schedule = {
  /** Runs `task` every `ms`. */
  every(ms: number, task: () => void): void;
  /** Runs `task` once. */
  after(ms: number, task: () => void): void;
};

/**
 * `every` waits for `begin`: an engine that was only made keeps no process alive. What is done as often as something else, and begun with it, is
 * done in the same turn, in the order in which it was asked for.
 */
export const createSchedule = ({ after: wait }: Clock): Schedule & { begin(): void; close(): void } => {
  /** Of what waits, how the clock takes it back. */
  const timers = new Set<{ stop: () => void }>();
  /** By ms, before the beginning; null after it. */
  let waiting: Map<number, (() => void)[]> | null = new Map();
  let closed = false;

  const after: Schedule['after'] = (ms, task) => {
    if (closed) return;
    const stop = wait(ms, () => {
      timers.delete(timer);
      task();
    });
    const timer = { stop };
    timers.add(timer);
  };

  const repeat = (ms: number, tasks: readonly (() => void)[]): void => {
    const run = (): void => {
      for (const task of tasks) if (!closed) task();
      if (!closed) timer.stop = wait(ms, run);
    };
    const timer = { stop: wait(ms, run) };
    timers.add(timer);
  };

  const every: Schedule['every'] = (ms, task) => {
    if (waiting) waiting.set(ms, [...(waiting.get(ms) ?? []), task]);
    else if (!closed) repeat(ms, [task]);
  };

  return {
    every,
    after,
    begin: () => {
      const begun = waiting ?? [];
      waiting = null;
      if (!closed) for (const [ms, tasks] of begun) repeat(ms, tasks);
    },
    close: () => {
      closed = true;
      for (const { stop } of timers) stop();
      timers.clear();
    },
  };
};

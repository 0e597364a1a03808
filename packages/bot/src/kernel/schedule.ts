import type { Clock } from '../model/clock.ts';

/** What is done later, or every so often, until the engine is closed. */
export type Schedule = {
  /** Runs `task` every `ms`. */
  every(ms: number, task: () => void): void;
  /** Runs `task` once. */
  after(ms: number, task: () => void): void;
};

/** `every` waits for `begin`: an engine that was only made keeps no process alive. */
export const createSchedule = ({ after: wait }: Clock): Schedule & { begin(): void; close(): void } => {
  const timers = new Set<() => void>();
  const begin: (() => void)[] = [];
  let begun = false;
  let closed = false;

  const after: Schedule['after'] = (ms, task) => {
    if (closed) return;
    const stop = wait(ms, () => {
      timers.delete(stop);
      task();
    });
    timers.add(stop);
  };

  const every: Schedule['every'] = (ms, task) => {
    if (!begun) {
      begin.push(() => every(ms, task));
      return;
    }
    after(ms, () => {
      task();
      every(ms, task);
    });
  };

  return {
    every,
    after,
    begin: () => {
      begun = true;
      for (const start of begin) start();
    },
    close: () => {
      closed = true;
      for (const stop of timers) stop();
      timers.clear();
    },
  };
};

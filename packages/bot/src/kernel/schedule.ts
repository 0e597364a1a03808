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
  /** Of what waits, how the clock takes it back. */
  const timers = new Set<{ stop: () => void }>();
  const begin: (() => void)[] = [];
  let begun = false;
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

  const every: Schedule['every'] = (ms, task) => {
    if (!begun) {
      begin.push(() => every(ms, task));
      return;
    }
    if (closed) return;
    const run = (): void => {
      task();
      if (!closed) timer.stop = wait(ms, run);
    };
    const timer = { stop: wait(ms, run) };
    timers.add(timer);
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
      for (const { stop } of timers) stop();
      timers.clear();
    },
  };
};

import type { Clock } from '../model/clock.ts';

/** Tasks that wait, one for each key. */
export type Timers = {
  /** Runs the task after `ms`, in place of what waits under the key. */
  later(key: string, ms: number, task: () => void): void;
  callOff(key: string): void;
  close(): void;
};

export const createTimers = ({ after }: Pick<Clock, 'after'>): Timers => {
  const timers = new Map<string, () => void>();
  const callOff = (key: string): void => {
    timers.get(key)?.();
    timers.delete(key);
  };
  return {
    callOff,
    later: (key, ms, task) => {
      callOff(key);
      timers.set(
        key,
        after(ms, () => {
          timers.delete(key);
          task();
        }),
      );
    },
    close: () => {
      for (const stop of timers.values()) stop();
      timers.clear();
    },
  };
};

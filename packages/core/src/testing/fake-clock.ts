import type { Clock } from '../gateway/clock.ts';

export type FakeClock = Clock & {
  /** Advances time: runs due tasks in order and settles promises in between. */
  advance(ms: number): Promise<void>;
  /** Advances time without running tasks, as in a hidden page or a suspended machine. */
  sleep(ms: number): void;
  /** Number of scheduled tasks. */
  readonly waiting: number;
};

/** Settles every promise that can settle. */
export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
};

/** A clock that only moves when it is advanced. */
export const createFakeClock = (start = Date.parse('2026-01-31T12:00:00.000Z')): FakeClock => {
  let now = start;
  let tasks: { at: number; task: () => void }[] = [];
  return {
    now: () => now,
    get waiting() {
      return tasks.length;
    },
    schedule: (ms, task) => {
      const own = { at: now + ms, task };
      tasks.push(own);
      return () => {
        tasks = tasks.filter((other) => other !== own);
      };
    },
    sleep: (ms) => {
      now += ms;
    },
    advance: async (ms) => {
      const end = now + ms;
      await settled();
      for (;;) {
        const next = tasks.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        tasks = tasks.filter((other) => other !== next);
        now = Math.max(now, next.at);
        next.task();
        await settled();
      }
      now = end;
    },
  };
};

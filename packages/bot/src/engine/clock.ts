import { createTimers } from './timers.ts';

/** Time as the engine sees it. Live, paper and replay differ only in the clock they are given. */
export type Clock = {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Milliseconds with fractions, for measuring how long work took; never for deciding. */
  monotonic(): number;
  /** Runs `task` once, `ms` from now; the returned function takes it back. */
  after(ms: number, task: () => void): () => void;
};

export const realClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, task) => {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};

/** A clock that stands still until it is advanced: replay, backtest and tests. */
export type VirtualClock = Clock & {
  /** Moves on by `ms`, running what falls due in order of time, and in order of registration within one moment; promises settle in between. */
  advance(ms: number): Promise<void>;
  /**
   * Moves on to a moment not before now, within this turn. False, and nothing has happened, where that takes `advance`: something falls
   * due by then, or has been registered since promises last settled.
   */
  moveTo(at: number): boolean;
  /** Lets time pass without anything falling due, as for a machine that slept: all that waits waits as much longer. */
  sleep(ms: number): void;
};

export const createVirtualClock = (start: number): VirtualClock => {
  let now = start;
  let isSettled = false;
  const timers = createTimers();

  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    isSettled = true;
  };

  const runUntil = async (end: number): Promise<void> => {
    await settle();
    for (let due = timers.takeNext(end); due; due = timers.takeNext(end)) {
      now = Math.max(now, due.at);
      due.task();
      await settle();
    }
  };

  return {
    now: () => now,
    monotonic: () => now,
    after: (ms, task) => {
      isSettled = false;
      return timers.add(now + Math.max(0, ms), task);
    },
    advance: async (ms) => {
      const end = now + ms;
      await runUntil(end);
      now = end;
    },
    moveTo: (at) => {
      if (!isSettled || timers.next() <= at) return false;
      now = at;
      return true;
    },
    sleep: (ms) => {
      now += ms;
      timers.delay(ms);
    },
  };
};

// A chain of awaits needs one turn of the microtask queue each; the longest chain in the bot is far shorter than this.
const turns = 24;

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
};

type Due = { at: number; order: number; task: () => void };

export const createVirtualClock = (start: number): VirtualClock => {
  let now = start;
  let order = 0;
  let waiting: Due[] = [];

  const takeNext = (until: number): Due | undefined => {
    let next: Due | undefined;
    for (const due of waiting) {
      if (due.at > until) continue;
      if (!next || due.at < next.at || (due.at === next.at && due.order < next.order)) next = due;
    }
    if (next) waiting = waiting.filter((due) => due !== next);
    return next;
  };

  const runUntil = async (end: number): Promise<void> => {
    await settle();
    for (let due = takeNext(end); due; due = takeNext(end)) {
      now = Math.max(now, due.at);
      due.task();
      await settle();
    }
  };

  return {
    now: () => now,
    monotonic: () => now,
    after: (ms, task) => {
      const due: Due = { at: now + Math.max(0, ms), order: order++, task };
      waiting.push(due);
      return () => {
        waiting = waiting.filter((other) => other !== due);
      };
    },
    advance: async (ms) => {
      const end = now + ms;
      await runUntil(end);
      now = end;
    },
  };
};

// A chain of awaits needs one turn of the microtask queue each; the longest chain in the bot is far shorter than this.
const turns = 24;
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < turns; turn++) await Promise.resolve();
};

import { type Elapsed, elapsedOf, type Instant, instantOf, later } from './moment.ts';
import { createTimers } from './timers.ts';

export { type Elapsed, elapsedOf, type Instant, instantOf, later, since } from './moment.ts';

/** Time as the engine sees it. Live, paper and replay differ only in the clock they are given. */
export type Clock = {
  /** For records, UTC days and expiry dates: it may be set at any time. */
  now(): Instant;
  /** For ages, deadlines, cooldowns and latencies. */
  monotonic(): Elapsed;
  /** Runs `task` once, `ms` of the monotonic clock from now; the returned function takes it back. */
  after(ms: number, task: () => void): () => void;
  /** Of a clock that is advanced by hand: it stands still while something is being processed that goes on in microtasks. */
  hold?(isHeld: boolean): void;
};

export const realClock: Clock = {
  now: () => instantOf(Date.now()),
  monotonic: () => elapsedOf(performance.now()),
  after: (ms, task) => {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};

/** The moment of the monotonic clock at which a record was written, by what the wall clock says now: one of the future was written just now. */
export const passedOf = (clock: Clock, at: number): Elapsed => later(clock.monotonic(), -Math.max(0, clock.now() - at));

/** A clock that stands still until it is advanced: replay, backtest and tests. Its monotonic time begins at 0. */
export type VirtualClock = Clock & {
  /** Moves on by `ms`, running what falls due in order of time, and in order of registration within one moment; promises settle in between. */
  advance(ms: number): Promise<void>;
  /** The same for one who has begun nothing since promises last settled: they settle first only if something has been registered. */
  goOn(ms: number): Promise<void>;
  /**
   * Moves on to a moment not before now, within this turn. False, and nothing has happened, where that takes `advance`: something falls
   * due by then, or has been registered since promises last settled.
   */
  moveTo(at: number): boolean;
  /** In how many ms the next thing falls due; infinite where nothing waits. */
  untilNext(): number;
  /** Lets time pass on both clocks without anything falling due: all that waits waits as much longer. */
  sleep(ms: number): void;
  /** Sets the wall clock by so many ms, back where negative. A suspended machine wakes up like this: its monotonic clock stood still. */
  stepWall(byMs: number): void;
};

export const createVirtualClock = (start: number): VirtualClock => {
  /** Of the monotonic clock, in ms. */
  let passed = 0;
  /** The wall clock when the monotonic one began. */
  let origin = start;
  let isSettled = false;
  let isHeld = false;
  const timers = createTimers();

  const settle = async (): Promise<void> => {
    for (let round = 0, quiet = 0; round < rounds || quiet < roundsAfterHold; round++) {
      await settled;
      quiet = isHeld ? 0 : quiet + 1;
    }
    isSettled = true;
  };

  const runUntil = async (end: number): Promise<void> => {
    for (let due = timers.takeNext(end); due; due = timers.takeNext(end)) {
      passed = Math.max(passed, due.at);
      due.task();
      await settle();
    }
    passed = end;
  };

  return {
    now: () => instantOf(origin + passed),
    monotonic: () => elapsedOf(passed),
    after: (ms, task) => {
      isSettled = false;
      return timers.add(passed + Math.max(0, ms), task);
    },
    hold: (held) => {
      isHeld = held;
    },
    advance: async (ms) => {
      const end = passed + ms;
      await settle();
      await runUntil(end);
    },
    goOn: async (ms) => {
      const end = passed + ms;
      if (!isSettled) await settle();
      await runUntil(end);
    },
    moveTo: (at) => {
      if (!isSettled || timers.next() <= at - origin) return false;
      passed = at - origin;
      return true;
    },
    untilNext: () => Math.max(0, timers.next() - passed),
    sleep: (ms) => {
      passed += ms;
      timers.delay(ms);
    },
    stepWall: (byMs) => {
      origin += byMs;
    },
  };
};

// A chain of awaits needs one round of the microtask queue each; the longest chain in the bot is far shorter than this.
const rounds = 24;
const settled = Promise.resolve();
/** What has waited for the end of what held the clock goes on in so many rounds. */
const roundsAfterHold = 12;

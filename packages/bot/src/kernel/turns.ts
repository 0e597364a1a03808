import { type Clock, since } from '../model/clock.ts';
import type { BookUpdated } from '../model/event.ts';
import { keptMessage } from '../model/feed-event.ts';
import { type Elapsed, type Instant, instantOf } from '../model/moment.ts';
import type { Drawn, Input, JournalEntry, Turn } from './input.ts';

/** Receives what enters the engine, in the order in which it is processed: enough to process it again. */
export type InputListener = {
  /** The next message of a feed may be the same object. */
  message(event: BookUpdated): void;
  input(input: Input): void;
  /** What the journal gave, and what it was given. */
  journal(entry: JournalEntry): void;
  /** The clock was read neither in a turn nor from outside: what follows from it depends on chance. */
  stray?(): void;
};

/**
 * The one entry of the engine. What comes from outside is processed in turns, one after the other. The clock is read once for a turn, when
 * its input arrives; a message about a book brings its own moment. The clock of the engine's parts stands at the moment of the turn.
 */
export type Turns = {
  /** `after` sets a timer of the real clock; its firing is a turn. */
  readonly clock: Clock;
  /** Processes an input: at once, or when the turns before it are over. */
  enter(input: Turn, task: () => void): void;
  /** As `enter`, for a message about a book, which costs next to nothing. Its moment is when its bytes were read. */
  message(event: BookUpdated, task: (event: BookUpdated) => void): void;
  /** Reads the state from outside: at the moment of now, and without a turn. */
  read<T>(look: () => T): T;
  /** Whether a turn is being processed, and no read from outside. */
  isInside(): boolean;
  /** Notes what came from outside in the midst of a turn. */
  drew(drawn: Drawn): void;
  /** Notes what the journal gave or was given. */
  noted(entry: JournalEntry): void;
  /** The same answer, given when no turn is being processed. */
  answered<T>(answer: Promise<T>): Promise<T>;
};

type Options = {
  readonly clock: Clock;
  readonly listener?: InputListener | undefined;
  /** Receives how long each message took, in ms. */
  readonly took?: ((ms: number) => void) | undefined;
};

type Moment = { readonly at: Instant; readonly elapsed: Elapsed };

/** A turn ends after so many rounds of the microtask queue: every chain of awaits in the engine is shorter. */
const rounds = 16;
/** Nothing in the engine awaits these. */
const atOnce: ReadonlySet<Turn['kind']> = new Set(['event', 'log', 'notice']);

/** Begins with the turn in which the engine is made: that ends when `ready` is called. */
export const createTurns = ({ clock, listener, took }: Options): Turns & { ready(): void } => {
  let at = clock.now();
  let elapsed = clock.monotonic();
  let isBusy = true;
  let isRead = false;
  let isGoingOn = false;
  let timers = 0;
  const queue: (() => void)[] = [];
  let idle: (() => void)[] = [];

  const tell = (input: Turn | Drawn): void => listener?.input({ ...input, at, elapsed });

  const goOn = (): void => {
    if (isGoingOn) return;
    isGoingOn = true;
    try {
      while (!isBusy) {
        const run = queue.shift();
        if (run === undefined) return;
        run();
      }
    } finally {
      isGoingOn = false;
      // Where one of them threw, the others are processed all the same.
      if (!isBusy && queue.length > 0) queueMicrotask(goOn);
    }
  };

  const next = (): void => {
    isBusy = false;
    clock.hold?.(false);
    const released = idle;
    idle = [];
    for (const release of released) release();
    goOn();
  };

  // What an answer or a timer resolves goes on in microtasks, and they belong to its turn.
  // One function for all rounds: there are more of them than of anything else.
  let left = 0;
  const round = (): void => {
    if (left-- > 0) queueMicrotask(round);
    else next();
  };
  const settle = (): void => {
    left = rounds;
    queueMicrotask(round);
  };

  /** Ends a turn that nothing goes on after. */
  const over = (): void => {
    isBusy = false;
    if (queue.length > 0) goOn();
  };

  const take = (input: Turn, moment: Moment, task: () => void): void => {
    isBusy = true;
    ({ at, elapsed } = moment);
    tell(input);
    try {
      task();
    } finally {
      if (atOnce.has(input.kind)) over();
      else {
        clock.hold?.(true);
        settle();
      }
    }
  };

  const enter: Turns['enter'] = (input, task) => {
    const moment = { at: clock.now(), elapsed: clock.monotonic() };
    if (isBusy) queue.push(() => take(input, moment, task));
    else take(input, moment, task);
  };

  const takeMessage = (event: BookUpdated, task: (event: BookUpdated) => void): void => {
    isBusy = true;
    // What was read before the last turn is taken at that moment: time never goes back.
    if (event.received >= elapsed) {
      elapsed = event.received;
      at = instantOf(event.at);
    }
    listener?.message(event);
    try {
      task(event);
    } finally {
      over();
    }
  };

  tell({ kind: 'made' });
  const stand = (): void => {
    if (!isBusy && !isRead) listener?.stray?.();
  };

  return {
    clock: {
      now: () => {
        stand();
        return at;
      },
      monotonic: () => {
        stand();
        return elapsed;
      },
      after: (ms, task) => {
        const timer = ++timers;
        return clock.after(ms, () => enter({ kind: 'timer', timer }, task));
      },
    },
    enter,
    message: (event, task) => {
      const began = clock.monotonic();
      const isUsable = event.received <= began && Number.isFinite(event.at);
      if (!isUsable) {
        const kept = keptMessage(event);
        enter({ kind: 'event', exchange: event.exchange, event: kept }, () => task(kept));
        return;
      }
      if (isBusy) {
        const kept = keptMessage(event);
        queue.push(() => takeMessage(kept, task));
        return;
      }
      takeMessage(event, task);
      took?.(since(began, clock.monotonic()));
    },
    read: (look) => {
      const before = { at, elapsed, isRead };
      isRead = true;
      at = clock.now();
      elapsed = clock.monotonic();
      try {
        return look();
      } finally {
        ({ at, elapsed, isRead } = before);
      }
    },
    isInside: () => isBusy && !isRead,
    drew: tell,
    noted: (entry) => listener?.journal(entry),
    answered: (answer) => {
      const idled = () =>
        new Promise<void>((resolve) => {
          if (isBusy) idle.push(resolve);
          else resolve();
        });
      return answer.finally(idled);
    },
    ready: next,
  };
};

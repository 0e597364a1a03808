import { Worker } from 'node:worker_threads';
import { createMovesMaker, createStretch, type MovesOptions, type Stretch } from './moves-maker.ts';
import { createRing, createRingReader } from './moves-ring.ts';
import type { Showed } from './nearest.ts';

/** What a simulated market does in a run, a stretch at a time. */
export type MovesAhead = {
  /** The next steps, no later one than `last`; they are read before the next are asked for. */
  next(last: number): Promise<Stretch>;
  /** What the exchanges showed in so many steps, which were all given; nothing is asked for after it. */
  end(steps: number): Promise<readonly Showed[]>;
  close(): void;
};

/** What its thread is given, and answers at the end. */
export type MovesWork = { readonly options: MovesOptions; readonly ring: SharedArrayBuffer };
export type MovesShown = { readonly steps: number; readonly showed: readonly Showed[] };

/** A shorter run is over before a thread has begun. */
const leastAhead = 40_000;

// The sources are run as they are; a build puts the thread's program beside the file that this has become a part of.
const fromSource = import.meta.url.endsWith('.ts');
const program = new URL(fromSource ? './moves-worker.ts' : './moves-worker.js', import.meta.url);

/**
 * Makes the market of a run that goes to a last step, if nothing ends it before: on a thread of its own that is ahead of who reads it, as the market
 * takes nothing from the bot. `mayHaveThread`: false, and it is made as it is asked for.
 */
export const movesAhead = (options: MovesOptions, last: number, mayHaveThread = last >= leastAhead): MovesAhead =>
  mayHaveThread ? onThread(options, last) : asAsked(options);

const asAsked = (options: MovesOptions): MovesAhead => {
  const maker = createMovesMaker(options);
  const stretch = createStretch();
  return {
    next: async (last) => {
      maker.fill(stretch, last);
      return stretch;
    },
    end: async (steps) => (maker.steps() === steps ? maker.showed() : showedAfter(options, steps)),
    close: () => {},
  };
};

/** Makes the market again from its beginning, as the first one has gone too far. */
const showedAfter = (options: MovesOptions, steps: number): readonly Showed[] => {
  const maker = createMovesMaker(options);
  const stretch = createStretch();
  while (maker.steps() < steps) maker.fill(stretch, steps);
  return maker.showed();
};

const onThread = (options: MovesOptions, last: number): MovesAhead => {
  const ring = createRing(last);
  const reader = createRingReader(ring);
  const thread = new Worker(program, {
    workerData: { options, ring } satisfies MovesWork,
    execArgv: fromSource ? ['--conditions=triquad-source'] : [],
  });
  const { promise: shown, resolve, reject } = Promise.withResolvers<MovesShown>();
  let failure: Error | null = null;
  const fail = (error: Error): void => {
    failure ??= error;
    reject(failure);
    reader.wake();
  };
  thread.on('message', resolve);
  thread.on('error', fail);
  thread.on('exit', (code) => fail(new Error(`the simulated market ended by itself, with code ${code}`)));
  // `next` throws the failure as well.
  shown.catch(() => {});
  const check = (): void => {
    if (failure !== null) throw failure;
  };
  return {
    next: (until) => reader.next(until, check),
    end: async (steps) => {
      reader.end();
      const { steps: made, showed } = await shown;
      return made === steps ? showed : showedAfter(options, steps);
    },
    close: () => void thread.terminate(),
  };
};

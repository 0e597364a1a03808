import { Refusal } from './problem.ts';

/** Work that takes much of the machine, a little at a time: who comes later waits, and not too many do. */
export interface Queue {
  /** Does the work in its turn, or refuses it at once when too many wait. */
  run<T>(work: () => Promise<T>): Promise<T | Refusal>;
  isFull(): boolean;
}

export interface QueueOptions {
  readonly atOnce: number;
  readonly waiting: number;
  /** What those hear who would be too many. */
  readonly refusal: Refusal;
}

export function createQueue({ atOnce, waiting: most, refusal }: QueueOptions): Queue {
  let running = 0;
  const waiting: (() => void)[] = [];
  const isFull = () => waiting.length >= most;
  return {
    isFull,
    async run(work) {
      if (running >= atOnce) {
        if (isFull()) return refusal;
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else running += 1;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}

/** Searches of what is kept: each goes through many thousands of entries. */
export const searchQueue = (): Queue =>
  createQueue({
    atOnce: 1,
    waiting: 20,
    refusal: new Refusal(429, 'too_many_searches', 'Too many search at once.', { retryAfterSeconds: 1 }),
  });

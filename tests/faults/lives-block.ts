import { isDeepStrictEqual } from 'node:util';
import { parentPort } from 'node:worker_threads';
import { liveThrough } from '../../packages/bot/src/engine/faulty-life.suite.ts';
import { breathe, worked } from '../../packages/bot/src/engine/scale.suite.ts';

export type Tally = Record<string, number>;
/** What became of a block of seeds. */
export type Block = {
  readonly from: number;
  /** The first seed that is not in it. */
  readonly to: number;
  readonly failures: readonly { readonly seed: number; readonly what: string }[];
  readonly cpu_ms: number;
  /** What happened in these lives, and how often. */
  readonly tally: Tally;
  /** In how many of them each of `shares` happened; left out by earlier versions. */
  readonly census?: Tally;
};

/** What the lives are for, by what is counted of it: a run in which one of these is rare proves little. */
const shares: Readonly<Record<string, RegExp>> = {
  'a guard fired': /^(trips: |halts: (?!kill))/,
  'a cycle was seen at the end': /^lives that saw cycles$/,
  'an execution ended': /^(completed|unwound|stranded|failed)$/,
  'an execution earned': /^completed$/,
  'something was left behind': /^stranded$/,
  'the process crashed': /^crashes$/,
};
const censusOf = (tally: Tally): Tally =>
  Object.fromEntries(
    Object.entries(shares).map(([what, which]) => [what, Object.keys(tally).some((name) => which.test(name)) ? 1 : 0]),
  );

/** Adds to the first what the second counts. */
export const add = (sums: Tally, more: Tally): Tally => {
  for (const [what, times] of Object.entries(more)) sums[what] = (sums[what] ?? 0) + times;
  return sums;
};

/** What is wrong with that life; null when nothing is. */
const faultOf = async (seed: number, tally: Tally, census: Tally): Promise<string | null> => {
  try {
    const life = await liveThrough(seed);
    add(tally, life.tally);
    add(census, censusOf(life.tally));
    return isDeepStrictEqual(life.found, life.wanted)
      ? null
      : JSON.stringify({ found: life.found, wanted: life.wanted });
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
};

/** Lives through the seeds from `from` to `to`, `to` left out. */
export const liveBlock = async (from: number, to: number): Promise<Block> => {
  const [failures, tally, census, began] = [[] as { seed: number; what: string }[], {} as Tally, {} as Tally, worked()];
  for (let seed = from; seed < to; seed++) {
    const what = await faultOf(seed, tally, census);
    if (what !== null) failures.push({ seed, what });
    if (seed % 50 === 0) await breathe();
  }
  return { from, to, failures, cpu_ms: Math.round(worked() - began), tally, census };
};

// As a thread: each message asks for a block.
parentPort?.on('message', async ({ from, to }: { readonly from: number; readonly to: number }) => {
  parentPort?.postMessage(await liveBlock(from, to));
});

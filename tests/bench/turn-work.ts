import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** When a turn of the loop ended, in UTC milliseconds, and what the thread had worked in it, in milliseconds. */
export type TurnWork = readonly [at: number, worked: number];

/** The variable that names the file to write. */
export const turnFile = 'TRIQUAD_BENCH_TURNS';

const worked = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Loaded before a program (`--import`) it notes each turn of its main loop, and writes them down when it ends. */
const file = process.env[turnFile];
if (isMainThread && file !== undefined) {
  const turns: TurnWork[] = [];
  let before = worked();
  const note = (): void => {
    turns.push([Date.now(), worked() - before]);
    before = worked();
    // One that is not waited for leaves the loop asleep until something happens.
    setImmediate(note).unref();
  };
  setImmediate(note).unref();
  process.on('exit', () => writeFileSync(file, JSON.stringify(turns)));
}

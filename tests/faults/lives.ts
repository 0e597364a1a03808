import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { missingFrom } from '../../packages/bot/src/engine/faulty-seeds.suite.ts';
import { add, type Block, liveBlock, type Tally } from './lives-block.ts';

/**
 * Lives through the seeds `--from` to `--to`, `--to` left out, in so many threads as `--workers` says, and writes one line per block of
 * seeds to `--file`: a run that was ended goes on where it stopped. Several may run at once, with other seeds and another file. A program
 * of its own, because the test runner makes each life half as long again. In the end it prints what happened how often, and in which share
 * of the lives.
 */
const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '0' },
    to: { type: 'string', default: '1000000' },
    file: { type: 'string', default: 'lives.jsonl' },
    workers: { type: 'string', default: '1' },
  },
});
const [from, to, workers] = [Number(values.from), Number(values.to), Number(values.workers)];
if (!Number.isInteger(from) || !Number.isInteger(to) || from < 0 || to <= from) {
  console.error(`--from and --to must be whole numbers, and --to the greater one: ${values.from}, ${values.to}`);
  process.exit(2);
}
if (!Number.isInteger(workers) || workers < 1) {
  console.error(`--workers must be a whole number from 1: ${values.workers}`);
  process.exit(2);
}
const blockSize = 1_000;

/** `commit`: the version whose lives they were. */
type Line = Block & { readonly commit: string };

const lines: Line[] = existsSync(values.file)
  ? readFileSync(values.file, 'utf8')
      .split('\n')
      .filter((line) => line.endsWith('}'))
      .map((line) => JSON.parse(line) as Line)
  : [];
const done = new Set(lines.map((line) => line.from));
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();

const take = (block: Block): void => {
  for (const { seed, what } of block.failures)
    console.error(`seed ${seed}: again with TRIQUAD_SEED=${seed} npm run faults -- faulty-seeds\n${what}`);
  const line: Line = { commit, ...block };
  appendFileSync(values.file, `${JSON.stringify(line)}\n`);
  lines.push(line);
};

let first = from - blockSize;
/** The next block that is not lived through; null after the last. */
const next = (): { readonly from: number; readonly to: number } | null => {
  do first += blockSize;
  while (done.has(first));
  return first < to ? { from: first, to: Math.min(first + blockSize, to) } : null;
};

/** Has a thread live through one block after the other. */
const inThread = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('lives-block.ts', import.meta.url));
    const goOn = (): void => {
      const block = next();
      if (block) worker.postMessage(block);
      else void worker.terminate().then(() => resolve());
    };
    worker.on('message', (block: Block) => {
      take(block);
      goOn();
    });
    worker.on('error', reject);
    goOn();
  });

if (workers > 1) await Promise.all(Array.from({ length: workers }, inThread));
else for (let block = next(); block; block = next()) take(await liveBlock(block.from, block.to));

const lives = lines.reduce((sum, block) => sum + block.to - block.from, 0);
const failed = lines.flatMap(({ failures }) => failures.map(({ seed }) => seed));
const sums = lines.reduce((all, { tally }) => add(all, tally), {} as Tally);
const missing = missingFrom(sums);
const counted = lines.filter(({ census }) => census !== undefined);
const countedLives = counted.reduce((sum, block) => sum + block.to - block.from, 0);
const census = counted.reduce((all, { census = {} }) => add(all, census), {} as Tally);
console.log(sums);
for (const [what, lives] of Object.entries(census))
  console.log(`in ${((100 * lives) / countedLives).toFixed(1)} % of ${countedLives} lives ${what}`);
console.log(`${lives} lives, ${failed.length} failed${failed.length > 0 ? `: ${failed.join(', ')}` : ''}`);
if (missing.length > 0) console.log(`this never happened, so that it is not proven: ${missing.join(', ')}`);
process.exitCode = failed.length + missing.length > 0 ? 1 : 0;

import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { liveThrough } from '../../packages/bot/src/engine/faulty-life.suite.ts';
import { missingFrom } from '../../packages/bot/src/engine/faulty-seeds.suite.ts';
import { breathe, worked } from '../../packages/bot/src/engine/scale.suite.ts';

/**
 * Lives through the seeds `--from` to `--to`, `--to` left out, and writes one line per block of seeds to `--file`: a run that was ended
 * goes on where it stopped. Several may run at once, with other seeds and another file. A program of its own, because the test runner
 * makes each life half as long again. In the end it prints what happened how often, and in which share of the lives.
 */
const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '0' },
    to: { type: 'string', default: '1000000' },
    file: { type: 'string', default: 'lives.jsonl' },
  },
});
const [from, to] = [Number(values.from), Number(values.to)];
if (!Number.isInteger(from) || !Number.isInteger(to) || from < 0 || to <= from) {
  console.error(`--from and --to must be whole numbers, and --to the greater one: ${values.from}, ${values.to}`);
  process.exit(2);
}
const blockSize = 1_000;

type Tally = Record<string, number>;
type Block = {
  /** The version whose lives they were. */
  readonly commit: string;
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

const blocks: Block[] = existsSync(values.file)
  ? readFileSync(values.file, 'utf8')
      .split('\n')
      .filter((line) => line.endsWith('}'))
      .map((line) => JSON.parse(line) as Block)
  : [];
const done = new Set(blocks.map((block) => block.from));
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();

const add = (sums: Tally, more: Tally): Tally => {
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

for (let first = from; first < to; first += blockSize) {
  if (done.has(first)) continue;
  const last = Math.min(first + blockSize, to);
  const [failures, tally, census, began] = [[] as { seed: number; what: string }[], {} as Tally, {} as Tally, worked()];
  for (let seed = first; seed < last; seed++) {
    const what = await faultOf(seed, tally, census);
    if (what !== null) {
      failures.push({ seed, what });
      console.error(`seed ${seed}: again with TRIQUAD_SEED=${seed} npm run faults -- faulty-seeds\n${what}`);
    }
    if (seed % 50 === 0) await breathe();
  }
  const cpu_ms = Math.round(worked() - began);
  const block: Block = { commit, from: first, to: last, failures, cpu_ms, tally, census };
  appendFileSync(values.file, `${JSON.stringify(block)}\n`);
  blocks.push(block);
}

const lives = blocks.reduce((sum, block) => sum + block.to - block.from, 0);
const failed = blocks.flatMap(({ failures }) => failures.map(({ seed }) => seed));
const sums = blocks.reduce((all, { tally }) => add(all, tally), {} as Tally);
const missing = missingFrom(sums);
const counted = blocks.filter(({ census }) => census !== undefined);
const countedLives = counted.reduce((sum, block) => sum + block.to - block.from, 0);
const census = counted.reduce((all, { census = {} }) => add(all, census), {} as Tally);
console.log(sums);
for (const [what, lives] of Object.entries(census))
  console.log(`in ${((100 * lives) / countedLives).toFixed(1)} % of ${countedLives} lives ${what}`);
console.log(`${lives} lives, ${failed.length} failed${failed.length > 0 ? `: ${failed.join(', ')}` : ''}`);
if (missing.length > 0) console.log(`this never happened, so that it is not proven: ${missing.join(', ')}`);
process.exitCode = failed.length + missing.length > 0 ? 1 : 0;

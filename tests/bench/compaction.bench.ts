import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { segmentFacts } from '../../packages/bot/src/journal/sealed-file.ts';
import { openSqliteStore, openStoreHere } from '../../packages/bot/src/journal/sqlite.ts';
import { executionFacts, factsAnExecution } from '../../packages/bot/src/kernel/long-history.suite.ts';
import type { Fact } from '../../packages/bot/src/model/event.ts';
import { printTable } from './table.ts';

const segments = 3;
/** Facts that are appended while it compacts: as by an execution each so many ms. */
const executionEachMs = 50;
const batch = 100;
const dayMs = 86_400_000;

const dataDir = mkdtempSync(join(tmpdir(), 'triquad-compaction-'));
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
const file = join(dataDir, 'journal.sqlite');
const began = Date.now() - 200 * dayMs;
let executions = 0;
const grown = openStoreHere<Fact>(file);
while (grown.lastSeq() < segments * segmentFacts + 1_000) {
  grown.append(Array.from({ length: batch }, () => executionFacts(executions++, began)).flat());
}
// Only what a snapshot covers may leave the database.
grown.saveSnapshot('engine', { seq: grown.lastSeq(), state: {} });
await grown.close();

/** What this thread has worked, in ms. */
const worked = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

const store = openSqliteStore<Fact>(file);
const appendOne = (): void => void store.append(executionFacts(executions++, Date.now()));
/** The work of the main thread in each millisecond or turn of its loop, and how long each commit was waited for, in ms, while `until` is not settled. */
const observe = async (until: Promise<unknown>): Promise<{ turns: number[]; commits: number[]; ms: number }> => {
  let isOver = false;
  const over = until.finally(() => {
    isOver = true;
  });
  const [turns, commits]: [number[], number[]] = [[], []];
  const from = performance.now();
  let waiting: { seq: number; at: number } | null = null;
  let dueAt = from;
  store.onCommitted((seq) => {
    if (waiting === null || seq < waiting.seq) return;
    commits.push(performance.now() - waiting.at);
    waiting = null;
  });
  for (let before = worked(); !isOver; before = worked()) {
    if (waiting === null && performance.now() >= dueAt) {
      const at = performance.now();
      appendOne();
      waiting = { seq: store.lastSeq(), at };
      dueAt = at + executionEachMs;
    }
    await pause(1);
    turns.push(worked() - before);
  }
  await over;
  return { turns, commits, ms: performance.now() - from };
};

const share = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(part * values.length))] ?? Number.NaN;

const alone = await observe(pause(3_000));
const compacting = store.compact(Date.now() - 90 * dayMs);
const meanwhile = await observe(compacting);
const { facts, files } = await compacting;
await store.close();
if (facts !== segments * segmentFacts) throw new Error(`${facts} facts were moved`);

const ms = (value: number): string => `${value.toFixed(2)} ms`;
const row = (name: string, of: (one: typeof alone) => number): string[] => [
  name,
  ms(of(alone)),
  ms(of(meanwhile)),
  `${(of(meanwhile) / of(alone)).toFixed(2)}×`,
];
printTable(
  `${facts.toLocaleString('en')} facts move into ${files.length} files in ${(meanwhile.ms / 1_000).toFixed(1)} s, ${factsAnExecution} facts come each ${executionEachMs} ms (load ${loadavg()[0]?.toFixed(1)})`,
  ['', 'alone', 'while it compacts', 'ratio'],
  [
    row('work of the main thread in a turn, p99', ({ turns }) => share(turns, 0.99)),
    row('most work in one', ({ turns }) => share(turns, 1)),
    row('a commit, median', ({ commits }) => share(commits, 0.5)),
    row('a commit, p99', ({ commits }) => share(commits, 0.99)),
  ],
);

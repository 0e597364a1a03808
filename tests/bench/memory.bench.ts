import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createEngine } from '../../packages/bot/src/engine/engine.ts';
import { openStoreHere } from '../../packages/bot/src/journal/sqlite.ts';
import { createVirtualClock } from '../../packages/bot/src/model/clock.ts';
import { defaultConfig } from '../../packages/bot/src/model/config.ts';
import type { Fact } from '../../packages/bot/src/model/event.ts';
import { createArchive } from '../../packages/bot/src/server/archive.ts';
import { openServerDatabase } from '../../packages/bot/src/server/database.ts';
import { createUuids } from '../../packages/bot/src/server/uuid.ts';
import { createPaperExchange } from '../../packages/bot/src/venues/paper/paper.ts';
import { simulatedMarket } from '../../packages/bot/src/venues/simulated/simulated.ts';
import { simulatedExchanges } from '../../packages/bot/src/venues/simulated/simulated-universe.ts';
import { printTable } from './table.ts';

/** A day of the market, for which a quiet core needs a quarter of an hour; TRIQUAD_HOURS names another number, 4 or more. */
const hours = Number(process.env.TRIQUAD_HOURS ?? 24);
/** Until then the lists that hold the last opportunities, decisions, log entries and orders fill: that is not counted. */
const fillingHours = 2;
if (!(hours >= 2 * fillingHours)) throw new Error(`TRIQUAD_HOURS must be at least ${2 * fillingHours}`);
const start = Date.UTC(2026, 0, 31);
const HOUR_MS = 3_600_000;
const STEP_MS = 10_000;
const SAMPLE_MS = HOUR_MS / 6;
const MIB = 1024 ** 2;

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
/** What is held after everything that can go has gone, in MiB. */
const held = (): number => {
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MIB;
};

/** Of the straight line of least squares through the values, a step each. */
const slope = (values: readonly number[]): number => {
  const mean = (all: readonly number[]) => all.reduce((sum, value) => sum + value, 0) / all.length;
  const [middle, average] = [(values.length - 1) / 2, mean(values)];
  const above = values.reduce((sum, value, at) => sum + (at - middle) * (value - average), 0);
  return above / values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
};

const dataDir = mkdtempSync(join(tmpdir(), 'triquad-memory-'));
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
const clock = createVirtualClock(start);
// On this thread, because real commits take no time of the virtual clock.
const store = openStoreHere<Fact>(join(dataDir, 'journal.sqlite'));
const database = openServerDatabase(dataDir);
const exchanges = simulatedMarket({ clock, seed: 7 }).map((feed) => createPaperExchange(feed, clock));
const parameters = {
  ...defaultConfig.parameters,
  enabled_exchanges: [...simulatedExchanges],
  min_profit_threshold: 0.1,
};
const config = {
  ...defaultConfig,
  parameters,
  assets: {},
  cooldown_after_failure_seconds: 1,
  stop_loss_pct: 100,
  max_daily_drawdown_pct: 100,
};
const engine = createEngine({ exchanges, clock, store, ids: createUuids(clock.now), config });
const archive = createArchive(database, engine, store, (error) => {
  throw error;
});
let executions = 0;
engine.subscribe(({ type }) => {
  if (type === 'ExecutionFinished') executions += 1;
});
await engine.start();
await clock.advance(STEP_MS);
const started = await engine.command({ type: 'StartBot', parameters: {} });
if (!started.ok) throw new Error(started.detail);

const began = performance.now();
const samples: number[] = [];
for (let passed = STEP_MS; passed <= hours * HOUR_MS; passed += STEP_MS) {
  await clock.advance(STEP_MS);
  // The store writes and the archive reads in turns of their own.
  await new Promise(setImmediate);
  if (passed % SAMPLE_MS === 0) samples.push(held());
}
const seconds = (performance.now() - began) / 1_000;
const facts = store.lastSeq();
const { lifecycle } = engine.state();
archive.stop();
await engine.close();
await store.close();
database.close();

const anHour = HOUR_MS / SAMPLE_MS;
const growth = slope(samples.slice(fillingHours * anHour - 1)) * anHour;
const mib = (value: number | undefined): string => `${(value ?? Number.NaN).toFixed(1)} MiB`;
printTable(
  `${hours} h of a simulated market of ${exchanges.length} exchanges: engine, journal and archive (the bot is ${lifecycle})`,
  ['', 'ours'],
  [
    [`memory an hour, after the first ${fillingHours}`, mib(growth)],
    ['of what is held', `${((growth / (samples.at(-1) ?? Number.NaN)) * 100).toFixed(2)} %`],
    ['held after 1 h', mib(samples[anHour - 1])],
    [`held after ${fillingHours} h, the lists are full`, mib(samples[fillingHours * anHour - 1])],
    [`held after ${hours} h`, mib(samples.at(-1))],
    ['facts', facts.toLocaleString('en-US')],
    ['executions', executions.toLocaleString('en-US')],
    ['time it took', `${seconds.toFixed(0)} s`],
  ],
);

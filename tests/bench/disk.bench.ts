import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { openStoreHere } from '../../packages/bot/src/journal/sqlite.ts';
import type { Fact } from '../../packages/bot/src/model/event.ts';
import { simulatedExchanges } from '../../packages/bot/src/venues/simulated/simulated-universe.ts';
import { createDiskShim, type DiskShim, hasDiskShim } from '../faults/disk-shim.ts';
import { attend } from '../harness/attend.ts';
import { type Bot, startBot, temporaryFolder } from '../harness/bot.ts';
import { listen } from '../harness/listener.ts';
import { printTable } from './table.ts';
import { type TurnWork, turnFile } from './turn-work.ts';

const slowMs = 50;
const turns = 5;
const turnMs = 6_000;
/** The market is hurried: executions that fail in a row must not end the others. */
const attendMs = 1_000;
const limits = { lagMs: 10, mainSyncs: 0, waits: 1 };
/** The resolution of the bot's own monitor, which is part of what it says. */
const monitorMs = 10;

/** So that executions run all the time, and nothing the market does ends them. */
const config = {
  enabled_exchanges: [...simulatedExchanges],
  min_profit_threshold: 0.1,
  max_concurrent_orders: 20,
  max_capital_per_route: 500,
  total_capital: 1_000_000,
  max_daily_drawdown_pct: 100,
  risk: { assets: {}, cooldown_after_failure_seconds: 0, stop_loss_pct: 100 },
};

/** What one stretch of time with disks of one kind has shown. */
type Turn = { from: number; to: number; lagMs: number; idleLagMs: number; mainSyncs: number; syncs: number };

/** Some seconds of a running bot whose every sync takes so long. */
async function take(bot: Bot, shim: DiskShim, syncMs: number): Promise<Turn> {
  shim.set({ sync_ms: syncMs });
  // What still waits for the disk as it was before is none of this turn.
  await pause(4 * slowMs);
  await metricsOf(bot);
  const [mainSyncs, syncs, from] = [shim.get('main_syncs'), shim.get('syncs'), Date.now()];
  // This process does nothing meanwhile: what its loop is late is the machine's doing.
  const idle = monitorEventLoopDelay({ resolution: monitorMs });
  idle.enable();
  for (let passed = 0; passed < turnMs; passed += attendMs) {
    await pause(attendMs);
    await attend(bot);
  }
  idle.disable();
  const lagMs = Math.max(0, (await lagOf(bot)) - monitorMs);
  return {
    from,
    to: Date.now(),
    lagMs,
    idleLagMs: Math.max(0, idle.percentile(99) / 1e6 - monitorMs),
    mainSyncs: shim.get('main_syncs') - mainSyncs,
    syncs: shim.get('syncs') - syncs,
  };
}

/** What the bot tells of itself; each call restarts its measurement of the event loop. */
async function metricsOf({ url, token }: Bot): Promise<string> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`the metrics are ${response.status}`);
  return response.text();
}

/** The 99th percentile of the event loop's delay since the last call, in ms. */
async function lagOf(bot: Bot): Promise<number> {
  const metrics = await metricsOf(bot);
  const [, seconds] = /^triquad_event_loop_lag_seconds\{quantile="0.99"\} (\S+)$/m.exec(metrics) ?? [];
  if (seconds === undefined) throw new Error("the metrics do not tell the event loop's delay");
  return Number(seconds) * 1_000;
}

/** For each execution that began and ended within the times: how many of its orders waited for the disk before they were sent. */
function commitWaits(facts: readonly Fact[], spans: readonly Turn[]): number[] {
  /** When each began, when its next order could have left, and how many have waited. */
  const open = new Map<string, { from: number; freeAt: number; waits: number }>();
  const executionOf = new Map<string, string>();
  const done: number[] = [];
  for (const fact of facts) {
    if (fact.type === 'ExecutionStarted') open.set(fact.plan.id, { from: fact.at, freeAt: fact.at, waits: 0 });
    if (fact.type === 'OrderIntended') executionOf.set(fact.order.id, fact.order.execution_id ?? '');
    if (fact.type === 'OrderSent' || fact.type === 'OrderClosed') {
      const own = open.get(executionOf.get(fact.order_id) ?? '');
      // Half of a sync is more than anything else that an order could wait for takes.
      if (own && fact.type === 'OrderSent' && fact.at - own.freeAt >= slowMs / 2) own.waits += 1;
      if (own) own.freeAt = fact.at;
    }
    if (fact.type === 'ExecutionFinished') {
      const own = open.get(fact.execution_id);
      if (own && spans.some(({ from, to }) => own.from >= from && fact.at <= to)) done.push(own.waits);
    }
  }
  return done;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function measure(): Promise<void> {
  const dataDir = temporaryFolder();
  const configFile = join(temporaryFolder(), 'config.json');
  writeFileSync(configFile, JSON.stringify(config));
  using shim = createDiskShim(dataDir);
  const args = ['--seed', '7', '--speed', '10', '--autostart', '--config', configFile];
  const turnsAt = join(temporaryFolder(), 'turns.json');
  const env = {
    ...shim.env,
    [turnFile]: turnsAt,
    NODE_OPTIONS: `--import ${join(import.meta.dirname, 'turn-work.ts')}`,
  };
  await using bot = await startBot({ dataDir, args, env });
  using _watching = await listen(bot, 'opportunities', 'executions', 'orders');
  // Code is compiled and the lists are filled before it counts.
  await pause(turnMs);
  const fast: Turn[] = [];
  const slow: Turn[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    fast.push(await take(bot, shim, 0));
    slow.push(await take(bot, shim, slowMs));
  }
  shim.set({ sync_ms: 0 });
  if ((await bot.stop()) !== 0) throw new Error(`the bot did not stop\n${bot.output()}`);

  const store = openStoreHere<Fact>(join(dataDir, 'journal.sqlite'));
  const facts = [...store.read(1)].map(({ fact }) => fact);
  await store.close();
  const waits = commitWaits(facts, slow);
  if (waits.length === 0) throw new Error('nothing was executed while the disk was slow');
  const ended = (spans: readonly Turn[]) =>
    facts.filter(
      ({ type, at }) => type === 'ExecutionFinished' && spans.some(({ from, to }) => at >= from && at <= to),
    );
  const sum = (spans: readonly Turn[], of: (turn: Turn) => number) => spans.reduce((all, turn) => all + of(turn), 0);
  const lag = (spans: readonly Turn[]) => median(spans.map(({ lagMs }) => lagMs));
  const idleLag = (spans: readonly Turn[]) => median(spans.map(({ idleLagMs }) => idleLagMs));
  const works = JSON.parse(readFileSync(turnsAt, 'utf8')) as TurnWork[];
  const work = (spans: readonly Turn[]): number => {
    const own = works
      .filter(([at]) => spans.some(({ from, to }) => at >= from && at <= to))
      .map(([, worked]) => worked);
    return own.sort((a, b) => a - b)[Math.floor(0.99 * own.length)] ?? Number.NaN;
  };
  const mean = waits.reduce((all, count) => all + count, 0) / waits.length;
  const row = (name: string, of: (spans: readonly Turn[]) => string, limit = '', ratio = ''): string[] => [
    name,
    of(fast),
    of(slow),
    limit,
    ratio,
  ];
  printTable(
    `A bot that executes all the time, ${turns} turns of ${turnMs / 1_000} s with each disk (load ${loadavg()[0]?.toFixed(1)})`,
    ['', 'a sync of 0 ms', `of ${slowMs} ms`, 'limit', 'ratio'],
    [
      row(
        'event loop p99 of a turn, median',
        (spans) => `${lag(spans).toFixed(1)} ms`,
        `${limits.lagMs} ms`,
        `${(lag(slow) / limits.lagMs).toFixed(2)}×`,
      ),
      row(
        'its work in a turn of the loop, p99',
        (spans) => `${work(spans).toFixed(1)} ms`,
        `${limits.lagMs} ms`,
        `${(work(slow) / limits.lagMs).toFixed(2)}×`,
      ),
      row('an idle process beside it', (spans) => `${idleLag(spans).toFixed(1)} ms`),
      row('worst turn', (spans) => `${Math.max(...spans.map(({ lagMs }) => lagMs)).toFixed(1)} ms`),
      row('syncs on the main thread', (spans) => `${sum(spans, ({ mainSyncs }) => mainSyncs)}`, `${limits.mainSyncs}`),
      row('syncs in all', (spans) => `${sum(spans, ({ syncs }) => syncs)}`),
      row('executions', (spans) => `${ended(spans).length}`),
      [
        'orders that waited for a commit, an execution',
        '',
        mean.toFixed(2),
        `${limits.waits}`,
        `${(mean / limits.waits).toFixed(2)}×`,
      ],
      ['the most of one execution', '', `${Math.max(...waits)}`, '', ''],
    ],
  );
}

if (hasDiskShim()) await measure();
else console.log('\nA bot that executes all the time, on a slow disk: not run, there is no C compiler');

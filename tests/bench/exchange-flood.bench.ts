import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { createBot } from '@triquad/bot';
import { routes } from '@triquad/core/contract';
import type { Said } from './flood-server.ts';
import { nanoseconds, printTable, rate } from './table.ts';

const markets = 2_000;
const perSecond = 20_000;
/** TRIQUAD_MINUTES names another length. */
const minutes = Number(process.env.TRIQUAD_MINUTES ?? 10);
if (!(minutes >= 0.5)) throw new Error('TRIQUAD_MINUTES must be at least 0.5');
/** Until then it compiles what it runs, and finds the best cycles: that is not counted. */
const warmSeconds = 20;
const sampleMs = 5_000;
const MIB = 1024 ** 2;

const dataDir = mkdtempSync(join(tmpdir(), 'triquad-flood-'));
const server = fork(join(import.meta.dirname, 'flood-server.ts'), [String(markets), String(perSecond)], {
  execArgv: ['--conditions=triquad-source'],
});
process.on('exit', () => {
  server.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});
let reported = { sent: 0, waiting: 0 };
let mostWaiting = 0;
server.on('message', (said: Said) => {
  if ('url' in said) return;
  reported = said;
  mostWaiting = Math.max(mostWaiting, said.waiting);
});
const [first] = (await once(server, 'message')) as [Said];
if (!('url' in first)) throw new Error('the server does not say where it is');

const bot = createBot({
  ...{ version: '0.0.0-bench', host: '127.0.0.1', port: 0, dataDir },
  market: { source: 'exchange', exchanges: ['binance'], places: { binance: first.url } },
  ...{ autostart: true, config: null, logLevel: 'warning', dashboardDir: null },
});
await bot.start();
const headers = { Authorization: `Bearer ${bot.issueToken('bench', 'viewer')}` };
const feeds = async () => {
  const answer = await fetch(`${bot.address}/api/v1/feeds/`, { headers });
  return routes['feeds.list'].record.parse(await answer.json()).data;
};
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
/** What is held after everything that can go has gone, in MiB. */
const held = (): number => {
  global.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MIB;
};
/** What this process has worked, with all of its threads, in ms. */
const worked = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

await pause(warmSeconds * 1_000);
const heldFirst = held();
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const [began, workBefore, sentBefore] = [performance.now(), worked(), reported.sent];
mostWaiting = 0;
const samples: {
  readonly trusted: number;
  readonly perSecond: number;
  readonly lateMs: number;
  readonly down: number;
}[] = [];
while (performance.now() - began < minutes * 60_000) {
  await pause(sampleMs);
  const now = await feeds();
  samples.push({
    trusted: sum(now.map((feed) => feed.markets_trusted)),
    perSecond: sum(now.map((feed) => feed.messages_per_second)),
    lateMs: Math.max(...now.map(({ latency_ms }) => latency_ms ?? Number.POSITIVE_INFINITY)),
    down: sum(now.map(({ reconnects, gaps }) => reconnects + gaps)),
  });
}
delay.disable();
const [passed, work, sent] = [performance.now() - began, worked() - workBefore, reported.sent - sentBefore];
const heldLast = held();
const connected = await feeds();
await bot.stop();

const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);
const late = sorted(samples.map(({ lateMs }) => lateMs));
printTable(
  `${markets.toLocaleString('en-US')} markets of a local Binance at ${rate(perSecond)} for ${minutes} min: a whole bot, with paper money (load ${loadavg()[0]?.toFixed(1)})`,
  ['', 'found'],
  [
    [`sent, of ${rate(perSecond)} asked for`, rate((sent / passed) * 1_000)],
    [
      'heard by the engine, where the best cycles are said 10 times a second',
      rate(sum(samples.map((one) => one.perSecond)) / samples.length),
    ],
    ['connections', String(connected.length)],
    ['markets', String(sum(connected.map((feed) => feed.markets)))],
    ['markets that are trusted, the fewest', String(Math.min(...samples.map(({ trusted }) => trusted)))],
    ['connections lost, and gaps', String(samples.at(-1)?.down ?? 0)],
    ['sent and not yet read, the most', `${(mostWaiting / 1_000).toFixed(0)} kB`],
    ['how late the data are, the median', `${(late[late.length >> 1] ?? Number.NaN).toFixed(0)} ms`],
    ['how late the data are, the most', `${(late.at(-1) ?? Number.NaN).toFixed(0)} ms`],
    ['the loop of the bot, p50', `${(delay.percentile(50) / 1e6).toFixed(1)} ms`],
    ['the loop of the bot, p99', `${(delay.percentile(99) / 1e6).toFixed(1)} ms`],
    ['CPU, all threads of the bot', `${((100 * work) / passed).toFixed(0)} % of a core`],
    ['CPU of a message, all of the bot', nanoseconds(work / sent)],
    ['held at the beginning', `${heldFirst.toFixed(0)} MiB`],
    ['held at the end', `${heldLast.toFixed(0)} MiB`],
  ],
);
if (sent / passed < 0.00095 * perSecond)
  console.log('  The server was kept from sending so much: two cores must be free for this.');
process.exit();

import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { opportunityRecord } from '@triquad/core/testing';
import type { CDPSession } from 'playwright-core';
import { WebSocket, WebSocketServer } from 'ws';
import { startBot } from '../harness/bot.ts';
import { launchBrowser, type OpenPage } from '../harness/browser.ts';
import { repository } from '../harness/recorded-data.ts';
import { printTable } from './table.ts';

/**
 * What the Scanner costs a browser: a scanning bot's page with opportunities of our own, each detected, decided half a second later
 * and over after two. Arguments are folders of built pages, measured by turns; without any, the present build.
 */
const folders = process.argv.length > 2 ? process.argv.slice(2) : [join(repository, 'packages', 'web', 'dist')];
const turns = 3;
const settleMs = 4_000;
const measuredMs = 8_000;
const decidedMs = 500;
const overMs = 2_000;
const everyMs = 10;
const paces = [0, 10, 1_000] as const;
const shareLimit = 0.02;
const frameLimit = 60;
/** A full table, without which the figures would be those of another screen. */
const leastRows = 20;
/** A frame of 60 Hz may come a little late. */
const fullRate = 59;
/** More than any simulated market offers, so that the bot itself finds nothing. */
const unreachablePct = 20;

const routes = [
  { type: 'TRI', symbols: ['USDT', 'BTC', 'ETH', 'USDT'] },
  { type: 'TRI', symbols: ['USDT', 'SOL', 'BTC', 'USDT'] },
  { type: 'QUAD', symbols: ['USDT', 'ADA', 'BTC', 'ETH', 'USDT'] },
];
const exchanges = ['binance', 'kraken', 'kucoin', 'coinbase', 'okx'];

type Send = (data: unknown) => void;

/** Serves a folder of built pages before a bot, and sends opportunities into its live connection. */
async function relay(bot: { url: string }) {
  let folder = '';
  let send: Send = () => {};
  const server = createServer((from, to) => {
    const path = new URL(from.url ?? '/', bot.url).pathname;
    if (path.startsWith('/api/')) return passOn(bot.url, from, to);
    const file = join(folder, path);
    answer(to, existsSync(file) && statSync(file).isFile() ? file : join(folder, 'index.html'));
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (page) => {
    const upstream = new WebSocket(`${bot.url.replace('http', 'ws')}/ws`);
    const early: string[] = [];
    page.on('message', (data) =>
      upstream.readyState === WebSocket.OPEN ? upstream.send(String(data)) : early.push(String(data)),
    );
    upstream.on('open', () => {
      for (const text of early.splice(0)) upstream.send(text);
    });
    upstream.on('message', (data) => page.send(String(data)));
    upstream.on('close', () => page.close());
    upstream.on('error', () => page.close());
    page.on('close', () => upstream.close());
    // Without a number they are outside of the bot's own count.
    send = (record) => page.send(JSON.stringify({ type: 'opportunity', at: new Date().toISOString(), data: record }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    serve: (next: string) => {
      folder = next;
    },
    send: (record: unknown) => send(record),
    close: () => {
      for (const socket of sockets.clients) socket.terminate();
      server.close();
    },
  };
}

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
function answer(to: ServerResponse, file: string): void {
  to.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(readFileSync(file));
}

function passOn(url: string, from: IncomingMessage, to: ServerResponse): void {
  const { host, origin, ...headers } = from.headers;
  const on = request(new URL(from.url ?? '/', url), { method: from.method, headers }, (got) => {
    to.writeHead(got.statusCode ?? 502, got.headers);
    got.pipe(to);
  });
  on.on('error', () => to.destroy());
  from.pipe(on);
}

let made = 0;
const opportunityNow = () => {
  made += 1;
  const route = routes[made % routes.length];
  const now = Date.now();
  return opportunityRecord(`o${made}`, 0, {
    ...route,
    exchange: exchanges[made % exchanges.length],
    profit_pct: 0.2 + (made % 70) / 100,
    profit_usd: 2 + (made % 70) / 10,
    detected_at: new Date(now).toISOString(),
    expires_at: new Date(now + overMs).toISOString(),
    dislocation_id: `d${made}`,
    outcome: { outcome: 'open' },
  });
};

/** Sends so many opportunities a second with what becomes of them, for so long. */
async function flood(send: Send, perSecond: number, forMs: number): Promise<void> {
  const later: { at: number; data: unknown }[][] = [[], []];
  const start = performance.now();
  let sent = 0;
  for (let now = 0; now < forMs; now = performance.now() - start) {
    for (const queue of later) while (queue[0] !== undefined && queue[0].at <= now) send(queue.shift()?.data);
    for (; sent < (now / 1_000) * perSecond; sent += 1) {
      const found = opportunityNow();
      send(found);
      const decided = { ...found, outcome: { outcome: 'rejected', code: 'below_threshold' } };
      later[0]?.push({ at: now + decidedMs, data: decided });
      later[1]?.push({ at: now + overMs, data: { ...decided, is_valid: false, lifetime_ms: overMs } });
    }
    await sleep(everyMs);
  }
}

/** CPU seconds of the main thread by kind, of the process of the page as a whole, and frames painted. */
type Cost = Record<'process' | 'tasks' | 'script' | 'style' | 'layout' | 'wall', number>;

async function costNow(session: CDPSession, browser: CDPSession): Promise<Cost> {
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  // The page's renderer is the busiest of its kind: the others are spares.
  const process = Math.max(...processInfo.filter(({ type }) => type === 'renderer').map(({ cpuTime }) => cpuTime));
  return {
    process,
    tasks: of('TaskDuration'),
    script: of('ScriptDuration'),
    style: of('RecalcStyleDuration'),
    layout: of('LayoutDuration'),
    wall: performance.now() / 1_000,
  };
}

async function framesPerSecond(page: OpenPage['page']): Promise<number> {
  return page.evaluate(
    (ms) =>
      new Promise<number>((done) => {
        const start = performance.now();
        let frames = 0;
        const next = (at: number) => {
          if (at - start >= ms) return done(frames / ((at - start) / 1_000));
          frames += 1;
          requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
      }),
    measuredMs,
  );
}

const bot = await startBot({ args: ['--market', 'simulated', '--seed', '7'] });
await bot.call('POST', '/bot/start', { min_profit_threshold: unreachablePct, enabled_exchanges: exchanges });
const between = await relay(bot);
const results: { folder: string; pace: number; cost: Cost; rate: number | null }[] = [];
for (let turn = 0; turn < turns; turn += 1) {
  for (const folder of folders) {
    between.serve(folder);
    const browser = await launchBrowser();
    const { page, context, close } = await browser.open();
    await context.addInitScript((token) => localStorage.setItem('auth_token', token), bot.token);
    await page.goto(`${between.url}/scanner`);
    await page.getByText('Live', { exact: true }).waitFor();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const ofBrowser = await context.browser()?.newBrowserCDPSession();
    if (ofBrowser === undefined) throw new Error('the browser has gone');
    for (const pace of paces) {
      const whole = flood(between.send, pace, settleMs + measuredMs);
      await sleep(settleMs);
      const shown = await page.locator('tbody tr[aria-rowindex]').count();
      if (shown < leastRows && pace > 0) throw new Error(`only ${shown} rows are shown`);
      const before = await costNow(session, ofBrowser);
      // Counting frames makes frames: at the flood alone, where each has something to show.
      const rate = pace < frameLimit ? await sleep(measuredMs, null) : await framesPerSecond(page);
      const after = await costNow(session, ofBrowser);
      const keys = Object.keys(after) as (keyof Cost)[];
      const spent = Object.fromEntries(keys.map((key) => [key, after[key] - before[key]])) as Cost;
      results.push({ folder, pace, cost: spent, rate });
      await whole;
    }
    await close();
    await browser.close();
  }
}
between.close();
await bot[Symbol.asyncDispose]();

const least = (values: readonly number[]): number => Math.min(...values);
const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;
for (const folder of folders) {
  printTable(
    `Scanner: CPU time of the page as shares of a core, least of ${turns} turns${folders.length > 1 ? `: ${folder}` : ''}`,
    ['opportunities a second', 'process', 'main thread', 'script', 'style', 'layout', 'frames a second', 'limit'],
    paces.map((pace) => {
      const rows = results.filter((row) => row.folder === folder && row.pace === pace);
      const share = (key: keyof Cost) => percent(least(rows.map(({ cost }) => cost[key] / cost.wall)));
      const rates = rows.flatMap(({ rate }) => (rate === null ? [] : [rate]));
      return [
        pace === 0 ? 'none' : String(pace),
        ...(['process', 'tasks', 'script', 'style', 'layout'] as const).map(share),
        rates.length === 0 ? '' : Math.max(...rates).toFixed(1),
        pace === 10 ? percent(shareLimit) : pace > 10 ? `${fullRate} fps` : '',
      ];
    }),
  );
}

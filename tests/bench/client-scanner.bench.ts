import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import { startBot } from '../harness/bot.ts';
import { type OpenPage, openBrowser } from '../harness/browser.ts';
import { repository } from '../harness/recorded-data.ts';
import { exchanges, opportunityAt, overMs, relay, type Send } from './page-relay.ts';
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
const everyMs = 10;
const paces = [0, 10, 1_000] as const;
const screenHz = 60;
/** A full table, without which the figures would be those of another screen. */
const leastRows = 20;
/** More than any simulated market offers, so that the bot itself finds nothing. */
const unreachablePct = 20;

/** Sends so many opportunities a second with what becomes of them, for so long. */
async function flood(send: Send, perSecond: number, forMs: number): Promise<void> {
  const later: { at: number; data: unknown }[][] = [[], []];
  const start = performance.now();
  let sent = 0;
  for (let now = 0; now < forMs; now = performance.now() - start) {
    for (const queue of later) while (queue[0] !== undefined && queue[0].at <= now) send(queue.shift()?.data);
    for (; sent < (now / 1_000) * perSecond; sent += 1) {
      const found = opportunityAt(Date.now());
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
    const browser = await openBrowser();
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
      const rate = pace < screenHz ? await sleep(measuredMs, null) : await framesPerSecond(page);
      const after = await costNow(session, ofBrowser);
      const keys = Object.keys(after) as (keyof Cost)[];
      const spent = Object.fromEntries(keys.map((key) => [key, after[key] - before[key]])) as Cost;
      results.push({ folder, pace, cost: spent, rate });
      await whole;
    }
    await close();
    await browser.quit();
  }
}
between.close();
await bot[Symbol.asyncDispose]();

const least = (values: readonly number[]): number => Math.min(...values);
const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;
for (const folder of folders) {
  printTable(
    `Scanner: CPU time of the page as shares of a core, least of ${turns} turns${folders.length > 1 ? `: ${folder}` : ''}`,
    [
      'opportunities a second',
      'process',
      'of a quiet page',
      'main thread',
      'script',
      'style',
      'layout',
      'frames a second',
    ],
    paces.map((pace) => {
      const rowsAt = (one: number) => results.filter((row) => row.folder === folder && row.pace === one);
      const rows = rowsAt(pace);
      const shareAt = (key: keyof Cost, one: number) => least(rowsAt(one).map(({ cost }) => cost[key] / cost.wall));
      const share = (key: keyof Cost) => percent(shareAt(key, pace));
      const rates = rows.flatMap(({ rate }) => (rate === null ? [] : [rate]));
      return [
        pace === 0 ? 'none' : String(pace),
        share('process'),
        `${(shareAt('process', pace) / shareAt('process', 0)).toFixed(1)}×`,
        ...(['tasks', 'script', 'style', 'layout'] as const).map(share),
        rates.length === 0 ? '' : Math.max(...rates).toFixed(1),
      ];
    }),
  );
}

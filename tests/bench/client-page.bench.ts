import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBot } from '../harness/bot.ts';
import { type OpenPage, openBrowser } from '../harness/browser.ts';
import { repository } from '../harness/recorded-data.ts';
import { exchanges, opportunityAt, overMs, relay } from './page-relay.ts';
import { printTable } from './table.ts';

/**
 * How soon the dashboard is there, beside a static page of the same looks, and what an hour of market leaves in its memory: the frames of
 * an hour, each opportunity found, decided and over, sent as fast as the page takes them.
 */
const dist = join(repository, 'packages', 'web', 'dist');
const loads = 5;
/** Lighthouse's slow 4G: bytes a second, and milliseconds to and fro. */
const slow = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const hour = { perSecond: 10, atOnce: 50, everyMs: 25 };
/** More than any simulated market offers, so that the bot itself finds nothing. */
const unreachablePct = 20;

const bot = await startBot({ args: ['--market', 'simulated', '--seed', '7'] });
await bot.call('POST', '/bot/start', { min_profit_threshold: unreachablePct, enabled_exchanges: exchanges });
const between = await relay(bot);
const browser = await openBrowser();

/** A page of its own profile, signed in: nothing is cached. */
async function opened(): Promise<OpenPage> {
  const page = await browser.open();
  await page.context.addInitScript((token) => localStorage.setItem('auth_token', token), bot.token);
  return page;
}

async function shown({ page }: OpenPage): Promise<void> {
  await page.getByRole('heading', { name: 'Wallet Balances' }).waitFor();
  await page.waitForLoadState('networkidle');
}

/** The dashboard as it looks, without its scripts. */
async function frozen(): Promise<string> {
  between.serve(dist);
  const open = await opened();
  await open.page.goto(`${between.url}/dashboard`);
  await shown(open);
  const html = await open.page.evaluate(() => {
    for (const one of document.querySelectorAll('script, link[rel="modulepreload"], link[as="script"]')) one.remove();
    return `<!doctype html>${document.documentElement.outerHTML}`;
  });
  await open.close();
  const folder = mkdtempSync(join(tmpdir(), 'triquad-static-'));
  cpSync(dist, folder, { recursive: true });
  writeFileSync(join(folder, 'index.html'), html);
  rmSync(join(folder, 'index.html.br'), { force: true });
  return folder;
}

/** When the largest part was painted, in milliseconds after the page was asked for, and how many requests there were. */
async function load(folder: string, isSlow: boolean): Promise<{ lcp: number; requests: number }> {
  between.serve(folder);
  const open = await opened();
  const { page, context } = open;
  if (isSlow) {
    const session = await context.newCDPSession(page);
    await session.send('Network.emulateNetworkConditions', slow);
  }
  let requests = 0;
  page.on('request', () => {
    requests += 1;
  });
  await page.goto(`${between.url}/dashboard`);
  await shown(open);
  const lcp = await page.evaluate(
    () =>
      new Promise<number>((done) => {
        new PerformanceObserver((list) => done(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
  await open.close();
  return { lcp, requests };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Megabytes that are in use after everything unused was collected. */
async function heapOf({ page, context }: OpenPage): Promise<number> {
  const session = await context.newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1e6;
}

/** Sends the frames of so many seconds of market; done when the page shows the last opportunity. */
async function feed({ page }: OpenPage, from: number, seconds: number): Promise<void> {
  const start = begun + from * 1_000;
  let last = '';
  const open: ReturnType<typeof opportunityAt>[] = [];
  const kept = hour.perSecond * (overMs / 1_000);
  for (let made = 0; made < seconds * hour.perSecond; made += 1) {
    const found = opportunityAt(start + (made / hour.perSecond) * 1_000);
    const decided = { ...found, outcome: { outcome: 'rejected' as const, code: 'below_threshold' } };
    last = new Date(String(found.detected_at)).toTimeString().slice(0, 8);
    between.send(found);
    between.send(decided);
    open.push(decided);
    const over = open.length > kept ? open.shift() : undefined;
    if (over !== undefined) between.send({ ...over, is_valid: false, lifetime_ms: overMs });
    if (made % hour.atOnce === 0) await sleep(hour.everyMs);
  }
  await page.locator('tbody tr[aria-rowindex="2"]').filter({ hasText: last }).waitFor();
}

const folders = { dashboard: dist, 'static page': await frozen() };
const rows: string[][] = [];
for (const isSlow of [false, true]) {
  const found = new Map<string, { lcp: number; requests: number }[]>();
  for (let turn = 0; turn < loads; turn += 1) {
    for (const [name, folder] of Object.entries(folders)) {
      found.set(name, [...(found.get(name) ?? []), await load(folder, isSlow)]);
    }
  }
  for (const [name, all] of found) {
    const lcp = median(all.map((one) => one.lcp));
    const requests = median(all.map((one) => one.requests));
    rows.push([name, isSlow ? '1.6 Mbit/s, 150 ms' : 'none', `${lcp.toFixed(0)} ms`, String(requests)]);
  }
}
rmSync(folders['static page'], { recursive: true });
printTable(
  `Dashboard: largest contentful paint, median of ${loads} by turns, nothing cached`,
  ['', 'throttling', 'painted after', 'requests'],
  rows,
);

between.serve(dist);
const page = await opened();
await page.page.goto(`${between.url}/scanner`);
await page.page.getByText('Live', { exact: true }).waitFor();
/** When the hour begins. */
const begun = Date.now();
const minutes = [0, 5, 30, 60] as const;
const heaps: string[][] = [];
for (const [at, minute] of minutes.entries()) {
  const before = minutes[at - 1] ?? 0;
  if (minute > 0) await feed(page, before * 60, (minute - before) * 60);
  heaps.push([`${minute} min`, `${(await heapOf(page)).toFixed(1)} MB`]);
}
printTable(
  'Scanner: heap after a collection, over an hour of market at 10 opportunities a second',
  ['', 'heap'],
  heaps,
);

await page.close();
await browser.quit();
between.close();
await bot[Symbol.asyncDispose]();

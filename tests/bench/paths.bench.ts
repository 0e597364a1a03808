import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { build } from 'vite';
import { startBot } from '../harness/bot.ts';
import { openBrowser } from '../harness/browser.ts';
import { repository } from '../harness/recorded-data.ts';
import { exchanges, opportunityAt, relay } from './page-relay.ts';
import { printTable } from './table.ts';

/**
 * Files of which code runs from a frame of the socket to its row of the Scanner, and from a press of Start to the header, by the coverage
 * of V8. Each way is gone several times, and a file counts that ran every time. Each event folds the whole state and asks every
 * selector that is on the screen: files that a tick of the clock runs as well are counted apart.
 */
const times = 5;
/** Long enough for a few ticks, shorter than a poll. */
const idleMs = 3_000;
const web = join(repository, 'packages', 'web');
const dist = mkdtempSync(join(tmpdir(), 'triquad-paths-'));
process.on('exit', () => rmSync(dist, { recursive: true, force: true }));
await build({
  root: web,
  configFile: join(web, 'vite.config.ts'),
  logLevel: 'error',
  build: { outDir: dist, emptyOutDir: true, sourcemap: 'hidden', minify: false },
});

/** A built script and its source map; null of scripts that are not of the page. */
const scripts = new Map<string, { readonly lineStarts: readonly number[]; readonly map: SourceMap } | null>();
function scriptAt(url: string) {
  const known = scripts.get(url);
  if (known !== undefined) return known;
  const path = url.includes('/assets/') ? join(dist, new URL(url).pathname) : null;
  const made = path === null ? null : { lineStarts: lineStartsOf(readFileSync(path, 'utf8')), map: mapOf(path) };
  scripts.set(url, made);
  return made;
}

function lineStartsOf(source: string): number[] {
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
const mapOf = (path: string) => new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')));

/** The file of core or web that a place of a built script comes from. */
function fileAt(url: string, offset: number): string | null {
  const script = scriptAt(url);
  if (script === null) return null;
  const after = script.lineStarts.findIndex((start) => start > offset);
  const line = (after < 0 ? script.lineStarts.length : after) - 1;
  const entry = script.map.findEntry(line, offset - (script.lineStarts[line] ?? 0));
  if (!('originalSource' in entry)) return null;
  const path = relative(join(repository, 'packages'), resolve(dist, 'assets', entry.originalSource));
  return /^(core|web)\/src\//.test(path) ? path.replace('/src/', '/') : null;
}

/** Files of which a function ran since the last call. */
async function ranSince(session: CDPSession): Promise<Set<string>> {
  const { result } = await session.send('Profiler.takePreciseCoverage');
  const files = result.flatMap(({ url, functions }) =>
    functions.flatMap(({ ranges: [range] }) => {
      if (range === undefined || range.count === 0 || range.startOffset === 0) return [];
      return fileAt(url, range.startOffset) ?? [];
    }),
  );
  return new Set(files);
}

/** The files that ran each of several times. */
async function alwaysRun(session: CDPSession, once: () => Promise<void>, before: () => Promise<void>) {
  await before();
  await ranSince(session);
  await setTimeout(idleMs);
  const idle = await ranSince(session);
  const runs: ReadonlySet<string>[] = [];
  for (let time = 0; time < times; time += 1) {
    await before();
    await ranSince(session);
    await once();
    runs.push(await ranSince(session));
  }
  const always = [...(runs[0] ?? [])].filter((file) => runs.every((ran) => ran.has(file)));
  return always.sort().map((file) => ({ file, alsoTick: idle.has(file) }));
}
type Ran = Awaited<ReturnType<typeof alwaysRun>>;

const unreachablePct = 20;
const bot = await startBot({ args: ['--market', 'simulated', '--seed', '7'] });
const between = await relay(bot);
between.serve(dist);
const browser = await openBrowser();

async function openAt(path: string): Promise<{ page: Page; session: CDPSession }> {
  const { page, context } = await browser.open({ token: bot.token, language: 'en' });
  await page.goto(`${between.url}${path}`);
  const session = await context.newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return { page, session };
}

async function startToHeader() {
  const { page, session } = await openAt('/dashboard');
  const header = page.getByRole('banner');
  const files = await alwaysRun(
    session,
    async () => {
      await header.getByRole('button', { name: 'Start the bot' }).click();
      await header.getByRole('status', { name: 'Bot Active' }).waitFor();
    },
    async () => {
      await bot.call('POST', '/bot/stop', {});
      await header.getByRole('status', { name: 'Bot Stopped' }).waitFor();
    },
  );
  await page.close();
  return files;
}

async function frameToRow() {
  const running = await bot.call('GET', '/bot/status');
  if ((running.body as { is_running: boolean }).is_running) await bot.call('POST', '/bot/stop', {});
  await bot.call('POST', '/bot/start', { min_profit_threshold: unreachablePct, enabled_exchanges: exchanges });
  const { page, session } = await openAt('/scanner');
  await page.getByText('Live', { exact: true }).waitFor();
  const rows = page.locator('tbody tr[aria-rowindex]');
  const shown = async () => (await rows.allTextContents()).join('\n');
  let before = '';
  const files = await alwaysRun(
    session,
    async () => {
      between.send(opportunityAt(Date.now()));
      while ((await shown()) === before) await setTimeout(20);
    },
    async () => {
      await setTimeout(1_500);
      before = await shown();
    },
  );
  await page.close();
  return files;
}

/** Prints the files of a way. */
const print = (title: string, ran: Ran): void => {
  const own = ran.filter(({ alsoTick }) => !alsoTick);
  printTable(
    `${title}: ${ran.length} files, ${own.length} of them not for a tick`,
    ['file', 'also for a tick'],
    ran.map(({ file, alsoTick }) => [file, alsoTick ? 'yes' : '']),
  );
};
print('From a frame to its row of the Scanner', await frameToRow());
print('From a press of Start to the header', await startToHeader());
between.close();
await browser.quit();
await bot[Symbol.asyncDispose]();

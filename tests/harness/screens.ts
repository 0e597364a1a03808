import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { PerformanceSummaryRecord } from '@triquad/core/contract';
import type { Page } from 'playwright-core';
import { violations } from './axe.ts';
import { type Bot, startBot } from './bot.ts';
import { openBrowser } from './browser.ts';
import { repository } from './recorded-data.ts';

const names = [
  ...[
    'dashboard',
    'trading',
    'scanner',
    'execution',
    'backtest',
    'performance',
    'positions',
    'history',
    'feeds',
    'research',
  ],
  ...['logs', 'docs', 'api', 'support', 'privacy', 'terms'],
  ...['market', 'exchanges', 'global', 'risk', 'paper', 'alerts', 'configs', 'people', 'audit'].map(
    (tab) => `settings?tab=${tab}`,
  ),
];
const themes = ['light', 'dark'] as const;
const widths = [1_440, 1_024, 390] as const;
const settledMs = 1_500;
const shownTrades = 40;
const withinMs = 600_000;

/** Signs in with what no screen needs to ask again. */
async function signIn(page: Page, url: string, token: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Token', { exact: true }).fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
}

/** Starts the bot with a threshold that its market exceeds, and waits until there is something to show. */
async function trade({ call }: Bot): Promise<void> {
  await call('POST', '/bot/start', { min_profit_threshold: 0.05 });
  const trades = async () =>
    PerformanceSummaryRecord.parse((await call('GET', '/performance/summary')).body).total_trades;
  const deadline = performance.now() + withinMs;
  while ((await trades()) < shownTrades) {
    if (performance.now() > deadline)
      throw new Error(`too few trades to show: ${JSON.stringify((await call('GET', '/bot/status')).body)}`);
    await setTimeout(500);
  }
}

/**
 * Takes a picture of every screen in both themes and three widths into `docs/screens`, and says what axe-core finds on each.
 * Arguments choose pictures by a part of their name, e.g. `dashboard` or `light-390`. Ends with 1 when axe found anything, or a screen is wider than its window.
 */
async function main(chosen: readonly string[]): Promise<number> {
  const folder = join(repository, 'docs', 'screens');
  mkdirSync(folder, { recursive: true });
  await using bot = await startBot({ args: ['--market', 'simulated', '--seed', '7', '--speed', '20'] });
  await trade(bot);
  const browser = await openBrowser();
  let wrong = 0;
  for (const theme of themes) {
    for (const width of widths) {
      const pictures = names
        .map((name) => ({ name, file: `${name.replace(/\W+/g, '-')}-${theme}-${width}.jpg` }))
        .filter(({ file }) => chosen.length === 0 || chosen.some((part) => file.includes(part)));
      if (pictures.length === 0) continue;
      const { page, close } = await browser.open({ theme, width });
      await signIn(page, bot.url, bot.token);
      for (const { name, file } of pictures) {
        await page.goto(`${bot.url}/${name}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForTimeout(settledMs);
        await page.screenshot({ path: join(folder, file), type: 'jpeg', quality: 70 });
        const found = await violations(page);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        const lines = [...found, ...(over > 0 ? [`${over} px wider than the window`] : [])];
        if (lines.length > 0) wrong += 1;
        console.log(`${lines.length === 0 ? '✓' : '✗'} ${file}${lines.map((line) => `\n    ${line}`).join('')}`);
      }
      await close();
    }
  }
  await browser.quit();
  console.log(wrong === 0 ? 'axe-core found nothing' : `${wrong} pictures with faults`);
  return wrong === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));

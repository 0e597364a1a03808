import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scaled } from '../../packages/bot/src/engine/scale.suite.ts';
import { type Bot, startBot, triquad } from '../harness/bot.ts';
import { sharedBrowser, type TestBrowser } from '../harness/browser.ts';
import { listen } from '../harness/listener.ts';
import { repository } from '../harness/recorded-data.ts';

/** Beside other tests a machine has its own pauses. */
const SEEN_WITHIN_MS = scaled(10_000, 10_000, 1_000);
/** Calls from the login link to the dashboard: what its cards show is asked for again with each bootstrap, of which there may be two. */
const MOST_FIRST_CALLS = 7;
const RECOVERY_MS = 31_000;
const MINUTE_MS = 60_000;
/** TRIQUAD_PICTURE names the file of a picture, of a bot that has run for 8 minutes. */
const picture = process.env.TRIQUAD_PICTURE ?? join(repository, 'tests', '.results', 'dashboard.png');
const runMs = process.env.TRIQUAD_PICTURE === undefined ? 0 : 8 * MINUTE_MS;

/** Many exchanges make opportunities frequent; a hurried market only makes them die before the second leg. */
const everywhere = 'binance,kraken,kucoin,coinbase,okx';

let browser: TestBrowser;
let bot: Bot;
beforeAll(async () => {
  browser = await sharedBrowser();
  bot = await startBot({ args: ['--market', 'simulated', '--seed', '7', '--speed', '2'] });
});
afterAll(async () => {
  await bot[Symbol.asyncDispose]();
  await browser.close();
});

test('browser and shell steer one bot: each sees what the other did', async () => {
  const { page, errors, close } = await browser.open();
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
  await signInByLink(page);
  await page.getByRole('status', { name: 'Bot Stopped' }).waitFor();
  // Two of the sign-in, the health after it, and what the screens load: together, or what the shell needs before the rest.
  expect(calls).toContain('/api/v1/bootstrap');
  expect(calls.length, calls.join(' ')).toBeLessThanOrEqual(MOST_FIRST_CALLS);

  expect(await shell('start', '--min-profit', '0.1')).toMatchObject({ code: 0 });
  await sees(page, 'Bot Active');

  await page.getByRole('link', { name: 'Execution' }).first().click();
  await page.getByRole('button', { name: 'Stop Bot' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop Bot' }).click();
  await page.getByRole('status', { name: 'Bot Stopped' }).waitFor();
  expect(await botState()).toBe('stopped');

  await page.getByRole('button', { name: 'Start Bot' }).click();
  await page.getByRole('status', { name: 'Bot Active' }).waitFor();
  expect(await botState()).toBe('running');

  expect(await shell('stop', '--wait', '20')).toMatchObject({ code: 0 });
  await sees(page, 'Bot Stopped');
  expect(errors).toEqual([]);
  await close();
});

test('what the bot earns while it runs is on the dashboard', { timeout: 2 * MINUTE_MS + runMs }, async () => {
  const { page, errors, close } = await browser.open({ height: 1_580 });
  await signInByToken(page);
  expect(await shell('start', '--min-profit', '0.1', '--exchanges', everywhere)).toMatchObject({ code: 0 });
  using socket = await listen(bot, 'executions');
  await socket.first(2, 'execution', ({ status }) => status === 'completed');
  await setTimeout(runMs);
  await page
    .getByRole('link', { name: /^Scanner/ })
    .first()
    .click();
  await page
    .getByRole('button', { name: /^Open (TRI|QUAD)/ })
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await page.getByText('Total Portfolio Value').waitFor();
  await page.locator('canvas').first().waitFor();
  mkdirSync(dirname(picture), { recursive: true });
  await page.screenshot({ path: picture });
  expect(await shell('stop', '--wait', '20')).toMatchObject({ code: 0 });
  expect(errors).toEqual([]);
  await close();
});

test('a dashboard that is left open recovers when the bot is killed and comes back', async () => {
  const { page, close } = await browser.open();
  await signInByToken(page);
  await page.getByText('API Connected').waitFor();
  await bot.kill();
  await page.getByText('API Connected').waitFor({ state: 'detached' });
  bot = await bot.restart();
  await page.getByText('API Connected').waitFor({ timeout: RECOVERY_MS });
  expect(await shell('start')).toMatchObject({ code: 0 });
  await sees(page, 'Bot Active');
  await close();
});

async function signInByLink(page: Page): Promise<void> {
  await page.goto(bot.loginLink);
  await page.waitForURL('**/dashboard');
}

async function signInByToken(page: Page): Promise<void> {
  await page.goto(bot.url);
  await page.getByLabel('Token', { exact: true }).fill(bot.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
}

function sees(page: Page, text: string): Promise<void> {
  return page.getByRole('status', { name: text }).waitFor({ timeout: SEEN_WITHIN_MS });
}

function shell(...args: string[]) {
  return triquad([...args, '--data-dir', bot.dataDir]);
}

async function botState(): Promise<string> {
  const { stdout } = await shell('status', '--json');
  return JSON.parse(stdout).bot_status;
}

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Bot, startBot, triquad } from '../harness/bot.ts';
import { openBrowser, type TestBrowser, test } from '../harness/browser.ts';

/** Longer than the machine needs to pause a clock. */
const JUMP_MS = 600_000;

let browser: TestBrowser;
let bot: Bot;
let page: Page;
let errors: readonly string[];
beforeAll(async () => {
  [browser, bot] = await Promise.all([openBrowser(), startBot()]);
  ({ page, errors } = await browser.open());
  await page.clock.install();
});
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

test('browser and shell steer one bot: each sees what the other did', async () => {
  const calls: string[] = [];
  page.on('request', (request) => void calls.push(new URL(request.url()).pathname));
  await page.goto(bot.loginLink);
  await page.waitForURL('**/dashboard');
  await page.getByRole('status', { name: 'Bot Stopped' }).waitFor();
  expect(calls).toContain('/api/v1/bootstrap');

  expect(await shell('start', '--min-profit', '0.1')).toMatchObject({ code: 0 });
  await page.getByRole('status', { name: 'Bot Active' }).waitFor();

  await page.getByRole('link', { name: 'Execution' }).first().click();
  await page.getByRole('button', { name: 'Stop Bot' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop Bot' }).click();
  await page.getByRole('status', { name: 'Bot Stopped' }).waitFor();
  expect(await botState()).toBe('stopped');

  await page.getByRole('button', { name: 'Start Bot' }).click();
  await page.getByRole('status', { name: 'Bot Active' }).waitFor();
  expect(await botState()).toBe('running');

  expect(await shell('stop', '--wait', '60')).toMatchObject({ code: 0 });
  await page.getByRole('status', { name: 'Bot Stopped' }).waitFor();
  expect(errors).toEqual([]);
});

test('a dashboard that is left open recovers when the bot is killed and comes back', async () => {
  await page.getByText('API Connected').waitFor();
  await bot.kill();
  await page.getByText('API Connected').waitFor({ state: 'detached' });
  await page.getByRole('status', { name: 'Bot state unknown' }).waitFor();
  // The page's tries to reach it wait for the new one, however long its start takes.
  await page.clock.pauseAt(await page.evaluate((jump) => Date.now() + jump, JUMP_MS));
  bot = await bot.restart();
  await page.clock.resume();
  await page.getByText('API Connected').waitFor();
  expect(await shell('start')).toMatchObject({ code: 0 });
  await page.getByRole('status', { name: 'Bot Active' }).waitFor();
});

const shell = (...args: string[]) => triquad([...args, '--data-dir', bot.dataDir]);

async function botState(): Promise<string> {
  return JSON.parse((await shell('status', '--json')).stdout).bot_status;
}

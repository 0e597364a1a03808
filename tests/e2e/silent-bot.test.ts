import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bot, startBot } from '../harness/bot.ts';
import { sharedBrowser, type TestBrowser } from '../harness/browser.ts';

const screens = ['dashboard', 'trading', 'scanner', 'execution', 'backtest', 'logs', 'settings'];
/**
 * Milliseconds after the last answer of the bot within which figures must stop looking live: twice the 10 and 8 s of the product, which tests of
 * the connection hold to the millisecond. A machine that runs all the tests is late with the timers of a browser.
 */
const limits = { embedded: 20_000, specOnly: 16_000 };
const POLL = { timeout: 60_000, interval: 100 };

let browser: TestBrowser;
let bot: Bot;
const pages: Page[] = [];
beforeAll(async () => {
  [browser, bot] = await Promise.all([
    sharedBrowser(),
    startBot({ args: ['--market', 'simulated', '--seed', '7', '--autostart'] }),
  ]);
});
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

test('a silent bot that speaks only the spec: its screen does not look live', async () => {
  const plain = await browser.open();
  await plain.context.addInitScript((token) => localStorage.setItem('auth_token', token), bot.token);
  let answers = true;
  let answeredAt = 0;
  await plain.page.routeWebSocket('**/ws', () => {});
  await plain.page.route('**/api/v1/**', (route) => (answers ? route.fulfill({ json: {} }) : undefined));
  await plain.page.route('**/api/v1/bot/status', (route) => {
    if (!answers) return;
    answeredAt = Date.now();
    return route.fulfill({ json: { bot_status: 'running', is_running: true, uptime: 60, mode: 'paper' } });
  });
  await plain.page.goto(`${bot.url}/execution`);
  await expect.poll(() => looksLive(plain.page), POLL).toEqual(live);
  const known = answeredAt;
  await expect.poll(() => answeredAt, POLL).toBeGreaterThan(known);
  answers = false;
  await expect.poll(() => looksLive(plain.page), POLL).toEqual(silent);
  expect(Date.now() - answeredAt).toBeLessThan(limits.specOnly);
  await expectStill(plain.page);
  await plain.close();
});

test('a bot that hangs: no screen looks live, and a kill stays unconfirmed until the bot answers', async () => {
  const { page: first, context } = await browser.open();
  await context.addInitScript((token) => localStorage.setItem('auth_token', token), bot.token);
  for (const name of screens) {
    const page = pages.length === 0 ? first : await context.newPage();
    await page.goto(`${bot.url}/${name}`);
    pages.push(page);
  }
  for (const page of pages) await expect.poll(() => looksLive(page), POLL).toEqual(live);
  bot.process.kill('SIGSTOP');
  await expectSilence(limits.embedded);

  await first.getByRole('button', { name: 'Kill switch' }).click();
  await first.getByRole('alertdialog').getByRole('button', { name: 'Stop everything' }).click();
  const band = first.getByRole('region', { name: 'State of the bot' });
  await band.getByText(/^Kill sent \d\d:\d\d:\d\d, not confirmed$/).waitFor();
  await band.getByText(/^trying again \([2-9]\)$/).waitFor();
  await band.getByRole('button', { name: 'Stop trying' }).waitFor();
  expect(await first.getByRole('status', { name: 'Bot Halted' }).count()).toBe(0);

  bot.process.kill('SIGCONT');
  await band.getByText(/^Kill confirmed \d\d:\d\d:\d\d · /).waitFor();
  for (const each of pages) await each.getByRole('status', { name: 'Bot Halted' }).waitFor();
  expect(await band.getByText(/not confirmed/).count()).toBe(0);
});

test('a bot that is killed: no screen looks live', async () => {
  for (const page of pages) await expect.poll(() => looksLive(page), POLL).toEqual(halted);
  await bot.kill();
  await expectSilence(limits.embedded);
});

type Look = { header: string | null; connected: boolean; coloured: boolean };
const live: Look = { header: 'Bot Active', connected: true, coloured: true };
const halted: Look = { ...live, header: 'Bot Halted' };
const silent: Look = { header: 'Bot state unknown', connected: false, coloured: false };

/** What an operator sees at a glance: the state in the header, the connection badge, and whether the screen has its colours. */
const looksLive = (page: Page): Promise<Look> =>
  page.evaluate(() => {
    const banner = document.querySelector('[role=banner]');
    const main = document.querySelector('main');
    return {
      header: banner?.querySelector('[role=status][aria-label]')?.getAttribute('aria-label') ?? null,
      connected: /API Connected/.test(banner?.textContent ?? ''),
      coloured: main !== null && getComputedStyle(main).filter === 'none',
    };
  });

async function expectSilence(limit: number): Promise<void> {
  const from = Date.now();
  for (const page of pages) await expect.poll(() => looksLive(page), POLL).toEqual(silent);
  expect(Date.now() - from).toBeLessThan(limit);
  for (const page of pages) await expectStill(page);
}

/** Clocks stand still, and the age of the last confirmation is shown. */
async function expectStill(page: Page): Promise<void> {
  const clock = () => page.getByRole('banner').getByRole('status', { name: 'Bot state unknown' }).textContent();
  const before = await clock();
  const age = page.getByRole('region', { name: 'State of the bot' }).getByText(/^last confirmed \d+ s ago$/);
  const first = await age.textContent();
  await expect.poll(() => age.textContent(), POLL).not.toBe(first);
  expect(await clock()).toBe(before);
}

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { type OpenPage, openBrowser, type TestBrowser, test } from '../harness/browser.ts';
import { startTimedBot, type TimedBot } from '../harness/timed-bot.ts';

let browser: TestBrowser;
/** The real bot, which serves only the files of the page. */
let bot: TimedBot;
let open: OpenPage;
beforeAll(async () => {
  [browser, bot] = await Promise.all([openBrowser(), startTimedBot()]);
  open = await browser.open({ token: bot.token });
});
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

test('the screen says PAPER: the next start is on paper, though live was chosen before', async () => {
  const { page, starts } = await opened();
  await page.getByRole('button', { name: 'Change: Trading Mode' }).click();
  const dialog = page.getByRole('dialog', { name: 'Trading Mode' });
  await dialog.getByText('Live Trading', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await typeLive(page);
  await tag(page, 'LIVE').waitFor();

  await page.getByRole('main').getByRole('button', { name: 'Start Bot LIVE' }).click();
  await typeLive(page);
  await page.getByRole('status', { name: 'Bot Active' }).waitFor();
  await tag(page, 'PAPER').waitFor();

  await page.getByRole('banner').getByRole('button', { name: 'Stop the bot' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop Bot' }).click();
  await page.getByRole('status', { name: 'Bot Stopped' }).waitFor();
  await tag(page, 'PAPER').waitFor();

  await page.getByRole('banner').getByRole('button', { name: 'Start the bot' }).click();
  await page.getByRole('status', { name: 'Bot Active' }).waitFor();
  expect(starts.map(({ mode }) => mode)).toEqual(['live', 'paper']);
});

const typeLive = async (page: Page) => {
  const word = page.getByLabel('Type LIVE to confirm');
  await word.fill('LIVE');
  await word.press('Enter');
};
const tag = (page: Page, text: string) => page.getByRole('banner').getByText(text, { exact: true });

/** A page with a bot that speaks only the spec, trades on paper whatever it is asked, and has no kill switch. */
async function opened() {
  const { page } = open;
  const starts: { mode?: string }[] = [];
  let running = false;
  await page.routeWebSocket('**/ws', () => {});
  await page.route('**/api/v1/**', (route) => {
    const { pathname } = new URL(route.request().url());
    const body = route.request().postDataJSON();
    if (pathname.endsWith('/bot/start')) {
      starts.push(body);
      running = true;
    }
    if (pathname.endsWith('/bot/stop')) running = false;
    const status = { is_running: running, bot_status: running ? 'running' : 'stopped', mode: 'paper', uptime: 1 };
    return route.fulfill({ json: pathname.endsWith('/bot/status') ? status : { message: 'ok' } });
  });
  await page.goto(`${bot.url}/execution`);
  await page.getByRole('status', { name: 'Bot Stopped' }).waitFor();
  return { page, starts };
}

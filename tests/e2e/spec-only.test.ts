import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { openBrowser, type TestBrowser, test } from '../harness/browser.ts';
import { startTimedBot, type TimedBot } from '../harness/timed-bot.ts';

let browser: TestBrowser;
/** Of the real one come the files of the page. */
let bot: TimedBot;
beforeAll(async () => {
  [browser, bot] = await Promise.all([openBrowser(), startTimedBot()]);
});
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

test('the screen says PAPER: the next start is on paper, though live was chosen before', async () => {
  const { page, starts, close } = await opened();
  await page.getByRole('button', { name: 'Change: Trading Mode' }).click();
  const dialog = page.getByRole('dialog', { name: 'Trading Mode' });
  await dialog.getByText('Live Trading', { exact: true }).click();
  const apply = dialog.getByRole('button', { name: 'Apply' });
  expect(await apply.isDisabled()).toBe(true);
  await dialog.getByLabel('Type LIVE to confirm').fill('LIVE');
  await apply.click();
  await tag(page, 'LIVE').waitFor();

  await page.getByRole('main').getByRole('button', { name: 'Start Bot LIVE' }).click();
  await page.getByRole('status', { name: 'Bot Active' }).waitFor();
  await tag(page, 'PAPER').waitFor();

  await page.getByRole('banner').getByRole('button', { name: 'Stop the bot' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop Bot' }).click();
  await page.getByRole('status', { name: 'Bot Stopped' }).waitFor();
  await tag(page, 'PAPER').waitFor();

  await page.getByRole('banner').getByRole('button', { name: 'Start the bot' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start Bot' }).click();
  await page.getByRole('status', { name: 'Bot Active' }).waitFor();
  expect(starts.map(({ mode }) => mode)).toEqual(['live', 'paper']);
  await close();
});

test('a bot that speaks only the spec is traded with by its own calls, and its refusals are shown', async () => {
  const plain = await browser.open({ token: bot.token });
  const sent: unknown[] = [];
  const answer = (path: string, json: unknown, status = 200) =>
    plain.page.route(`**/api/v1${path}`, (route) => {
      if (route.request().method() === 'POST') sent.push(route.request().postDataJSON());
      return route.fulfill({ json, status });
    });
  const moment = new Date().toISOString();
  await plain.page.routeWebSocket('**/ws', () => {});
  await answer('/health', { status: 'ok' });
  await answer('/bot/status', { bot_status: 'stopped', mode: 'paper' });
  await answer('/bot/start', { error: 'no room on the exchange' }, 400);
  const path = ['USDT', 'BTC', 'ETH', 'USDT'];
  await answer('/opportunities/?limit=100', {
    data: [
      { id: 7, type: 'TRI', exchange: 'okx', path, profit_pct: 1.2, profit_absolute: 12, risk: 'low', is_valid: true },
    ],
  });
  const done = { id: 1, opportunity_type: 'TRI', exchange: 'okx', pairs: ['BTC/USDT', 'ETH/BTC'], status: 'failed' };
  await answer('/orders/history?limit=10', [{ ...done, actual_profit: -2, created_at: moment }]);
  await answer('/orders/execute', { status: 'failed', result: { error_message: 'the book has moved' } });

  await plain.page.goto(`${bot.url}/trading`);
  const main = plain.page.getByRole('main');
  await main.getByText('STOPPED', { exact: true }).waitFor();
  const card = (name: string) => main.getByRole('group', { name }).locator('[data-value]').textContent();
  const cards = ['Opportunities Found', 'Bot Status', 'Executions Today', 'Mode'];
  await expect.poll(() => Promise.all(cards.map(card))).toEqual(['1', 'Stopped', '1', 'Paper Trading']);
  await main.getByRole('list', { name: 'Recent Executions' }).getByText('−$2.00').waitFor();

  await main.getByRole('button', { name: 'START SCANNING' }).click();
  await plain.page.getByText('no room on the exchange', { exact: true }).waitFor();
  await main.getByRole('button', { name: /^Execute TRI okx/ }).click();
  await plain.page.getByRole('button', { name: 'Execute Trade' }).click();
  await plain.page.getByText('Execution failed: the book has moved').waitFor();
  expect(sent).toEqual([
    {
      mode: 'paper',
      enabled_exchanges: ['kucoin', 'binance', 'kraken'],
      min_profit_threshold: 0.5,
      max_capital_per_route: 1_000,
    },
    { opportunity_id: '7', dry_run: true },
  ]);
  await plain.close();
});

const tag = (page: Page, text: string) => page.getByRole('banner').getByText(text, { exact: true });

/** A page with a bot that speaks only the spec, trades on paper whatever it is asked, and has no kill switch. */
async function opened() {
  const { page, close } = await browser.open({ token: bot.token });
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
  return { page, starts, close };
}

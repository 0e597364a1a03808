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

test('a bot that speaks only the spec is traded with by its own calls, and its refusals are shown', async () => {
  const page = await open.context.newPage();
  const sent: unknown[] = [];
  const answer = (path: string, json: unknown, status = 200) =>
    page.route(`**/api/v1${path}`, (route) => {
      if (route.request().method() === 'POST') sent.push(route.request().postDataJSON());
      return route.fulfill({ json, status });
    });
  const moment = new Date().toISOString();
  await page.routeWebSocket('**/ws', () => {});
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

  await page.goto(`${bot.url}/trading`);
  const main = page.getByRole('main');
  await main.getByText('STOPPED', { exact: true }).waitFor();
  const card = (name: string) => main.getByRole('group', { name }).locator('[data-value]').textContent();
  const cards = ['Opportunities Found', 'Bot Status', 'Executions Today', 'Mode'];
  await expect.poll(() => Promise.all(cards.map(card))).toEqual(['1', 'Stopped', '1', 'Paper Trading']);
  await main.getByRole('list', { name: 'Recent Executions' }).getByText('−$2.00').waitFor();

  await main.getByRole('button', { name: 'START SCANNING' }).click();
  await page.getByText('no room on the exchange', { exact: true }).waitFor();
  await main.getByRole('button', { name: /^Execute TRI okx/ }).click();
  await page.getByRole('button', { name: 'Execute Trade' }).click();
  await page.getByText('Execution failed: the book has moved').waitFor();
  expect(sent).toEqual([
    {
      mode: 'paper',
      enabled_exchanges: ['kucoin', 'binance', 'kraken'],
      min_profit_threshold: 0.5,
      max_capital_per_route: 1_000,
    },
    { opportunity_id: '7', dry_run: true },
  ]);
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bot, startBot } from '../harness/bot.ts';
import { type OpenPage, sharedBrowser, type TestBrowser } from '../harness/browser.ts';
import { sentByEnter, untilExecuted } from '../harness/by-hand.ts';
import { startStandingBot } from '../harness/exchanges/standing-cycle.ts';

const storageKey = 'trading_control_config';
const everywhere = ['kucoin', 'binance', 'kraken', 'coinbase', 'okx'];

let browser: TestBrowser;
let bot: Bot;
let open: OpenPage;
let page: Page;
beforeAll(async () => {
  [browser, bot] = await Promise.all([sharedBrowser(), startBot({ args: ['--market', 'simulated', '--seed', '3'] })]);
  await executeByHandOnly();
  open = await browser.open();
  page = open.page;
  await page.goto(bot.loginLink);
  await page.waitForURL('**/dashboard');
});
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

test('the form begins with the defaults, also over unreadable stored values', async () => {
  await page.evaluate(
    ([key]) => localStorage.setItem(key ?? '', '{"minProfit":"lots","selectedExchanges":7'),
    [storageKey],
  );
  await page.goto(`${bot.url}/trading`);
  await page.getByRole('heading', { name: 'Trading Control Center' }).waitFor();
  await page
    .getByRole('status')
    .getByText('STOPPED')
    .or(page.getByText('STOPPED', { exact: true }))
    .first()
    .waitFor();
  expect(await chosen()).toEqual(['kucoin', 'binance', 'kraken']);
  expect([await box('Min Profit %').inputValue(), await box('Max Capital per Route ($)').inputValue()]).toEqual([
    '0.5',
    '1000',
  ]);
  expect(await pairs()).toEqual([]);
});

test('without an exchange nothing is started and no pairs are fetched', async () => {
  for (const name of ['kucoin', 'binance', 'kraken']) await exchange(name).uncheck({ force: true });
  await page.getByRole('alert').getByText('Select at least one exchange').waitFor();
  expect(await button('START SCANNING').isDisabled()).toBe(true);
  await button('Auto').click();
  await page.getByText('Please select at least one exchange first').waitFor();
  for (const name of everywhere) await exchange(name).check({ force: true });
  expect(await button('START SCANNING').isDisabled()).toBe(false);
});

test('presets and custom pairs are added, each pair once', async () => {
  await button('Major').click();
  expect(await pairs()).toEqual(['BTC/USDT', 'ETH/USDT', 'BNB/USDT', 'ETH/BTC', 'BNB/BTC', 'BNB/ETH']);
  await button('DeFi').click();
  await page.getByText('14 pairs', { exact: true }).waitFor();
  await box('Custom pair').fill('sol/btc');
  await page.keyboard.press('Enter');
  await page.getByText('15 pairs', { exact: true }).waitFor();
  await box('Custom pair').fill('SOL/BTC');
  await button('Add pair').click();
  await page.getByText('SOL/BTC is chosen already').waitFor();
  await box('Custom pair').fill('garbage');
  await page.keyboard.press('Enter');
  await page.getByText('GARBAGE is no pair. Example: SOL/USDT').waitFor();
  await box('Custom pair').fill('');
  await button('Remove MATIC/USDT').click();
  await page.getByText('14 pairs', { exact: true }).waitFor();
  expect((await pairs()).slice(-2)).toEqual(['AVAX/USDT', 'SOL/BTC']);
});

test('Auto takes all pairs of the exchanges, in a box that is filtered and keeps its size', async () => {
  const height = () =>
    page.evaluate(
      () => document.querySelector('ul[aria-label="Trading Pairs"]')?.parentElement?.getBoundingClientRect().height,
    );
  const before = await height();
  await button('Auto').click();
  await expect.poll(async () => (await stored()).selectedPairs.length).toBeGreaterThan(100);
  const { selectedPairs } = await stored();
  await page.getByText(`${selectedPairs.length} pairs`, { exact: true }).waitFor();
  expect(selectedPairs.filter((pair) => !/\/(USDT|BTC|ETH)$/.test(pair))).toEqual([]);
  await page.getByLabel('Filter pairs').fill('sol/');
  expect((await pairs()).filter((pair) => !pair.includes('SOL/'))).toEqual([]);
  expect(await height()).toBe(before);
});

test('the form survives a reload', async () => {
  await box('Min Profit %').fill('0.05');
  await box('Max Capital per Route ($)').fill('400');
  const before = await stored();
  expect(before).toEqual({
    selectedExchanges: everywhere,
    selectedPairs: before.selectedPairs,
    minProfit: 0.05,
    maxCapital: 400,
    lastUpdated: new Date(before.lastUpdated).toISOString(),
  });
  await page.reload();
  await page.getByText(`${before.selectedPairs.length} pairs`, { exact: true }).waitFor();
  expect(await chosen()).toEqual(everywhere);
  expect(await box('Min Profit %').inputValue()).toBe('0.05');
  await box('Max Capital per Route ($)').fill('0');
  await page.getByText('Must be more than 0').waitFor();
  expect(await button('START SCANNING').isDisabled()).toBe(true);
  await box('Max Capital per Route ($)').fill('400');
});

test('Start sends the form, which is disabled while the bot runs', async () => {
  await button('START SCANNING at 0.05%, saved 0.50%').click();
  await page.getByText('SCANNING', { exact: true }).waitFor();
  const { selectedPairs } = await stored();
  expect((await bot.call('GET', '/bot/status')).body).toMatchObject({
    is_running: true,
    mode: 'paper',
    enabled_exchanges: everywhere,
    trading_pairs_count: selectedPairs.length,
    min_profit_threshold: 0.05,
    max_capital_per_route: 400,
  });
  const form = page.getByRole('region', { name: 'Configuration' });
  await form.getByText(`with ${selectedPairs.length} pairs, from 0.05%, at most $400.00 per route`).waitFor();
  const usable = await form
    .locator('input:enabled, button:enabled')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent));
  expect(usable).toEqual(['Filter pairs', 'STOP SCANNING']);
});

test('an opportunity is executed by hand and listed among the executions', async () => {
  await using standing = await startStandingBot();
  const own = await browser.open();
  const screen = own.page.getByRole('main');
  await own.page.goto(standing.loginLink);
  await own.page.waitForURL('**/dashboard');
  const list = screen.getByRole('list', { name: 'Live Opportunities' });
  await untilExecuted(async () => {
    await own.page.goto(`${standing.url}/trading`);
    await list
      .getByRole('button', { name: /^Execute TRI/, disabled: false })
      .first()
      .click();
    return sentByEnter(own.page);
  });

  const { body } = await standing.call('GET', '/orders/history?limit=1');
  const [trade] = (body as { data: { actual_profit: number; pairs: string[] }[] }).data;
  const latest = screen.getByRole('list', { name: 'Recent Executions' }).getByRole('listitem').first();
  await latest.getByText(trade?.pairs.join(', ') ?? '', { exact: true }).waitFor();
  await latest.getByText('Completed').waitFor();
  await latest.getByText(dollars(trade?.actual_profit ?? 0), { exact: true }).waitFor();
  const { executions_today } = (await standing.call('GET', '/bot/status')).body as { executions_today: number };
  await screen.getByRole('group', { name: 'Executions Today' }).getByText(String(executions_today)).waitFor();
  // What has ended meanwhile is refused, and tried again.
  expect(own.errors.filter((text) => !text.includes('409'))).toEqual([]);
});

test('the log is live, and Stop asks first', async () => {
  const logs = page.getByRole('region', { name: 'Live Logs', exact: true }).first();
  await logs
    .getByText(/Executed|execution|Bot started/)
    .first()
    .waitFor();
  await button('STOP SCANNING').click();
  const question = page.getByRole('alertdialog', { name: 'Stop Bot?' });
  await question.getByText('All pending orders will be cancelled.').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await button('STOP SCANNING').click();
  await question.getByRole('button', { name: 'Stop Bot' }).click();
  await page.getByText('STOPPED', { exact: true }).waitFor();
  expect((await bot.call('GET', '/bot/status')).body).toMatchObject({ is_running: false });
  await button('START SCANNING at 0.05%, saved 0.50%').waitFor();
  expect(await box('Min Profit %').isDisabled()).toBe(false);
});

test('one column on a phone, two on a tablet, three on a desktop, none wider than the screen', async () => {
  const columns = async (width: number) => {
    await page.setViewportSize({ width, height: 900 });
    return page.evaluate(() => {
      const grid = document.querySelector('[aria-label="Configuration"]')?.parentElement;
      const left = [...(grid?.children ?? [])].map((child) => Math.round(child.getBoundingClientRect().left));
      return [new Set(left).size, document.documentElement.scrollWidth];
    });
  };
  expect(await columns(1_440)).toEqual([3, 1_440]);
  expect(await columns(1_024)).toEqual([2, 1_024]);
  expect(await columns(390)).toEqual([1, 390]);
});

test('a bot that speaks only the spec is traded with by its own calls, and its refusals are shown', async () => {
  const plain = await browser.open();
  await plain.context.addInitScript((token) => localStorage.setItem('auth_token', token), bot.token);
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

test('the page reported no errors', () => {
  expect(open.errors.filter((text) => !text.includes('409'))).toEqual([]);
});

const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
const box = (name: string) => page.getByLabel(name, { exact: true });
const exchange = (name: string) => page.getByRole('checkbox', { name, exact: true });

async function chosen(): Promise<string[]> {
  const boxes = page.getByRole('group', { name: 'Exchanges' }).getByRole('checkbox', { checked: true });
  return boxes.evaluateAll((all) => all.map((one) => one.parentElement?.textContent ?? ''));
}

async function pairs(): Promise<string[]> {
  return page.getByRole('list', { name: 'Trading Pairs' }).getByRole('listitem').allTextContents();
}

type Stored = {
  selectedExchanges: string[];
  selectedPairs: string[];
  minProfit: number;
  maxCapital: number;
  lastUpdated: string;
};
async function stored(): Promise<Stored> {
  return JSON.parse((await page.evaluate((key) => localStorage.getItem(key), storageKey)) ?? '{}');
}

async function executeByHandOnly(): Promise<void> {
  const { body } = await bot.call('GET', '/config/');
  const { id, is_active, created_at, updated_at, ...config } = body as Record<string, unknown>;
  const { status } = await bot.call('PUT', `/config/${id}`, { ...config, auto_execute: false });
  expect(status).toBe(200);
}

const dollars = (value: number) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', signDisplay: 'exceptZero' }).format(value);

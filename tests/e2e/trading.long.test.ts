import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { type OpenPage, openBrowser, type TestBrowser, test } from '../harness/browser.ts';
import { startTimedBot, type TimedBot } from '../harness/timed-bot.ts';

const storageKey = 'trading_control_config';
const everywhere = ['kucoin', 'binance', 'kraken', 'coinbase', 'okx'];

let browser: TestBrowser;
let bot: TimedBot;
let open: OpenPage;
let page: Page;
beforeAll(async () => {
  [browser, bot] = await Promise.all([openBrowser(), startTimedBot({ seed: 3, config: { auto_execute: false } })]);
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

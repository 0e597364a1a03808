import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { type OpenPage, openBrowser, type TestBrowser, test } from '../harness/browser.ts';
import { startTimedBot, type TimedBot } from '../harness/timed-bot.ts';

const everywhere = ['binance', 'kraken', 'kucoin', 'coinbase', 'okx'];

let browser: TestBrowser;
let bot: TimedBot;
let open: OpenPage;
let page: Page;
beforeAll(async () => {
  [browser, bot] = await Promise.all([openBrowser(), startTimedBot({ seed: 3 })]);
  open = await browser.open();
  page = open.page;
  await page.goto(bot.loginLink);
  await page.waitForURL('**/dashboard');
  await leaveToMe();
  await bot.call('POST', '/bot/start', { min_profit_threshold: 0.05, enabled_exchanges: everywhere });
});
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

test('opportunities arrive by themselves, are counted, and are narrowed by filters that stand in the address', async () => {
  await page.goto(`${bot.url}/scanner`);
  await page.getByRole('heading', { name: 'Opportunity Scanner' }).waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  await rows().first().waitFor();
  const before = await figure('Total Opportunities');
  await expect.poll(() => figure('Total Opportunities')).toBeGreaterThan(before);

  await page.getByRole('combobox', { name: 'Type' }).selectOption('TRI Triangular');
  await page.getByRole('spinbutton', { name: 'Minimum profit %' }).fill('0.1');
  await page.getByRole('textbox', { name: 'Exchange' }).fill('BIN');
  await page.getByRole('button', { name: 'Remove filter Exchange: BIN' }).waitFor();
  expect(query()).toEqual({ type: 'TRI', min_profit: '0.1', exchange: 'BIN' });
  await expect.poll(shownExchanges).toEqual([]);
  expect(await figure('Filtered')).toBeLessThanOrEqual(await figure('Total Opportunities'));

  await page.reload();
  await page.getByRole('button', { name: 'Remove filter Type: TRI' }).click();
  await page.getByRole('button', { name: 'Remove filter Profit ≥ 0.1%' }).click();
  expect(query()).toEqual({ exchange: 'BIN' });
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  expect(query()).toEqual({});
});

test('the order of the rows is in the address, and changing it does not move the table', async () => {
  const profit = page.getByRole('button', { name: 'Profit %', exact: true });
  const direction = () => page.getByRole('columnheader', { name: 'Profit %' }).getAttribute('aria-sort');
  const tops = () =>
    rows().evaluateAll((buttons) => buttons.slice(0, 2).map((button) => button.getBoundingClientRect().top));
  await rows().nth(1).waitFor();
  const before = await tops();
  await profit.click();
  await expect.poll(direction).toBe('descending');
  expect([query(), await tops()]).toEqual([{ sort: '-profit_pct' }, before]);
  await profit.click();
  await expect.poll(direction).toBe('ascending');
  await profit.click();
  await expect.poll(direction).toBe(null);
  expect(query()).toEqual({});
});

test.each([768, 900, 1000, 1440])('at %i px with an open sidebar the table does not scroll sideways', async (width) => {
  await page.setViewportSize({ width, height: 900 });
  await rows().first().waitFor();
  const hidden = () =>
    page
      .getByRole('table')
      .evaluate(({ parentElement: frame }) => (frame ? frame.scrollWidth - frame.clientWidth : -1));
  await expect.poll(hidden).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('nothing went wrong in the page', () => {
  expect(open.errors.filter((text) => !text.includes('409'))).toEqual([]);
});

const rows = () => page.getByRole('button', { name: /^Open (TRI|QUAD)/ });
const query = () => Object.fromEntries(new URL(page.url()).searchParams);

async function figure(name: string): Promise<number> {
  return Number.parseFloat((await page.getByRole('group', { name }).textContent())?.replace(name, '') ?? '');
}

async function shownExchanges(): Promise<string[]> {
  const names = await rows().evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''));
  return names.filter((name) => !name.startsWith('Open TRI binance'));
}

/** Chosen in the browser; the bot says so of itself, and of what it finds. */
async function leaveToMe(): Promise<void> {
  await page.goto(`${bot.url}/execution`);
  const choice = page.getByRole('group', { name: 'Opportunities' });
  await choice.getByRole('button', { name: 'Executed by the bot', pressed: true }).waitFor();
  await choice.getByRole('button', { name: 'Left to you' }).click();
  await choice.getByRole('button', { name: 'Left to you', pressed: true }).waitFor();
  const { body } = await bot.call('GET', '/config/');
  expect(body).toMatchObject({ auto_execute: false });
}

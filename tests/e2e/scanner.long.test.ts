import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bot, startBot } from '../harness/bot.ts';
import { type OpenPage, sharedBrowser, type TestBrowser } from '../harness/browser.ts';
import { sentByEnter, untilExecuted } from '../harness/by-hand.ts';
import { startStandingBot } from '../harness/exchanges/standing-cycle.ts';

const everywhere = ['binance', 'kraken', 'kucoin', 'coinbase', 'okx'];

let browser: TestBrowser;
let bot: Bot;
let open: OpenPage;
let page: Page;
beforeAll(async () => {
  [browser, bot] = await Promise.all([sharedBrowser(), startBot({ args: ['--market', 'simulated', '--seed', '3'] })]);
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

test('a row opens the ticket, and executing it on paper changes trades and balances', async () => {
  await using standing = await startStandingBot();
  await page.goto(standing.loginLink);
  await page.waitForURL('**/dashboard');
  const before = await portfolio(standing);
  const said = await untilExecuted(async () => {
    await page.goto(`${standing.url}/scanner`);
    await page.getByText('Valid', { exact: true }).first().click();
    return sentByEnter(page);
  });
  expect(said).toMatch(/^Order executed! Profit: -?\d+\.\d\d%, [+−-]?\$\d+\.\d\d against what was shown$/);

  await link('Execution').click();
  const trades = page.getByRole('region', { name: 'Recent Trades', exact: true });
  await trades.getByText(/→/).first().waitFor();
  const { body } = await standing.call('GET', '/orders/history?limit=1');
  const [trade] = (body as { data: { profit: number; id: string }[] }).data;
  await trades.getByText(`…${trade?.id.slice(-8)}`).waitFor();
  await trades.getByRole('columnheader', { name: 'Profit %' }).waitFor();
  await trades
    .getByText(dollars(trade?.profit ?? 0, true), { exact: true })
    .first()
    .waitFor();

  await link('Dashboard').click();
  const after = await portfolio(standing);
  expect(after).not.toBe(before);
  await page.getByText(dollars(after), { exact: true }).first().waitFor();
});

test('nothing went wrong in the page', () => {
  expect(open.errors.filter((text) => !text.includes('409'))).toEqual([]);
});

const rows = () => page.getByRole('button', { name: /^Open (TRI|QUAD)/ });
const link = (name: string) => page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name });
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

async function portfolio(of: Bot): Promise<number> {
  const { body } = await of.call('GET', '/wallets/balances');
  return (body as { total_usd: number }).total_usd;
}

const dollars = (value: number, sign = false) =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    signDisplay: sign ? 'exceptZero' : 'negative',
  }).format(value);

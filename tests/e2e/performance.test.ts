import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { withHyphens } from '@triquad/core';
import { BreakdownRecord, MoneyRecord } from '@triquad/core/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violations } from '../harness/axe.ts';
import { type Bot, startBot } from '../harness/bot.ts';
import { launchBrowser, type TestBrowser } from '../harness/browser.ts';

const minuteMs = 60_000;
const leastTrades = 5;

let browser: TestBrowser;
let bot: Bot;
beforeAll(async () => {
  browser = await launchBrowser();
  const everywhere = ['--market', 'simulated', '--seed', '7', '--speed', '20'];
  bot = await startBot({ args: everywhere });
  await bot.call('POST', '/bot/start', { min_profit_threshold: 0.1 });
  while ((await breakdown()).all.trades < leastTrades) await setTimeout(500);
  await bot.call('POST', '/bot/stop');
  await bot.call('POST', '/notifications/mark-all-read');
}, 6 * minuteMs);
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

const breakdown = async () => BreakdownRecord.parse((await bot.call('GET', '/performance/breakdown')).body);
const money = async () => MoneyRecord.parse((await bot.call('GET', '/performance/money')).body);

async function signIn(page: Page): Promise<void> {
  await page.goto(bot.url);
  await page.getByLabel('Token', { exact: true }).fill(bot.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
}

/** A figure of the screen in whole cents, null for a dash. */
const cents = (text: string): number | null => {
  const digits = withHyphens(text).replaceAll(/[^\d.-]/g, '');
  return digits === '' ? null : Math.round(Number(digits) * 100);
};
const rowsOf = (page: Page, name: string) =>
  page
    .getByRole('table', { name })
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent?.trim() ?? '')),
    );

test('what it makes, and how it adds up to equity: to the cent, from real figures', {
  timeout: 2 * minuteMs,
}, async () => {
  const { page, errors, close } = await browser.open();
  await signIn(page);
  await page.getByRole('link', { name: 'Performance' }).first().click();
  await page.getByRole('table', { name: 'How it adds up to equity' }).waitFor();
  // Under what the figures were made is said beside them.
  await page
    .getByText(/^Made under: .*taker 0\.\d+%.* conditions/)
    .first()
    .waitFor();
  const rows = await rowsOf(page, 'How it adds up to equity');
  // Nothing of it is cut or wraps.
  const heights = await page
    .getByRole('table', { name: 'How it adds up to equity' })
    .getByRole('row')
    .evaluateAll((all) => all.slice(1).map((row) => Math.round(row.getBoundingClientRect().height)));
  expect(Math.max(...heights)).toBeLessThan(28);
  const header = page.getByRole('table', { name: 'Days' }).getByText('days before');
  expect(await header.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  const step = (name: string) => cents(rows.find(([own]) => own?.startsWith(name))?.[1] ?? '') ?? Number.NaN;
  expect(step('Trades before fees') + step('Trading fees')).toBe(step('Realised profit'));
  const parts = ['Realised profit', 'Residual and running', 'Dust', 'Prices', 'Deposits'].map(step);
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(step('Change of equity'));
  const { total } = await money();
  expect([step('Realised profit'), step('Change of equity'), step('Equity at the end')]).toEqual(
    [total?.realised, total?.change, total?.equity_end].map((usd) => Math.round((usd ?? Number.NaN) * 100)),
  );
  // The card, the days and the routes say the same.
  const card = page.getByRole('group', { name: 'Realised profit' }).locator('[data-value]');
  expect(cents((await card.textContent()) ?? '')).toBe(step('Realised profit'));
  const { all, by_route } = await breakdown();
  const days = (await rowsOf(page, 'Days')).slice(1).map(([, net]) => cents(net ?? '') ?? 0);
  expect(Math.abs(days.reduce((sum, net) => sum + net, 0) - step('Realised profit'))).toBeLessThanOrEqual(days.length);
  expect((await rowsOf(page, 'By route')).length).toBeGreaterThan(1);
  expect(by_route.reduce((sum, { profit }) => sum + profit, 0)).toBeCloseTo(all.profit, 9);
  // The history compares the same trades with what was shown of them.
  const shown = page.getByRole('group', { name: 'Got of what was shown' });
  const [expected, got] = ((await shown.textContent()) ?? '').match(/[+−]\$[\d,]+\.\d\d/g) ?? [];
  expect(cents(expected ?? '')).toBe(Math.round(all.expected * 100));
  await page.goto(`${bot.url}/history?window=week`);
  const figure = (name: string) => page.getByRole('group', { name }).locator('[data-value]').textContent();
  await expect.poll(() => figure('Shown')).toBe(expected);
  expect(await figure('Realised')).toBe(got);
  expect(await figure('Trades')).toBe(String(all.trades));
  await page.goBack();
  // A ratio that would need two months says how much of them there is.
  await page.getByText('of 60 days').waitFor();
  expect(errors).toEqual([]);
  await close();
});

test('the window, the comparison, the exchange and the market are in the address, and Back undoes them', {
  timeout: 2 * minuteMs,
}, async () => {
  const { page, close } = await browser.open();
  await signIn(page);
  await page.goto(`${bot.url}/performance`);
  const days = page.getByRole('table', { name: 'Days' });
  await days.waitFor();
  const count = async () => Number(await days.getAttribute('aria-rowcount')) - 1;
  expect(await count()).toBe(7);
  await page.getByRole('button', { name: '30 days' }).click();
  await page.waitForURL('**/performance?window=30d');
  await expect.poll(count).toBe(30);
  await page.getByLabel('Compare with the days before').click({ force: true });
  await page.waitForURL('**window=30d&compare=no');
  await expect.poll(() => days.getByRole('columnheader', { name: 'days before' }).count()).toBe(0);
  await page.goBack();
  await page.goBack();
  await page.waitForURL('**/performance');
  await expect.poll(count).toBe(7);
  await page.getByRole('button', { name: 'Custom' }).click();
  await page.getByLabel('From').fill('2026-01-01');
  await page.getByLabel('To', { exact: true }).fill('2026-01-03');
  await expect.poll(count).toBe(3);
  await page.getByText('No trade began in this window.').waitFor();
  await page.goto(`${bot.url}/performance?exchange=kraken`);
  await page.getByText('Equity is known of all exchanges together.').waitFor();
  const told = BreakdownRecord.parse((await bot.call('GET', '/performance/breakdown?exchange=kraken')).body);
  const routes = async () => Math.max(0, (await rowsOf(page, 'By route')).length - 1);
  await expect.poll(routes).toBe(told.by_route.length);
  await page.goto(`${bot.url}/performance?market=unknown`);
  const trades = page.getByRole('group', { name: 'Trades' }).locator('[data-value]');
  const all = String((await breakdown()).all.trades);
  await expect.poll(() => trades.textContent()).toBe('0');
  await page.getByRole('combobox', { name: 'Market' }).selectOption('Market practice');
  await page.waitForURL('**/performance?market=practice');
  await expect.poll(() => trades.textContent()).toBe(all);
  await page.getByRole('table', { name: 'How it adds up to equity' }).waitFor();
  await page.goBack();
  await expect.poll(() => trades.textContent()).toBe('0');
  await close();
});

test('what is shown is saved as CSV', { timeout: 2 * minuteMs }, async () => {
  const { page, close } = await browser.open();
  await signIn(page);
  await page.goto(`${bot.url}/performance?window=today`);
  const panel = page.getByRole('region', { name: 'By route' });
  await panel.getByRole('table').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: /^CSV/ }).click(),
  ]);
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
  const { by_route } = await breakdown();
  expect(lines[0]).toBe('Type,Route,Exchange,Trades,Won,bp,Net');
  expect(lines).toHaveLength(by_route.length + 1);
  await close();
});

test.each([
  { theme: 'light', width: 1_440 },
  { theme: 'dark', width: 390 },
] as const)(
  'axe finds nothing in the $theme theme at $width px, in Spanish either',
  { timeout: 3 * minuteMs },
  async ({ theme, width }) => {
    const { page, errors, close } = await browser.open({ theme, width });
    await signIn(page);
    for (const language of ['en', 'es']) {
      await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
      for (const query of [
        'window=today',
        'window=custom&from=2026-01-01&to=2026-01-02',
        'exchange=kraken&compare=no',
      ]) {
        await page.goto(`${bot.url}/performance?${query}`);
        await page
          .getByRole('region', { name: 'Ratios' })
          .getByText(/ 90 (days|días)/)
          .waitFor();
        expect({ query, language, found: await violations(page) }).toEqual({ query, language, found: [] });
        expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
      }
    }
    expect(errors).toEqual([]);
    await close();
  },
);

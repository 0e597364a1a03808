import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { withHyphens } from '@triquad/core';
import { BalancesRecord, HistoryRecord } from '@triquad/core/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violations } from '../harness/axe.ts';
import { type Bot, restsBriefly, startBot } from '../harness/bot.ts';
import { sharedBrowser, type TestBrowser } from '../harness/browser.ts';

let browser: TestBrowser;
let bot: Bot;
beforeAll(async () => {
  browser = await sharedBrowser();
  bot = await startBot({ args: ['--market', 'simulated', '--seed', '7', '--speed', '20'] });
  await restsBriefly(bot);
  await bot.call('POST', '/bot/start', { min_profit_threshold: 0.1 });
  // Some trades leave dust in other assets than those they begin with.
  const traded = async () => HistoryRecord.parse((await bot.call('GET', '/orders/history?limit=1')).body).total;
  while ((await traded()) < 5) await setTimeout(500);
  await bot.call('POST', '/bot/stop');
  await bot.call('POST', '/notifications/mark-all-read');
}, 360_000);
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

const wallets = async () => BalancesRecord.parse((await bot.call('GET', '/wallets/balances')).body);
const usd = (text: string | null): number => Number(withHyphens(text ?? '').replaceAll(/[^\d.-]/g, ''));

async function signIn(page: Page): Promise<void> {
  await page.goto(bot.url);
  await page.getByLabel('Token', { exact: true }).fill(bot.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
}

test('what is held, by whom, and against which limits: the parts are the equity', async () => {
  const { page, errors, close } = await browser.open();
  await signIn(page);
  await page.getByRole('link', { name: 'Positions' }).first().click();
  const table = page.getByRole('table', { name: 'Balances' });
  await table.waitFor();
  const held = (await wallets()).exchanges.flatMap(({ balances }) =>
    Object.values(balances).filter(({ total }) => total !== 0),
  );
  await expect.poll(async () => Number(await table.getAttribute('aria-rowcount')) - 2).toBe(held.length);
  const figure = async (name: string) =>
    usd(await page.getByRole('group', { name, exact: true }).locator('[data-value]').textContent());
  const parts = await Promise.all(['Free to trade', 'Reserved', 'Residual', 'Fee tokens', 'Dust'].map(figure));
  expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(await figure('Equity'), 1);
  // The last row adds the balances up to the same.
  const sum = async () => usd(await table.getByRole('row').last().getByRole('cell').nth(6).textContent());
  await expect.poll(async () => Math.abs((await sum()) - (await figure('Equity')))).toBeLessThan(0.02);
  // Each dust has what can be done about it, or why nothing can.
  const dust = page.getByRole('region', { name: 'Dust' });
  const says =
    /^(sell .* for about \$|too little: an order must be worth \$|no book is trusted|no market of the exchange sells it)/;
  await dust.getByRole('cell', { name: says }).first().waitFor();
  const counts = () => Promise.all([dust.getByRole('cell', { name: says }).count(), dust.getByRole('row').count()]);
  // The bot trades on: new dust is listed a moment before what can be done about it.
  await expect.poll(async () => counts().then(([said, rows]) => rows - 1 - said)).toBe(0);
  await page.getByRole('region', { name: 'Fee-token runway' }).getByText('No token pays the fees.').waitFor();
  await page.getByRole('region', { name: 'Deposit addresses' }).getByText('Paper money has none.').waitFor();
  // Prices move between two looks.
  const worth = held.reduce((sum, { value_usd }) => sum + (value_usd ?? 0), 0);
  expect(Math.abs((await figure('Equity')) - worth) / worth).toBeLessThan(0.02);
  await page.getByRole('region', { name: 'Limits' }).getByText('Drawdown today').waitFor();
  await page.getByRole('region', { name: 'Residual positions' }).waitFor();
  expect(errors).toEqual([]);
  await close();
});

test('one exchange is chosen in the address, and what is shown is saved as CSV', async () => {
  const { page, close } = await browser.open();
  await signIn(page);
  await page.goto(`${bot.url}/positions`);
  const choice = page.getByRole('group', { name: 'Exchange' });
  await choice.getByRole('button', { name: 'kraken' }).click();
  await page.waitForURL('**/positions?exchange=kraken');
  const kraken = (await wallets()).exchanges.find(({ exchange }) => exchange === 'kraken');
  const held = Object.values(kraken?.balances ?? {}).filter(({ total }) => total !== 0).length;
  const panel = page.getByRole('region', { name: 'Balances' });
  await expect.poll(async () => Number(await panel.getByRole('table').getAttribute('aria-rowcount')) - 2).toBe(held);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: /^CSV/ }).click(),
  ]);
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines[0]).toBe(
    'Asset,Exchange,Free,Reserved,Residual,Dust,Value,Cost / unit,Unrealised,"Bought today, limit"',
  );
  expect(lines).toHaveLength(held + 1);
  await page.goBack();
  await expect
    .poll(() => choice.getByRole('button', { name: 'All exchanges' }).getAttribute('aria-pressed'))
    .toBe('true');
  await close();
});

test.each([
  { theme: 'light', width: 1_440 },
  { theme: 'dark', width: 390 },
] as const)('axe finds nothing in the $theme theme at $width px, in Spanish either', async ({ theme, width }) => {
  const { page, errors, close } = await browser.open({ theme, width });
  await signIn(page);
  for (const [language, name] of [
    ['en', 'Limits'],
    ['es', 'Límites'],
  ] as const) {
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
    await page.goto(`${bot.url}/positions`);
    await page.getByRole('region', { name }).getByRole('table').waitFor();
    await page.getByRole('group', { name: language === 'en' ? 'Equity' : 'Patrimonio' }).waitFor();
    expect({ language, found: await violations(page) }).toEqual({ language, found: [] });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  }
  expect(errors).toEqual([]);
  await close();
});

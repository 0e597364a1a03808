import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { openBrowser, type TestBrowser, test } from '../harness/browser.ts';
import { startTimedBot, type TimedBot } from '../harness/timed-bot.ts';

const exchanges = ['binance', 'okx'];

let browser: TestBrowser;
let bot: TimedBot;
let page: Page;
let errors: readonly string[];
beforeAll(async () => {
  [browser, bot] = await Promise.all([openBrowser(), startTimedBot({ seed: 3 })]);
  ({ page, errors } = await browser.open());
  await page.goto(bot.loginLink);
  await page.waitForURL('**/dashboard');
});
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

test('triangles of one exchange are left to the operator by the keyboard: each says so, and none is executed until they are taken back', async () => {
  const name = 'TRI at binance is executed by the bot';
  await page.goto(`${bot.url}/execution`);
  const choices = page.getByText(/^By exchange and type/);
  await choices.focus();
  await page.keyboard.press('Enter');
  const choice = page.getByRole('checkbox', { name });
  await choice.focus();
  await page.keyboard.press('Space');
  await page.getByText('By exchange and type: 1 left to you').waitFor();
  expect(await choice.isChecked()).toBe(false);
  expect((await bot.call('GET', '/config/')).body).toMatchObject({ by_hand: { binance: ['TRI'] } });
  await bot.call('POST', '/bot/start', { min_profit_threshold: 0.05, enabled_exchanges: exchanges });

  const left = 'TRI at binance is left to the operator';
  await bot.until(
    () => decisions('auto_execute_off'),
    (details) => details.includes(left),
  );
  await bot.until(
    () => decisions('executed'),
    (details) => details.includes('automatically'),
  );
  expect(new Set(await decisions('auto_execute_off'))).toEqual(new Set([left]));
  expect(await trianglesOfBinance()).toEqual([]);

  await page.goto(`${bot.url}/history`);
  await page.getByRole('button', { name: 'All decisions' }).click();
  const reason = page.getByRole('combobox', { name: 'Reason' });
  await expect.poll(() => reason.locator('option[value="auto_execute_off"]').count()).toBe(1);
  await reason.selectOption('auto_execute_off');
  await page.getByRole('table', { name: 'All decisions' }).getByText(left).first().waitFor();

  await page.goto(`${bot.url}/execution`);
  await page.getByText('By exchange and type: 1 left to you').click();
  await page.getByRole('checkbox', { name }).focus();
  await page.keyboard.press('Space');
  await page.getByText('By exchange and type', { exact: true }).waitFor();
  expect((await bot.call('GET', '/config/')).body).toMatchObject({ by_hand: {} });
  await bot.until(trianglesOfBinance, (trades) => trades.length > 0);
  expect(errors).toEqual([]);
});

/** The details of the newest decisions with this reason. */
async function decisions(code: string): Promise<readonly string[]> {
  const { body } = await bot.call('GET', `/history/?limit=200&code=${code}`);
  return (body as { data: { detail: string }[] }).data.map(({ detail }) => detail);
}

async function trianglesOfBinance(): Promise<readonly unknown[]> {
  const { body } = await bot.call('GET', '/orders/history?limit=500');
  const trades = (body as { data: { type: string; exchange: string }[] }).data;
  return trades.filter(({ type, exchange }) => type === 'TRI' && exchange === 'binance');
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { startBot, triquad } from '../harness/bot.ts';
import { openBrowser, test } from '../harness/browser.ts';
import { startStandingCycle } from '../harness/exchanges/standing-cycle.ts';
import { startLocalProxy } from '../harness/proxy.ts';

test('the first run asks what to watch, says what cannot be reached, and leads from live prices to a backtest', async () => {
  await using server = await startStandingCycle();
  server.dislocate();
  const urls = `binance=${server.url},kucoin=http://127.0.0.1:1`;
  await using bot = await startBot({ asks: true, args: ['--exchange-url', urls] });
  const browser = await openBrowser();
  onTestFinished(() => browser.close());
  const { page, errors } = await browser.open();
  await page.goto(bot.loginLink);
  await page.getByRole('heading', { name: 'What do you want to watch?' }).waitFor();
  await page.getByText('NO MARKET YET').waitFor();
  expect(await page.locator('#sidebar').count()).toBe(0);

  const live = page.getByRole('region', { name: 'Live prices' });
  await live.getByRole('checkbox', { name: 'binance' }).setChecked(false, { force: true });
  await live.getByRole('button', { name: 'Watch live prices' }).click();
  await page.getByRole('alert').getByText('kucoin cannot be reached').waitFor();

  await live.getByRole('checkbox', { name: 'kucoin' }).setChecked(false, { force: true });
  await live.getByRole('checkbox', { name: 'binance' }).setChecked(true, { force: true });
  await live.getByRole('button', { name: 'Check them first' }).click();
  await live.getByText('binance').last().waitFor();
  await live.getByText(/things? (is|are) as expected/).waitFor();

  await using proxy = await startLocalProxy();
  await live.getByLabel('Proxy').fill(proxy.url.replace('//', '//me:secret@'));
  await live.getByRole('button', { name: 'Watch live prices' }).click();
  await page.getByText('a name and password go in HTTPS_PROXY').first().waitFor();
  await live.getByLabel('Proxy').fill(proxy.url);
  await live.getByRole('button', { name: 'Watch live prices' }).click();

  // Another bot over the same data: the page finds it by itself, without a new sign-in.
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  expect(proxy.requests).toContain(`UPGRADE ${server.url}/ws`);
  expect(readFileSync(join(bot.dataDir, 'market.json'), 'utf8')).toContain('exchange:binance');
  await page.getByRole('link', { name: 'Feeds' }).first().click();
  const connections = page.getByRole('table', { name: 'Connections' });
  await connections.getByText('Live', { exact: true }).waitFor();
  const records = page.getByLabel('Record prices');
  await page.getByText('Record prices').click();
  await expect.poll(() => records.isChecked()).toBe(true);
  await expect
    .poll(async () => (await triquad(['start', '--min-profit', '0.1', '--data-dir', bot.dataDir])).code)
    .toBe(0);
  await page.getByRole('link', { name: 'Scanner' }).first().click();
  await page.getByRole('table').getByText('BTC').first().waitFor();
  await page.getByRole('link', { name: 'Feeds' }).first().click();
  await page.getByText('Record prices').click();
  await expect.poll(() => records.isChecked()).toBe(false);

  await page.getByRole('link', { name: 'Backtest' }).first().click();
  await page.getByRole('button', { name: /^binance-\d{8}T\d{9}Z$/ }).click();
  await expect.poll(() => page.getByLabel('binance').isChecked()).toBe(true);
  // While the one bot ends and the other begins, the browser says that it finds none.
  expect(errors.filter((line) => !/WebSocket|ERR_|Failed to load resource/.test(line))).toEqual([]);
});

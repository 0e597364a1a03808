import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { temporaryFolder } from '../harness/bot.ts';
import { openBrowser, test } from '../harness/browser.ts';
import { startTimedBot } from '../harness/timed-bot.ts';

test('a file of prices is sent by the browser, understood, imported, listed, and removed', async () => {
  const [browser, bot] = await Promise.all([openBrowser(), startTimedBot({ seed: 7 })]);
  onTestFinished(async () => {
    await browser.close();
    await bot[Symbol.asyncDispose]();
  });
  const file = join(temporaryFolder(), 'kraken_quotes.csv');
  const rows = Array.from({ length: 1_000 }, (_, row) => `${1_700_000_000_000 + row},XBT/USD,5,1,6,1\n`);
  writeFileSync(file, `timeMs,symbol,bid,bidSize,ask,askSize\n${rows.join('')}`);

  const { page, errors } = await browser.open({ token: bot.token });
  await page.goto(`${bot.url}/feeds`);
  await page.getByRole('button', { name: 'Import files…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import files of prices' });
  await dialog.locator('input[type=file]').setInputFiles(file);
  await expect.poll(() => dialog.getByRole('checkbox', { name: 'kraken_quotes.csv' }).isChecked()).toBe(true);
  expect(readdirSync(join(bot.dataDir, 'imports'))).toEqual(['kraken_quotes.csv']);
  await dialog.getByRole('button', { name: 'See what is understood' }).click();
  await dialog.getByText('1,000 quotes, 0 without a book, 0 unreadable').waitFor();
  await dialog.getByText('XBT/USD = BTC/USD').waitFor();
  await dialog.getByText('A recording of kraken: 1 market, fee 0.40% (entry tier).').waitFor();
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByText(/^Imported: kraken-20231114T221320000Z/).waitFor();
  const { body } = await bot.call('GET', '/recordings/');
  const made = { name: 'kraken-20231114T221320000Z', exchange: 'kraken', rows: 1_000 };
  expect((body as { data: object[] }).data).toMatchObject([made]);
  expect(readdirSync(join(bot.dataDir, 'imports'))).toEqual([]);
  expect(errors).toEqual([]);
});

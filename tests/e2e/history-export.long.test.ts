import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { TradeRecord } from '@triquad/core/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bot, startBot } from '../harness/bot.ts';
import { sharedBrowser, type TestBrowser } from '../harness/browser.ts';

const leastTrades = 4;

let browser: TestBrowser;
let bot: Bot;
beforeAll(async () => {
  browser = await sharedBrowser();
  bot = await startBot({ args: ['--market', 'simulated', '--seed', '7', '--speed', '20'] });
  await bot.call('POST', '/bot/start', { min_profit_threshold: 0.1 });
  while ((await trades()).length < leastTrades) await setTimeout(500);
  await bot.call('POST', '/bot/stop');
}, 360_000);
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

const trades = async (): Promise<TradeRecord[]> => {
  const { body } = await bot.call('GET', '/orders/history?limit=500');
  return (body as { data: unknown[] }).data.map((one) => TradeRecord.parse(one));
};

/** The cells of a column; those before it have no commas. */
const column = (csv: string, name: string): string[] => {
  const [head = '', ...lines] = csv.trimEnd().split('\r\n');
  const place = head.split(',').indexOf(name);
  return lines.map((line) => line.split(',')[place] ?? '');
};

test('the history is saved whole, as its filters select it, and its sum is that of the bot', async () => {
  const { page, errors, close } = await browser.open();
  await page.goto(bot.url);
  await page.getByLabel('Token', { exact: true }).fill(bot.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
  const all = await trades();
  const [{ opportunity_type: type } = { opportunity_type: 'TRI' }] = all;
  await page.goto(`${bot.url}/history?window=7d&type=${type}`);
  const saved = async (button: RegExp) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ]);
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  };
  const csv = await saved(/^All as CSV/);
  expect(csv.name).toMatch(/^practice-trades-\d{4}-\d\d-\d\d\.csv$/);
  const expected = all.filter((one) => one.opportunity_type === type);
  const text = csv.bytes.toString();
  expect(column(text, 'id')).toEqual(expected.map(({ id }) => id));
  const sum = (values: readonly (number | null)[]) => values.reduce<number>((total, one) => total + (one ?? 0), 0);
  expect(sum(column(text, 'profit_usd').map(Number))).toBe(sum(expected.map(({ profit }) => profit)));
  await page.getByText(/^Saved practice-trades-.*, every row$/).waitFor();
  const parquet = await saved(/^All as Parquet/);
  expect([parquet.bytes.toString('latin1', 0, 4), parquet.bytes.toString('latin1', parquet.bytes.length - 4)]).toEqual([
    ...['PAR1', 'PAR1'],
  ]);
  await page.goto(`${bot.url}/history?view=decisions&window=7d`);
  const decisions = await saved(/^All as CSV/);
  expect(column(decisions.bytes.toString(), 'reason').length).toBeGreaterThan(leastTrades);
  expect(errors).toEqual([]);
  await close();
});

test('an export that is cut off saves nothing and says so; the palette saves all trades', async () => {
  const { page, close } = await browser.open({ width: 390, height: 844, theme: 'dark' });
  await page.goto(bot.url);
  await page.getByLabel('Token', { exact: true }).fill(bot.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
  await page.goto(`${bot.url}/history?window=7d`);
  let files = 0;
  page.on('download', () => {
    files += 1;
  });
  await page.route('**/export/trades*', (route) => route.abort('connectionreset'));
  const refusal = page.getByText(/^The export did not come to its end, and nothing was saved/);
  // A click may fall on a page that is not there yet.
  const isRefused = async (): Promise<boolean> => {
    await page.getByRole('button', { name: /^All as CSV/ }).click();
    return refusal.waitFor({ timeout: 10_000 }).then(
      () => true,
      () => false,
    );
  };
  await expect.poll(isRefused).toBe(true);
  expect(files).toBe(0);
  await page.unroute('**/export/trades*');
  await page.keyboard.press('Control+K');
  await page.getByLabel('Command palette').fill('save all trades');
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(file.suggestedFilename()).toBe('practice-trades.csv');
  expect(column(readFileSync(await file.path(), 'utf8'), 'id')).toEqual((await trades()).map(({ id }) => id));
  await close();
});

import { readFileSync } from 'node:fs';
import { TradeRecord } from '@triquad/core/contract';
import { afterAll, beforeAll, expect } from 'vitest';
import { openBrowser, type TestBrowser, test } from '../harness/browser.ts';
import { startTimedBot, type TimedBot } from '../harness/timed-bot.ts';

const leastTrades = 4;

const CONFIG = {
  min_profit_threshold: 0.1,
  risk: { assets: {}, cooldown_after_failure_seconds: 1, stop_loss_pct: 50 },
};

let browser: TestBrowser;
let bot: TimedBot;
beforeAll(async () => {
  browser = await openBrowser();
  bot = await startTimedBot({ seed: 7, autostart: true, config: CONFIG });
  const total = () => bot.call('GET', '/orders/history?limit=1');
  await bot.until(total, ({ body }) => (body as { total: number }).total >= leastTrades);
  await bot.call('POST', '/bot/stop');
  // From now on no price moves.
  await bot.pass(2_000);
  await bot.hold();
});
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
  const { page, errors, close } = await browser.open({ token: bot.token });
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
  const { page, close } = await browser.open({ token: bot.token, width: 390, height: 844, theme: 'dark' });
  await page.goto(`${bot.url}/history?window=7d`);
  let files = 0;
  page.on('download', () => {
    files += 1;
  });
  await page.route('**/export/trades*', (route) => route.abort('connectionreset'));
  const refusal = page.getByText(/^The export did not come to its end, and nothing was saved/);
  await page.getByRole('button', { name: /^All as CSV/ }).click();
  await refusal.waitFor();
  expect(files).toBe(0);
  await page.unroute('**/export/trades*');
  await page.keyboard.press('Control+K');
  await page.getByLabel('Command palette').fill('save all trades');
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(file.suggestedFilename()).toBe('practice-trades.csv');
  expect(column(readFileSync(await file.path(), 'utf8'), 'id')).toEqual((await trades()).map(({ id }) => id));
  await close();
});

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect } from 'vitest';
import { openBrowser, type TestBrowser, test } from '../harness/browser.ts';
import { startTimedBot, type TimedBot } from '../harness/timed-bot.ts';

let browser: TestBrowser;
let bot: TimedBot;
beforeAll(async () => {
  [browser, bot] = await Promise.all([openBrowser(), startTimedBot()]);
});
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

/** A page that is signed in. */
async function opened(path: string) {
  const open = await browser.open({ token: bot.token });
  await open.page.goto(`${bot.url}${path}`);
  await open.page.getByRole('heading', { level: 2 }).first().waitFor();
  return open;
}

test('support runs the checks of the doctor, and saves a report without the token', async () => {
  const { page, errors, close } = await opened('/support');
  await page.getByRole('button', { name: 'Run the checks' }).click();
  await page.getByText(/^\d+ in order, \d+ warnings?, 0 failures$/).waitFor();
  await page.getByRole('cell', { name: 'journal chain' }).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the report' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^triquad-report-\S+\.json$/);
  const text = readFileSync(await file.path(), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ format: 'triquad-report-1', bot: { market_source: 'exchange' } });
  expect(text).not.toContain(bot.token);
  expect(errors).toEqual([]);
  await close();
});

test.each([
  ['Privacy', 'What leaves that machine'],
  ['Terms', 'No warranty'],
])('%s is reached from the footer', async (link, heading) => {
  const { page, close } = await opened('/support');
  await page.getByRole('contentinfo').getByRole('link', { name: link }).click();
  await page.getByRole('heading', { name: heading }).waitFor();
  await close();
});

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
  await open.page.getByRole('heading', { level: 1 }).waitFor();
  return open;
}

test('the guide opens from the footer, its contents lead to a heading, and Back leads back', async () => {
  const { page, errors, close } = await opened('/logs');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Docs' }).click();
  await page.getByRole('heading', { name: "Operator's guide" }).waitFor();
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Breakers' }).click();
  const heading = page.getByRole('heading', { name: 'Breakers' });
  // Below the header and the state band, which stay where they are.
  await expect.poll(async () => (await heading.boundingBox())?.y ?? -1).toBeGreaterThan(85);
  await expect.poll(async () => (await heading.boundingBox())?.y ?? 900).toBeLessThan(200);
  expect(new URL(page.url()).hash).toBe('#breakers');
  await page.goBack();
  expect(new URL(page.url()).hash).toBe('');
  await page.goBack();
  await page.getByRole('heading', { name: 'System Logs' }).waitFor();
  expect(errors).toEqual([]);
  await close();
});

test('a word of the dashboard says what it means on hover and focus, until Escape', async () => {
  const { page, close } = await opened('/dashboard');
  const word = page.getByRole('button', { name: 'Max Drawdown', exact: true });
  const note = page.getByRole('tooltip');
  await word.hover();
  await note.getByText('How far equity is below its highest value').waitFor();
  const [box, at] = [await note.boundingBox(), await word.boundingBox()];
  expect(
    Math.min(Math.abs((box?.y ?? 0) - (at?.y ?? 0)), Math.abs((box?.y ?? 0) + (box?.height ?? 0) - (at?.y ?? 0))),
  ).toBeLessThan(40);
  await page.keyboard.press('Escape');
  await note.waitFor({ state: 'hidden' });
  await word.focus();
  await note.getByText('How far equity is below its highest value').waitFor();
  await page.getByRole('button', { name: 'Win Rate', exact: true }).focus();
  await note.getByText('The share of trades that ended with a profit').waitFor();
  await close();
});

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

import { afterAll, beforeAll, expect } from 'vitest';
import { openBrowser, type TestBrowser, test } from '../harness/browser.ts';
import { startTimedBot, type TimedBot } from '../harness/timed-bot.ts';

let browser: TestBrowser;
let bot: TimedBot;
beforeAll(async () => {
  [browser, bot] = await Promise.all([openBrowser(), startTimedBot({ autostart: true })]);
});
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

test('a kill without an answer survives a reload of the page, and is sent on under its key until it is confirmed; the halt is lifted', async () => {
  const { page, errors } = await browser.open({ token: bot.token });
  const keys = new Set<string>();
  let reaches = false;
  await page.route('**/bot/kill', async (route) => {
    keys.add((await route.request().headerValue('idempotency-key')) ?? 'none');
    return reaches ? route.continue() : route.abort();
  });
  await page.goto(`${bot.url}/execution`);
  const band = page.getByRole('region', { name: 'State of the bot' });
  const sent = band.getByText(/^Kill sent \d\d:\d\d:\d\d, not confirmed$/);
  const kill = page.getByRole('button', { name: 'Kill switch' });
  const question = page.getByRole('alertdialog', { name: 'Stop everything now?' });
  await kill.click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'hidden' });
  expect(keys).toEqual(new Set());

  await kill.click();
  await question.getByRole('button', { name: 'Stop everything' }).click();
  const before = await sent.textContent();
  await page.reload();
  expect(await sent.textContent()).toBe(before);
  await band.getByText(/^trying again \(/).waitFor();
  expect((await bot.call('GET', '/bot/status')).body).toMatchObject({ is_running: true, halted: null });

  reaches = true;
  await band.getByText(/^Kill confirmed/).waitFor();
  // It keeps to its one line, as no limit is near while nothing is executed.
  expect((await band.boundingBox())?.height).toBeLessThan(40);
  expect((await bot.call('GET', '/bot/status')).body).toMatchObject({ is_running: false });
  expect([...keys]).toEqual([expect.stringMatching(/^[\da-f-]{32,36}$/)]);
  await page.reload();
  await page.getByRole('status', { name: 'Bot Halted' }).waitFor();
  expect(await sent.count()).toBe(0);
  const start = page.getByRole('main').getByRole('button', { name: 'Start Bot' });
  expect(await start.isDisabled()).toBe(true);

  await page.getByRole('button', { name: 'Lift the halt' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Lift the halt' }).click();
  await page.getByRole('status', { name: 'Bot Stopped' }).waitFor();
  await start.click();
  await page.getByRole('status', { name: 'Bot Active' }).waitFor();
  expect(errors.filter((text) => !text.includes('/bot/kill'))).toEqual([]);
});

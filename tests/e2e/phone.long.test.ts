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

/** Pixels; a second line of text makes it twice as high. */
const oneLine = 20;

test.each(['en', 'es'] as const)('the bar of a phone has its state in two whole lines, in %s', async (language) => {
  const { page, close } = await browser.open({ token: bot.token, width: 390, height: 844, language });
  await page.goto(`${bot.url}/dashboard`);
  const bar = page.getByRole('region', { name: language === 'en' ? 'Stop and kill switch' : 'Detener y parada' });
  await bar.getByText(language === 'en' ? 'Running' : 'En marcha').waitFor();
  const lines = await bar
    .locator('strong, .muted')
    .evaluateAll((all) =>
      all.map(({ clientHeight, scrollWidth, clientWidth }) => [clientHeight, scrollWidth - clientWidth]),
    );
  expect(lines).toHaveLength(2);
  for (const [height, cut] of lines) {
    expect(height).toBeLessThan(oneLine);
    expect(cut).toBeLessThanOrEqual(0);
  }
  await close();
});

test('the question of the live word has its warning in one line on a phone', async () => {
  await bot.call('POST', '/bot/stop', {});
  const { page, close } = await browser.open({ token: bot.token, width: 390, height: 844, language: 'en' });
  await page.goto(`${bot.url}/execution`);
  await page.getByRole('button', { name: 'Change: Trading Mode' }).click();
  const dialog = page.getByRole('dialog', { name: 'Trading Mode' });
  await dialog.getByText('Live Trading', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  const warning = page.getByRole('alertdialog').getByText('LIVE: this trades real funds.');
  await warning.waitFor();
  const height = await warning.evaluate((text) => text.closest('.bp6-callout')?.clientHeight ?? 0);
  expect(height).toBeGreaterThan(0);
  expect(height).toBeLessThan(3 * oneLine);
  await close();
});

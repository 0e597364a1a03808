import { afterAll, beforeAll, expect } from 'vitest';
import { openBrowser, type TestBrowser, test } from '../harness/browser.ts';
import { startTimedBot, type TimedBot } from '../harness/timed-bot.ts';
import { becomesSilent, expectStill, live, looksLive, pause } from './silence.ts';

let browser: TestBrowser;
let bot: TimedBot;
beforeAll(async () => {
  [browser, bot] = await Promise.all([openBrowser(), startTimedBot({ autostart: true })]);
});
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

test('a silent bot that speaks only the spec: its screen does not look live', async () => {
  const { page, close } = await browser.open({ token: bot.token });
  await page.clock.install();
  let answers = true;
  await page.routeWebSocket('**/ws', () => {});
  await page.route('**/api/v1/**', (route) => (answers ? route.fulfill({ json: {} }) : undefined));
  await page.route('**/api/v1/bot/status', (route) =>
    answers
      ? route.fulfill({ json: { bot_status: 'running', is_running: true, uptime: 60, mode: 'paper' } })
      : undefined,
  );
  await page.goto(`${bot.url}/execution`);
  await expect.poll(() => looksLive(page)).toEqual(live);
  await pause(page);
  answers = false;
  await becomesSilent(page);
  await expectStill(page);
  await close();
});

import { afterAll, beforeAll, expect } from 'vitest';
import { violations } from '../harness/axe.ts';
import { openBrowser, type TestBrowser, test } from '../harness/browser.ts';
import { startTimedBot, type TimedBot } from '../harness/timed-bot.ts';
import { standing } from './ticket.ts';

const screens = ['Execution', 'Performance', 'Settings', 'Dashboard'];

let browser: TestBrowser;
let bot: TimedBot;
beforeAll(async () => {
  [browser, bot] = await Promise.all([openBrowser(), startTimedBot({ autostart: true })]);
  bot.market.dislocate();
  const trades = () => bot.call('GET', '/orders/history?limit=1');
  await bot.until(trades, ({ body }) => (body as { total: number }).total > 0);
  const { id, version } = (await bot.call('GET', '/config/')).body as { id: string; version: number };
  await bot.call('PUT', `/config/${id}`, { version, auto_execute: false });
});
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

test.each([
  { theme: 'light', width: 1_440 },
  { theme: 'dark', width: 390 },
] as const)(
  'axe finds nothing on five screens and in two dialogs in the $theme theme at $width px',
  async (profile) => {
    const { page, errors } = await browser.open({ token: bot.token, ...profile });
    await using _ = await standing(bot, page);
    await page.goto(`${bot.url}/scanner`);
    const row = page.getByRole('button', { name: /^Open TRI/ }).first();
    await row.waitFor();
    const found: Record<string, readonly string[]> = { Scanner: await violations(page) };
    await row.click();
    await page.getByRole('button', { name: /^Execute Trade/, disabled: false }).waitFor();
    found.ticket = await violations(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    for (const name of screens) {
      if (profile.width < 1_000) await page.getByRole('button', { name: 'Open sidebar' }).click();
      const link = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name });
      await link.first().click();
      await page.waitForURL(`**/${name.toLowerCase()}*`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      found[name] = await violations(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    }
    await page.getByRole('button', { name: 'Kill switch' }).click();
    await page.getByRole('alertdialog').waitFor();
    found.kill = await violations(page);
    expect(Object.entries(found).filter(([, faults]) => faults.length > 0)).toEqual([]);
    expect(errors).toEqual([]);
  },
);

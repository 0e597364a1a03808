import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violations } from '../harness/axe.ts';
import { type Bot, startBot } from '../harness/bot.ts';
import { sharedBrowser, type TestBrowser } from '../harness/browser.ts';

let browser: TestBrowser;
let bot: Bot;
beforeAll(async () => {
  [browser, bot] = await Promise.all([sharedBrowser(), startBot({ args: ['--market', 'simulated', '--seed', '7'] })]);
});
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

/** A page that is signed in. */
async function opened(path: string, options: Parameters<TestBrowser['open']>[0] = {}, language = 'en') {
  const open = await browser.open(options);
  const keep = { auth_token: bot.token, language };
  await open.context.addInitScript((items) => {
    for (const [name, value] of Object.entries(items)) localStorage.setItem(name, value);
  }, keep);
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
  expect(JSON.parse(text)).toMatchObject({ format: 'triquad-report-1', bot: { market_source: 'simulated' } });
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

test.each([
  ['/support', { theme: 'light', width: 1440, height: 900 }, 'en'],
  ['/support', { theme: 'dark', width: 390, height: 844 }, 'es'],
  ['/privacy', { theme: 'dark', width: 390, height: 844 }, 'es'],
  ['/terms', { theme: 'light', width: 1024, height: 900 }, 'en'],
] as const)('%s is accessible and no wider than the window: %j %s', async (path, options, language) => {
  const { page, close } = await opened(path, options, language);
  if (path === '/support') {
    await page.getByRole('button', { name: language === 'en' ? 'Run the checks' : 'Comprobar' }).click();
    await page.getByRole('table').waitFor();
  }
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  await close();
});

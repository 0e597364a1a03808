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

test('the reference lists what the bot describes, and a call that reads shows what the bot answers', async () => {
  const { page, errors, close } = await opened('/api');
  await page.getByText(/As this bot \(version \d/).waitFor();
  await page.getByRole('searchbox', { name: 'Search the calls' }).fill('status');
  await page.getByRole('navigation', { name: 'Calls' }).getByRole('link', { name: 'GET /bot/status' }).click();
  await page.getByRole('button', { name: 'Send GET /bot/status' }).click();
  await page.getByText(/^200 after /).waitFor();
  await page.getByText('"bot_status": "stopped"').waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: /^\d+ calls?$/ }).waitFor();
  expect(errors).toEqual([]);
  await close();
});

test('a call that changes something is carried out after the question, once', async () => {
  const { page, close } = await opened('/api?call=bot.start');
  await page.getByRole('button', { name: 'Send POST /bot/start' }).click();
  const question = page.getByRole('alertdialog', { name: 'Send POST /bot/start?' });
  await question.getByRole('button', { name: 'Send POST /bot/start' }).click();
  await page.getByText(/^200 after /).waitFor();
  await page.getByRole('status', { name: 'Bot Active' }).waitFor();
  await question.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Send POST /bot/start' }).click();
  await question.getByRole('button', { name: 'Send POST /bot/start' }).click();
  await page.getByText(/^409 after /).waitFor();
  await close();
});

test('a bot that does not describe its calls gets the basic ones', async () => {
  const { page, context, close } = await opened('/docs');
  await context.route('**/api/v1/openapi.json', (route) => route.fulfill({ status: 404, json: { detail: 'no' } }));
  await page.goto(`${bot.url}/api`);
  await page.getByText(/^This bot does not describe its calls/).waitFor();
  await page.getByRole('navigation', { name: 'Calls' }).getByRole('link', { name: 'POST /bot/start' }).waitFor();
  await close();
});

test.each([
  ['the list of calls', '/api', { theme: 'light', width: 1440, height: 900 }, 'en'],
  ['a call', '/api?call=orders.execute', { theme: 'dark', width: 390, height: 844 }, 'es'],
  ['a call with many fields', '/api?call=config.update', { theme: 'dark', width: 1024, height: 900 }, 'en'],
] as const)('%s is accessible and no wider than the window', async (_, path, options, language) => {
  const { page, close } = await opened(path, options, language);
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  await close();
});

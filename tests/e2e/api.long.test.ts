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

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { type OpenPage, openBrowser, type TestBrowser, test } from '../harness/browser.ts';
import { startTimedBot, type TimedBot } from '../harness/timed-bot.ts';

let browser: TestBrowser;
let bot: TimedBot;
let open: OpenPage;
let page: Page;
beforeAll(async () => {
  [browser, bot] = await Promise.all([openBrowser(), startTimedBot({ seed: 7, autostart: true })]);
  open = await signedIn({});
  page = open.page;
});
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

test('the mode can be changed only while the bot is stopped, and live asks for the word', async () => {
  await go('execution');
  const change = page.getByRole('button', { name: 'Change: Trading Mode' });
  await page.getByRole('region', { name: 'Bot Status' }).getByText('Running').waitFor();
  expect(await change.isDisabled()).toBe(true);

  await bot.call('POST', '/bot/stop', {});
  await page.getByRole('button', { name: 'Start Bot' }).waitFor();
  await change.click();
  const dialog = page.getByRole('dialog', { name: 'Trading Mode' });
  await dialog.getByText('Live Trading', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  const question = page.getByRole('alertdialog', { name: 'Trading Mode' });
  await question.getByLabel('Type LIVE to confirm').fill('live');
  expect(await question.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
  await question.getByLabel('Type LIVE to confirm').fill('LIVE');
  expect(await question.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(false);

  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'hidden' });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await focused()).toBe('Change: Trading Mode');
});

test('logs come as they are written, stand still when paused, and are searched, saved and cleared', async () => {
  await bot.call('POST', '/bot/start', {});
  await go('logs');
  const entries = page.getByRole('region', { name: 'Log entries' }).first();
  await entries
    .getByText(/Bot started on paper/)
    .first()
    .waitFor();

  const stops = await entries.getByText(/Bot stopped/).count();
  await page.getByRole('button', { name: 'Pause' }).click();
  await entries.getByText('Paused').waitFor();
  await bot.call('POST', '/bot/stop', {});
  await entries.getByText(/Paused · \d+ more came/).waitFor();
  expect(await entries.getByText(/Bot stopped/).count()).toBe(stops);

  await page.getByLabel('Search logs').fill('started ON paper');
  await page.getByLabel('Level').selectOption('INFO');
  expect(query()).toEqual({ q: 'started ON paper', level: 'INFO' });
  await expect.poll(() => entries.getByText('simulated').count()).toBe(0);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  const lines = (await readFile(await saved.path(), 'utf8')).trimEnd().split('\n');
  expect(saved.suggestedFilename()).toMatch(/^triquad-logs-.*\.txt$/);
  expect(lines.filter((line) => !/ INFO {4}\[\w+\] Bot started on paper/.test(line))).toEqual([]);

  await page.getByRole('button', { name: 'Clear' }).click();
  await entries.getByText('Total: 0').waitFor();
  await page.getByRole('button', { name: 'Resume' }).click();
  await entries.getByText('Live').waitFor();
});

test('the theme is kept under its key and outlives the page', async () => {
  const dark = () => page.evaluate(() => document.documentElement.classList.contains('bp6-dark'));
  expect(await dark()).toBe(false);
  await page.getByRole('button', { name: 'Switch between light and dark theme' }).click();
  expect([await dark(), await page.evaluate(() => localStorage.getItem('theme'))]).toEqual([true, 'dark']);
  await page.reload();
  expect(await dark()).toBe(true);
});

test('unknown paths lead to the dashboard', async () => {
  await page.goto(`${bot.url}/`);
  await page.waitForURL('**/dashboard');
  await page.goto(`${bot.url}/nowhere`);
  await page.waitForURL('**/dashboard');
});

test('on a phone the sidebar starts closed and opens over a dimmed screen', async () => {
  const phone = await signedIn({ width: 390, height: 844, theme: 'dark' });
  const sidebar = phone.page.getByRole('navigation', { name: 'Main navigation' });
  const toggle = phone.page.getByRole('banner').getByRole('button', { name: 'Open sidebar' });
  expect(await sidebar.isVisible()).toBe(false);

  await toggle.click();
  await sidebar.waitFor();
  await phone.page.mouse.click(350, 500);
  await sidebar.waitFor({ state: 'hidden' });

  await toggle.click();
  await sidebar.getByRole('link', { name: 'Logs' }).click();
  await phone.page.getByRole('heading', { name: 'System Logs' }).waitFor();
  expect(await sidebar.isVisible()).toBe(false);
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(phone.errors).toEqual([]);
  await phone.close();
});

test('keys lead from screen to screen and are listed by ?', async () => {
  await page.locator('body').press('l');
  await page.getByRole('heading', { name: 'System Logs' }).waitFor();
  await page.locator('body').press('/');
  expect(await focused()).toBe('Search logs');
  await page.locator('main h1').click();
  await page.keyboard.press('Shift+Slash');
  await page.getByText('Keyboard shortcuts').or(page.getByText('Go to Logs')).first().waitFor();
  await page.keyboard.press('Escape');
});

test('the session is stopped, gone back through, saved and shown again, and nothing can be done to the past', async () => {
  await go('execution');
  const recorder = page.getByRole('region', { name: 'Session recorder' });
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Session recorder' }).click();
  await recorder.getByRole('button', { name: 'Pause' }).click();
  await page.getByText(/This is the past, as it was at/).waitFor();
  expect(await page.getByRole('button', { name: /^(Start|Stop) Bot$/ }).isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: 'Kill switch' }).isDisabled()).toBe(true);

  const handle = recorder.getByRole('slider', { name: 'Moment shown' });
  const moment = async () => Number(await handle.getAttribute('aria-valuenow'));
  const last = await moment();
  await handle.press('ArrowLeft');
  await expect.poll(moment).toBe(last - 1);
  const track = await recorder.locator('.bp6-slider-track').boundingBox();
  await page.mouse.click(track?.x ?? 0, (track?.y ?? 0) + 2);
  await page.getByRole('region', { name: 'Bot Status' }).getByText('—').waitFor();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    recorder.getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(await readFile(await saved.path(), 'utf8')).not.toContain(bot.token);
  await recorder
    .getByLabel('Load')
    .first()
    .setInputFiles(await saved.path());
  await page.getByText(/This is a loaded session/).waitFor();

  await page.getByRole('button', { name: 'Back to now' }).click();
  await expect.poll(() => page.getByRole('button', { name: /^(Start|Stop) Bot$/ }).isDisabled()).toBe(false);
  await recorder.getByRole('button', { name: 'Close the recorder' }).click();
});

test('a session that has ended leads to the login and back to where one was', async () => {
  await page.evaluate(() => localStorage.setItem('auth_token', 'worn-out'));
  await page.goto(`${bot.url}/logs?level=INFO`);
  await page.getByText('Your session has ended').waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBe(null);

  await page.getByLabel('Token', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('The bot did not accept this token').waitFor();
  await page.getByLabel('Token', { exact: true }).fill(bot.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'System Logs' }).waitFor();
  expect(query()).toEqual({ level: 'INFO' });
});

test('nothing went wrong in the page', () => {
  expect(open.errors.filter((text) => !text.includes('401'))).toEqual([]);
});

const query = () => Object.fromEntries(new URL(page.url()).searchParams);
const focused = () =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);

async function go(name: string): Promise<void> {
  await page.goto(`${bot.url}/${name}`);
}

async function signedIn(options: Parameters<TestBrowser['open']>[0]): Promise<OpenPage> {
  const opened = await browser.open(options);
  await opened.page.goto(bot.url);
  await opened.page.getByLabel('Token', { exact: true }).fill(bot.token);
  await opened.page.getByRole('button', { name: 'Sign in' }).click();
  await opened.page.waitForURL('**/dashboard');
  return opened;
}

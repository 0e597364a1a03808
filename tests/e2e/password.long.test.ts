import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Bot, program, startBot } from '../harness/bot.ts';
import { openBrowser, type TestBrowser, test } from '../harness/browser.ts';

const PASSWORD = 'correct horse battery';

let browser: TestBrowser;
let bot: Bot;
beforeAll(async () => {
  [browser, bot] = await Promise.all([openBrowser(), startBot()]);
});
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

/** `triquad user …` on the data directory of the bot that runs. */
function user(...words: string[]): string {
  return execFileSync(process.execPath, [program, 'user', ...words, '--data-dir', bot.dataDir], {
    input: `${PASSWORD}\n`,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}

test('a user is added in the shell, signs in by password, and is out as soon as the shell says so', async () => {
  user('add', 'ana', '--role', 'operator', '--password-stdin');
  const { page, errors } = await browser.open({});
  await page.goto(bot.url);
  await page.getByLabel('User').fill('ana');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('The name or the password is wrong.').waitFor();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/dashboard');
  expect(JSON.parse(user('list', '--json'))).toMatchObject([{ name: 'ana', role: 'operator', sessions: 1 }]);

  user('remove', 'ana', '--yes');
  await page.waitForURL('**/login');
  await page.getByText('Your session has ended').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBe(null);
  // Without users, the screen asks for the token.
  await page.reload();
  await page.getByLabel('Token', { exact: true }).waitFor();
  expect(errors.filter((text) => !text.includes('401'))).toEqual([]);
});

import { expect } from 'vitest';
import { startBot } from '../harness/bot.ts';
import { openBrowser, test } from '../harness/browser.ts';

test('a page of a bot that comes back with another data directory has nothing of the former, and says so', async () => {
  await using first = await startBot();
  const browser = await openBrowser();
  const { page, close } = await browser.open({ token: first.token, language: 'en' });
  await page.goto(`${first.url}/settings`);
  await page.getByRole('tab', { name: 'Risk Management' }).click();
  await page.getByLabel(/^Global Stop-Loss/).fill('7');

  await first.stop();
  await using other = await startBot({ port: Number(new URL(first.url).port) });
  // The session belongs to the former data directory.
  await page.getByLabel('Token', { exact: true }).fill(other.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('The bot was restarted with another data directory').waitFor();
  await page.getByRole('tab', { name: 'Risk Management' }).click();
  await expect.poll(() => page.getByLabel(/^Global Stop-Loss/).inputValue()).toBe('10');
  await close();
  await browser.close();
});

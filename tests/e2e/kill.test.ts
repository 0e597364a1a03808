import { expect, test } from 'vitest';
import { startBot } from '../harness/bot.ts';
import { sharedBrowser } from '../harness/browser.ts';

test('a kill without an answer survives a reload of the page, and is sent on under its key until it is confirmed', async () => {
  await using bot = await startBot({ args: ['--market', 'simulated', '--seed', '7', '--autostart'] });
  const browser = await sharedBrowser();
  const { page, context } = await browser.open();
  await context.addInitScript((token) => localStorage.setItem('auth_token', token), bot.token);
  const keys = new Set<string>();
  let reaches = false;
  await page.route('**/bot/kill', async (route) => {
    keys.add((await route.request().headerValue('idempotency-key')) ?? 'none');
    return reaches ? route.continue() : route.abort();
  });
  await page.goto(`${bot.url}/dashboard`);
  const band = page.getByRole('region', { name: 'State of the bot' });
  const sent = band.getByText(/^Kill sent \d\d:\d\d:\d\d, not confirmed$/);
  await page.getByRole('button', { name: 'Kill switch' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop everything' }).click();
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
  await browser.close();
});

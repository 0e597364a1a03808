import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Bot, createBot } from '../../packages/bot/src/bot-life.ts';
import { openUsers } from '../../packages/bot/src/maintenance/users.ts';
import { temporaryFolder } from '../harness/bot.ts';
import { openBrowser, type TestBrowser, test } from '../harness/browser.ts';
import { repository } from '../harness/recorded-data.ts';
import { type ReverseProxy, startReverseProxy } from '../harness/reverse-proxy.ts';

let browser: TestBrowser;
let proxy: ReverseProxy;
const bots: Bot[] = [];

/** A bot behind the proxy under a path; `strips`: the proxy leaves the path out. */
const startUnder = async (path: string, strips: boolean): Promise<Bot> => {
  const dataDir = temporaryFolder();
  {
    using users = openUsers(dataDir, 'test');
    await users.add('olga', 'admin', 'a long password');
  }
  const bot = createBot({
    ...{
      version: '0.0.0-test',
      host: '127.0.0.1',
      port: 0,
      dataDir,
      autostart: false,
      config: null,
      logLevel: 'error',
    },
    market: { source: 'simulated', seed: 7, speed: 1 },
    trustProxy: ['127.0.0.1'],
    publicUrl: `${proxy.url}${path}`,
    dashboardDir: join(repository, 'packages', 'web', 'dist'),
  });
  await bot.start();
  bots.push(bot);
  proxy.targets.set(path, { port: Number(new URL(bot.address).port), strips });
  return bot;
};

beforeAll(async () => {
  [browser, proxy] = await Promise.all([openBrowser(), startReverseProxy()]);
});
afterAll(async () => {
  await browser.close();
  await proxy[Symbol.asyncDispose]();
  await Promise.all(bots.map((bot) => bot.stop()));
});

test('two bots lie under paths of one host, and each page keeps to its own', async () => {
  const [a, b] = [await startUnder('/bots/a', true), await startUnder('/bots/b', false)];
  expect(a.loginUrl.startsWith(`${proxy.url}/bots/a/login#code=`)).toBe(true);
  const { page, errors } = await browser.open({ trustsAll: true });
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  for (const [bot, path] of [
    [a, '/bots/a'],
    [b, '/bots/b'],
  ] as const) {
    // What the page of before still asks for is its own.
    await page.goto('about:blank');
    asked.length = 0;
    await page.goto(bot.loginUrl);
    await page.waitForURL(`**${path}/dashboard`);
    await page.getByText('API Connected').waitFor();
    await page.getByRole('link', { name: 'Settings' }).first().click();
    await page.waitForURL(`**${path}/settings`);
    await page.reload();
    await page.getByText('API Connected').waitFor();
    expect(asked.filter((one) => !one.startsWith(`${path}/`))).toEqual([]);
  }
  // The one that signed in first is still signed in.
  await page.goto(`${proxy.url}/bots/a/history`);
  await page.getByText('API Connected').waitFor();
  expect(new URL(page.url()).pathname).toBe('/bots/a/history');
  expect(errors).toEqual([]);
});

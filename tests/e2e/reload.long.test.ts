import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect } from 'vitest';
import { openBrowser, test } from '../harness/browser.ts';
import { repository } from '../harness/recorded-data.ts';
import { startTimedBot } from '../harness/timed-bot.ts';

const dist = join(repository, 'packages', 'web', 'dist');
/** Requests of a reload, until everything on the first screen is shown and what comes later is there. */
const MOST_REQUESTS = 12;
const MOST_RELOADS = 5;

test('a reload takes at most 12 requests until nothing more is fetched, one of them for what the screen shows', async () => {
  await using bot = await startTimedBot();
  const browser = await openBrowser();
  const { page, errors, close } = await browser.open({ token: bot.token });
  await page.goto(`${bot.url}/dashboard`);
  const isShown = async () => {
    await page.getByRole('status', { name: 'Bot Stopped' }).waitFor();
    await page.getByRole('button', { name: /^Notifications/ }).waitFor();
    await page.getByRole('button', { name: 'User menu' }).waitFor();
    await page.getByRole('heading', { name: 'Wallet Balances' }).waitFor();
    await page.waitForLoadState('networkidle');
  };
  await isShown();
  let requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  // A page that waits more than a second for its bot requests each resource by itself.
  const bootstraps = () => requests.filter((path) => path === '/api/v1/bootstrap').length;
  const isDone = () => requests.length <= MOST_REQUESTS && bootstraps() === 1;
  for (let reload = 0; reload < MOST_RELOADS && !isDone(); reload += 1) {
    requests = [];
    await page.reload();
    await isShown();
  }
  expect(bootstraps(), requests.join(' ')).toBe(1);
  expect(requests.some((path) => path.startsWith('/assets/afterwards-') && path.endsWith('.js'))).toBe(true);
  expect(requests.length, requests.join(' ')).toBeLessThanOrEqual(MOST_REQUESTS);
  expect(errors).toEqual([]);
  await close();
});

test('the bot sends what the build compressed, in a form that the client takes', async () => {
  await using bot = await startTimedBot();
  const [script = ''] = [
    ...readFileSync(join(dist, 'index.html'), 'utf8').matchAll(/src="\.\/(assets\/[^"]+\.js)"/g),
  ].map(([, path = '']) => path);
  const plain = readFileSync(join(dist, script));
  const answer = (accepted: string) =>
    new Promise<{ encoding: string | undefined; body: Buffer }>((resolve, reject) => {
      get(`${bot.url}/${script}`, { headers: { 'accept-encoding': accepted } }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () =>
          resolve({ encoding: response.headers['content-encoding'], body: Buffer.concat(parts) }),
        );
      }).on('error', reject);
    });
  const brotli = await answer('gzip, deflate, br');
  expect(brotli.encoding).toBe('br');
  expect(brotliDecompressSync(brotli.body).equals(plain)).toBe(true);
  expect((await answer('gzip, br;q=0')).encoding).toBe('gzip');
  const uncompressed = await answer('identity');
  expect([uncompressed.encoding, uncompressed.body.equals(plain)]).toEqual([undefined, true]);
});

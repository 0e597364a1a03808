import type { Page, Route, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { openBrowser, type TestBrowser, test } from '../harness/browser.ts';
import { startTimedBot, type TimedBot } from '../harness/timed-bot.ts';
import { becomesSilent, expectStill, live, looksLive, pause, silent } from './silence.ts';

const screens = ['Scanner', 'Execution'];

let browser: TestBrowser;
let bot: TimedBot;
beforeAll(async () => {
  [browser, bot] = await Promise.all([openBrowser(), startTimedBot({ autostart: true })]);
});
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

test('a bot that hangs or is gone: no screen looks live, and a kill stays unconfirmed until the bot answers', async () => {
  const { page, close } = await browser.open({ token: bot.token });
  await page.clock.install();
  const line = await lineOf(page);
  await page.goto(`${bot.url}/settings`);
  // A screen that was not opened before has no files of a bot that hangs.
  for (const name of screens) {
    await link(page, name).click();
    await expect.poll(() => looksLive(page)).toEqual(live);
  }

  await pause(page);
  line.hangs(true);
  await becomesSilent(page);
  for (const name of screens) {
    await link(page, name).click();
    await expect.poll(() => looksLive(page)).toEqual(silent);
  }
  await expectStill(page);

  await page.clock.resume();
  await page.getByRole('button', { name: 'Kill switch' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop everything' }).click();
  const band = page.getByRole('region', { name: 'State of the bot' });
  await band.getByText(/^Kill sent \d\d:\d\d:\d\d, not confirmed$/).waitFor();
  await page.clock.runFor(10_000);
  await band.getByText(/^trying again \(\d\)$/).waitFor();
  await band.getByRole('button', { name: 'Stop trying' }).waitFor();
  expect(await page.getByRole('status', { name: 'Bot Halted' }).count()).toBe(0);

  line.hangs(false);
  await band.getByText(/^Kill confirmed \d\d:\d\d:\d\d · /).waitFor();
  await page.getByRole('status', { name: 'Bot Halted' }).waitFor();
  expect(await band.getByText(/not confirmed/).count()).toBe(0);
  await expect.poll(() => looksLive(page)).toEqual({ ...live, header: 'Bot Halted' });

  line.ends();
  await becomesSilent(page);
  await close();
});

/** All that the page and the bot exchange. Files of the page still come. */
async function lineOf(page: Page) {
  let hangs = false;
  let isUp = true;
  const held: (() => void)[] = [];
  const pass = (send: () => void) => (hangs ? held.push(send) : send());
  const sockets = new Set<WebSocketRoute>();
  await page.routeWebSocket('**/ws', (socket) => {
    if (!isUp) return socket.close();
    const server = socket.connectToServer();
    sockets.add(socket);
    socket.onMessage((message) => pass(() => server.send(message)));
    server.onMessage((message) => pass(() => socket.send(message)));
  });
  await page.route('**/api/v1/**', (route: Route) => {
    if (!isUp) return route.abort();
    pass(() => void route.continue().catch(() => {}));
  });
  return {
    hangs: (next: boolean) => {
      hangs = next;
      if (!hangs) for (const send of held.splice(0)) send();
    },
    ends: () => {
      isUp = false;
      for (const socket of sockets) void socket.close();
    },
  };
}

const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name }).first();

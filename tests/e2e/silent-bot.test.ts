import type { Page, Route, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { openBrowser, type TestBrowser, test } from '../harness/browser.ts';
import { startTimedBot, type TimedBot } from '../harness/timed-bot.ts';

const screens = ['Scanner', 'Settings', 'Dashboard'];
/** Milliseconds after the last answer of the bot within which figures must stop looking live. */
const limits = { embedded: 10_000, specOnly: 8_000 };

const STEP_MS = 500;
/** Longer than the machine needs to pause a clock. */
const JUMP_MS = 600_000;

let browser: TestBrowser;
let bot: TimedBot;
beforeAll(async () => {
  [browser, bot] = await Promise.all([openBrowser(), startTimedBot({ autostart: true })]);
});
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

test('a silent bot that speaks only the spec: its screen does not look live', async () => {
  const { page, close } = await opened();
  let answers = true;
  await page.routeWebSocket('**/ws', () => {});
  await page.route('**/api/v1/**', (route) => (answers ? route.fulfill({ json: {} }) : undefined));
  await page.route('**/api/v1/bot/status', (route) =>
    answers
      ? route.fulfill({ json: { bot_status: 'running', is_running: true, uptime: 60, mode: 'paper' } })
      : undefined,
  );
  await page.goto(`${bot.url}/execution`);
  await expect.poll(() => looksLive(page)).toEqual(live);
  await pause(page);
  answers = false;
  await page.clock.runFor(limits.specOnly);
  await expect.poll(() => looksLive(page)).toEqual(silent);
  await expectStill(page);
  await close();
});

test('a bot that hangs or is gone: no screen looks live, and a kill stays unconfirmed until the bot answers', async () => {
  const { page, close } = await opened();
  const line = await lineOf(page);
  await page.goto(`${bot.url}/dashboard`);
  // A screen that was not opened before has no files of a bot that hangs.
  for (const name of screens) {
    await link(page, name).click();
    await expect.poll(() => looksLive(page)).toEqual(live);
  }

  await pause(page);
  line.hangs(true);
  await page.clock.runFor(limits.embedded);
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
  await page.clock.runFor(limits.embedded);
  await expect.poll(() => looksLive(page)).toEqual(silent);
  await close();
});

/** A signed-in page whose clock the test may advance. */
async function opened() {
  const { page, close } = await browser.open({ token: bot.token });
  await page.clock.install();
  return { page, close };
}

/** Has the page's time pass by `runFor` alone. It jumps first, so that the page has to reach its bot again. */
async function pause(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate((jump) => Date.now() + jump, JUMP_MS));
  const later = async () => {
    await page.clock.runFor(STEP_MS);
    return looksLive(page);
  };
  await expect.poll(later).toEqual(live);
}

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

type Look = { header: string | null; connected: boolean; coloured: boolean };
const live: Look = { header: 'Bot Active', connected: true, coloured: true };
const silent: Look = { header: 'Bot state unknown', connected: false, coloured: false };

/** What an operator sees at a glance: the state in the header, the connection badge, and whether the screen has its colours. */
const looksLive = (page: Page): Promise<Look> =>
  page.evaluate(() => {
    const banner = document.querySelector('[role=banner]');
    const main = document.querySelector('main');
    return {
      header: banner?.querySelector('[role=status][aria-label]')?.getAttribute('aria-label') ?? null,
      connected: /API Connected/.test(banner?.textContent ?? ''),
      coloured: main !== null && getComputedStyle(main).filter === 'none',
    };
  });

/** Clocks stand still, and the age of the last confirmation is shown. */
async function expectStill(page: Page): Promise<void> {
  const clock = () => page.getByRole('banner').getByRole('status', { name: 'Bot state unknown' }).textContent();
  const before = await clock();
  const age = page.getByRole('region', { name: 'State of the bot' }).getByText(/^last confirmed \d+ s ago$/);
  const first = await age.textContent();
  await page.clock.runFor(5_000);
  await expect.poll(() => age.textContent()).not.toBe(first);
  expect(await clock()).toBe(before);
}

import type { Page, Route, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { type OpenPage, openBrowser, type TestBrowser, test } from '../harness/browser.ts';
import { startTimedBot, type TimedBot } from '../harness/timed-bot.ts';

/** Rows of a list, and frames, that no bot should send. */
const MANY = 10_000;
const LONG = 'x'.repeat(10_240);
const MARKUP = '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>';
const FUTURE = '2199-01-01T00:00:00.000Z';

let browser: TestBrowser;
let bot: TimedBot;
beforeAll(async () => {
  [browser, bot] = await Promise.all([openBrowser(), startTimedBot()]);
});
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

const status = { is_running: true, bot_status: 'running', mode: 'paper', uptime: 60 };
type Answer = (route: Route, path: string) => unknown;
const good: Answer = (route, path) => route.fulfill({ json: path.endsWith('/bot/status') ? status : {} });
const refused =
  (code: number): Answer =>
  (route) =>
    route.fulfill({ status: code, json: { detail: `refused with ${code}` } });

/** A page with a bot that answers as the test says; only its files come from the real one. */
async function opened(screen: string, first: Answer, speak: (socket: WebSocketRoute) => void = () => {}) {
  const open = await browser.open();
  await open.context.addInitScript((token) => localStorage.setItem('auth_token', token), bot.token);
  let answer = first;
  await open.page.routeWebSocket('**/ws', speak);
  await open.page.route('**/api/v1/**', (route) => answer(route, new URL(route.request().url()).pathname));
  await open.page.goto(`${bot.url}/${screen}`);
  return {
    ...open,
    answers: (next: Answer) => {
      answer = next;
    },
  };
}

/** Neither blank, nor frozen, nor broken, and nothing of the bot's ran as a script. */
async function expectStanding({ page, errors }: Pick<OpenPage, 'page' | 'errors'>): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Settings' }).click();
  // Settings are Spanish until a language is chosen.
  await page.getByRole('heading', { level: 1, name: 'Configuración' }).waitFor();
  await page.goBack();
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
  // The browser itself reports what was not answered well.
  expect(errors.filter((text) => !/Failed to load resource|WebSocket|ERR_/.test(text))).toEqual([]);
}

const seesActive = (page: Page) => page.getByRole('status', { name: 'Bot Active' }).waitFor();

const bad: readonly (readonly [string, Answer])[] = [
  ...[403, 404, 409, 422, 429, 500].map((code) => [`answers ${code}`, refused(code)] as const),
  ['answers never', () => undefined],
  ['answers a page', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><h1>Proxy</h1>' })],
  ['breaks off', (route) => route.abort('connectionreset')],
];

test.each(bad)('a bot that %s never looks alive, and is shown without a reload once it answers', async (_, answer) => {
  const open = await opened('execution', answer);
  await expectStanding(open);
  expect(await open.page.getByRole('status', { name: 'Bot Active' }).count()).toBe(0);
  open.answers(good);
  // Once its tries are spent, a page waits for its user.
  const again = open.page.getByRole('button', { name: /Retry|Reconnect|Try again/ }).first();
  const isActive = async () => {
    if (await again.isVisible()) await again.click({ timeout: 1_000 }).catch(() => {});
    return open.page.getByRole('status', { name: 'Bot Active' }).isVisible();
  };
  await expect.poll(isActive).toBe(true);
  expect(await open.page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1);
  await open.close();
});

test('a bot that answers 401 leads to the sign-in', async () => {
  const open = await opened('execution', refused(401));
  await open.page.waitForURL('**/login*');
  await open.page.getByLabel('Token', { exact: true }).waitFor();
  await open.close();
});

const odd = (fields: object) => ({
  id: '1',
  type: 'TRI',
  exchange: 'binance',
  symbols: ['USDT', 'BTC', 'ETH', 'USDT'],
  profit_pct: 1,
  profit_usd: 1,
  is_valid: true,
  ...fields,
});
const nothing = Object.fromEntries(
  Object.keys({ ...odd({}), detected_at: 0, status: 0, profit: 0, entry_time: 0, message: 0, level: 0 }).map((name) => [
    name,
    null,
  ]),
);
const oddities = [
  nothing,
  null,
  {},
  odd({ type: 'PENTA', status: 'napping', level: 'SHOUT', exchange: 'moon' }),
  odd({ id: MARKUP, exchange: MARKUP, symbols: [MARKUP, MARKUP], message: MARKUP, asset: MARKUP, title: MARKUP }),
  odd({ id: '2', exchange: '', symbols: [] }),
  odd({ id: '3', exchange: LONG, symbols: [LONG], message: LONG }),
  odd({ id: '4', detected_at: FUTURE, expires_at: FUTURE, entry_time: FUTURE, timestamp: FUTURE }),
];
const many = Array.from({ length: MANY }, (_, at) => odd({ id: String(at), detected_at: new Date().toISOString() }));
const rows: readonly (readonly [string, readonly unknown[]])[] = [
  ['nulls, unknown types, markup, names that are empty or 10 kB long, and dates in the future', oddities],
  ['10,000 rows', many],
];

test.each(rows)('a list of %s leaves every screen standing', async (_, list) => {
  const open = await opened('scanner', (route, path) =>
    path.endsWith('/bot/status')
      ? route.fulfill({ json: status })
      : route.fulfill({ json: { data: list, total: list.length } }),
  );
  await seesActive(open.page);
  const links = open.page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link');
  const screens = await links.evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).pathname));
  expect(screens).toEqual(expect.arrayContaining(['/trading', '/backtest', '/performance', '/positions', '/history']));
  // Many rows take long to read: they are shown where the lists are longest.
  const longest = ['/scanner', '/execution', '/history', '/logs'];
  for (const path of list.length < MANY ? screens : longest) {
    await links.and(open.page.locator(`[href="${path}"]`)).click();
    await expectStanding(open);
  }
  await open.close();
});

test.each([
  ['ahead', 1],
  ['behind', -1],
])('what a bot has found is valid for as long as it says, though its clock is a day %s', async (_, days) => {
  const there = () => Date.now() + days * 86_400_000;
  const at = (ms: number) => new Date(ms).toISOString();
  const found = () => odd({ id: 'now', detected_at: at(there()), expires_at: at(there() + 3_600_000) });
  const open = await opened(
    'scanner',
    (route, path) =>
      route.fulfill({
        json: path.endsWith('/bot/status') ? status : { data: path.endsWith('/opportunities/') ? [found()] : [] },
      }),
    (socket) => socket.send(JSON.stringify({ type: 'bot_status', data: status, at: at(there()) })),
  );
  await seesActive(open.page);
  await open.page.getByRole('row').filter({ hasText: 'binance' }).getByText('Valid', { exact: true }).waitFor();
  await open.page.getByRole('region', { name: 'State of the bot' }).getByText('confirmed now').waitFor();
  await expectStanding(open);
  await open.close();
});

test('10,000 frames as fast as the page takes them, half of them of unknown types, freeze nothing', async () => {
  const { page, context, errors, close } = await browser.open();
  await context.addInitScript((token) => localStorage.setItem('auth_token', token), bot.token);
  await page.route('**/api/v1/**', (route) => good(route, new URL(route.request().url()).pathname));
  // Sent from inside of the page: the test itself could not send so many.
  await page.addInitScript(flood, { perTick: 100, tickMs: 10, ticks: MANY / 100 });
  await page.goto(`${bot.url}/scanner`);
  await seesActive(page);
  await page
    .getByRole('button', { name: /^Open TRI/ })
    .first()
    .waitFor();
  await expectStanding({ page, errors });
  const sent = () => page.evaluate(() => Number(document.documentElement.dataset.sent));
  await expect.poll(sent, { interval: 250 }).toBe(MANY);
  await expectStanding({ page, errors });
  await seesActive(page);
  await close();
});

/** Stands in for the browser's socket: opens, and sends opportunities and frames of unknown types, in each tick. */
function flood({ perTick, tickMs, ticks }: { perTick: number; tickMs: number; ticks: number }): void {
  class Flood {
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    constructor() {
      let sent = 0;
      const timer = setInterval(() => {
        if (sent === 0) this.onopen?.();
        for (let at = 0; at < perTick; at += 1) {
          sent += 1;
          const data = {
            id: `o${sent}`,
            type: 'TRI',
            exchange: sent % 10 === 0 ? '<img src=x onerror="window.pwned=1">' : 'okx',
            symbols: ['USDT', 'BTC', 'ETH', 'USDT'],
            profit_pct: 1,
            detected_at: new Date().toISOString(),
          };
          const type = sent % 2 === 0 ? 'opportunity' : `unknown_${sent}`;
          this.onmessage?.({ data: sent % 101 === 0 ? 'not JSON' : JSON.stringify({ type, data }) });
        }
        document.documentElement.dataset.sent = String(sent);
        if (sent >= perTick * ticks) clearInterval(timer);
      }, tickMs);
    }
    send(): void {}
    close(): void {}
  }
  Object.assign(window, { WebSocket: Flood });
}

import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type OpenPage, openBrowser, type TestBrowser, test } from '../harness/browser.ts';
import { startTimedBot, type TimedBot } from '../harness/timed-bot.ts';

/**
 * What an operator asks: each answered by one click from any screen or from the screen it is asked on: first of the embedded bot,
 * then of a bot that speaks only the specification.
 */
const screens = ['Dashboard', 'Trading Control', 'Scanner', 'Execution', 'Backtest', 'Performance', 'Positions'];
const money = /[−+]?\$[\d,]+\.\d\d/;

let browser: TestBrowser;
let bot: TimedBot;
beforeAll(async () => {
  [browser, bot] = await Promise.all([openBrowser(), startTimedBot({ seed: 3 })]);
});
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

const band = (page: Page) => page.getByRole('region', { name: 'State of the bot' });
const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name }).first();
const textOf = async (place: Locator) => (await place.textContent()) ?? '';

describe('of the embedded bot', () => {
  let open: OpenPage;
  let page: Page;
  beforeAll(async () => {
    // The bot runs with other values than the saved ones.
    await configure({ min_profit_threshold: 0.2 });
    await bot.call('POST', '/bot/start', { min_profit_threshold: 0.05 });
    const trades = () => bot.call('GET', '/orders/history?limit=100');
    const isCompleted = (answer: { body: unknown }) =>
      (answer.body as { data: { status: string }[] }).data.some(({ status }) => status === 'completed');
    await bot.until(trades, isCompleted);
    await bot.until(refused, (row) => row !== undefined);
    await bot.hold();
    open = await browser.open({ token: bot.token });
    page = open.page;
    await page.goto(`${bot.url}/dashboard`);
  });
  afterAll(async () => {
    // The browser itself reports the id of which nothing is kept.
    expect(open.errors.filter((text) => !text.includes('404'))).toEqual([]);
    await open.close();
  });

  test('is it running and safe? The band of every screen says the state, since when, confirmed when, the nearest limit', async () => {
    for (const name of screens) {
      await link(page, name).click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect
        .poll(() => textOf(band(page)))
        .toMatch(/^Runningsince \d\d:\d\d:\d\dconfirmed .*Trading active.*Nearest limit.*\d%.*Today[−+]?\$/);
    }
  });

  test('what is it making? Performance sets the window beside the one before, and its sums lead to the equity', async () => {
    await link(page, 'Performance').click();
    const figure = (name: string) => page.getByRole('group', { name, exact: true });
    await expect.poll(() => textOf(figure('Realised profit'))).toMatch(new RegExp(`${money.source}.*before `));
    const steps = page.getByRole('table', { name: 'How it adds up to equity' });
    for (const part of ['Trading fees', 'Realised profit', 'Residual and running', 'Dust kept', 'Change of equity'])
      await steps
        .getByRole('row', { name: new RegExp(`^${part}`) })
        .first()
        .waitFor();
  });

  test('what came of this opportunity? Its life opens from the scanner, and again by its id', async () => {
    await link(page, 'Scanner').click();
    const opener = page.getByRole('button', { name: /^What came of/ }).first();
    await opener.click();
    const life = page.getByRole('dialog', { name: /→/ });
    await life.getByText('From found to result').waitFor();
    const id = new URL(page.url()).searchParams.get('life') ?? '';
    await page.keyboard.press('Escape');
    await life.waitFor({ state: 'detached' });
    await page.goto(`${bot.url}/history/${id}`);
    await life.getByRole('region', { name: 'Journal facts' }).or(life.getByText('not executed')).first().waitFor();
  });

  test('why did it not trade? Decisions by reason, each counted and with its figures', async () => {
    const left = await refused();
    if (left === undefined) throw new Error('each that was found was executed');
    await page.goto(`${bot.url}/history`);
    await page.getByRole('button', { name: 'All decisions' }).click();
    const reasons = page.getByRole('combobox', { name: 'Reason' }).locator('option');
    await expect.poll(() => reasons.count()).toBeGreaterThan(1);
    for (const reason of (await reasons.allTextContents()).slice(1)) expect(reason).toMatch(/^[A-Z].* \(\d[\d,]*\)$/);
    await page.getByRole('combobox', { name: 'Reason' }).selectOption(left.reason);
    await page.goto(`${bot.url}/history/${left.opportunity_id}`);
    const life = page.getByRole('dialog', { name: /USDT/ });
    await life.getByText(left.detail, { exact: true }).first().waitFor();
    await life.getByText('not executed').waitFor();
    await page.keyboard.press('Escape');
  });

  test('which limit stops me next? Positions has every limit, the fullest first', async () => {
    await link(page, 'Positions').click();
    const rows = page.getByRole('region', { name: 'Limits' }).getByRole('row');
    await rows.first().waitFor();
    const shown = await rows.allTextContents();
    const { limits } = (await bot.call('GET', '/risk/')).body as { limits: { used: number | null }[] };
    expect(shown).toHaveLength(limits.length);
    const shares = shown.map((row) => {
      const [used = Number.NaN, limit = Number.NaN] = (
        row.match(/[\d,.]+(?= ?%? ?s? of)|(?<=of \$?)[\d,.]+/g) ?? []
      ).map((figure) => Number(figure.replaceAll(',', '')));
      return used / limit;
    });
    // Figures are rounded, seconds of a cool-down to whole ones: of 30 s one is 0.03.
    for (const [at, share] of shares.entries()) expect(share - (shares[at - 1] ?? share)).toBeLessThan(0.04);
  });

  test('what changed, who did it? The audit names the user, the call, and the value before and after', async () => {
    await page.goto(`${bot.url}/settings`);
    await page.getByRole('tab', { name: 'Auditoría' }).click();
    const row = page
      .getByRole('table', { name: 'Registro de auditoría' })
      .getByRole('row')
      .filter({ hasText: 'config.update' });
    await row.first().waitFor();
    expect(await textOf(row.first())).toMatch(/admin.*min_profit_threshold 0\.5 → 0\.2/s);
  });

  test('which threshold holds? Trading Control says what runs, what is saved, and what a restart would apply', async () => {
    await link(page, 'Trading Control').click();
    const place = page.getByRole('region', { name: 'Configuration' });
    await place.getByText(/^It runs on .* from 0\.05%/).waitFor();
    await place.getByText(/^A restart applies what is saved: from 0\.20%/).waitFor();
    await expect.poll(() => place.getByLabel('Min Profit %').inputValue()).toBe('0.2');
  });

  test('a trade of today opens its life: what was shown, what came, its legs and the facts of the journal', async () => {
    await page.goto(`${bot.url}/history`);
    // One that failed at its first leg has no others.
    const whole = page.getByRole('table', { name: 'Trades' }).getByRole('row').filter({ hasText: 'Completed' });
    await whole
      .first()
      .getByRole('button', { name: /^One life of/ })
      .click();
    const drawer = page.getByRole('dialog', { name: /USDT →/ });
    await drawer.getByText('Shown when decided').first().waitFor();
    await drawer.getByRole('region', { name: 'Legs, planned and actual' }).getByRole('row').nth(3).waitFor();
    await drawer.getByRole('region', { name: 'Journal facts' }).getByText('ExecutionStarted').waitFor();
    expect(new URL(page.url()).searchParams.get('life')).not.toBeNull();
    await page.goBack();
    await drawer.waitFor({ state: 'detached' });
  });

  test('the log has a line for each order, found by the id of its execution, and leads to its life', async () => {
    const { body } = await bot.call('GET', '/orders/history?limit=100');
    const trades = (body as { data: { status: string; execution_id: string }[] }).data;
    const executed = trades.find(({ status }) => status === 'completed');
    await page.goto(`${bot.url}/logs?q=${executed?.execution_id}`);
    const line = page.getByRole('row').filter({ hasText: /Leg 1, (buy|sell) \w+\/\w+ on \w+: filled/ });
    await line.getByRole('button').click();
    await page.getByRole('dialog', { name: /USDT/ }).getByText('Journal facts').waitFor();
    expect(new URL(page.url()).searchParams.get('life')).toBe(executed?.execution_id);
  });

  test('the scanner has one row for each dislocation, with what came of it, and unfolds to every cycle', async () => {
    await page.goto(`${bot.url}/scanner`);
    const outcome = page.getByRole('columnheader', { name: 'Outcome' });
    await outcome.waitFor();
    const count = () =>
      page
        .getByRole('table')
        .getByRole('button', { name: /^Open / })
        .count();
    await expect.poll(count).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Every cycle' }).click();
    expect(new URL(page.url()).searchParams.get('view')).toBe('all');
    await page
      .getByRole('button', { name: /^What came of/ })
      .first()
      .click();
    await page.getByRole('dialog', { name: /USDT/ }).waitFor();
  });

  test('an id of which nothing is kept says so', async () => {
    await page.goto(`${bot.url}/history/00000000-0000-7000-8000-000000000000`);
    await page
      .getByRole('dialog')
      .getByText(/is not kept any more, or never was/)
      .waitFor();
  });
});

describe('of a bot that speaks only the specification', () => {
  const now = Date.now();
  const moment = (hours: number) => new Date(now - hours * 3_600_000).toISOString();
  const trade = (id: string, hours: number, profit: number) => ({
    ...{ id, opportunity_type: 'TRI', exchange: 'okx', symbols: ['USDT', 'BTC', 'ETH', 'USDT'], status: 'completed' },
    ...{ profit, profit_pct: profit / 10, entry_time: moment(hours), created_at: moment(hours) },
  });
  const found = {
    ...{ id: 'o1', type: 'TRI', exchange: 'okx', symbols: ['USDT', 'BTC', 'ETH', 'USDT'] },
    ...{ profit_pct: 0.82, profit_usd: 8.2, is_valid: true, detected_at: moment(0) },
  };
  const answers: Readonly<Record<string, unknown>> = {
    '/bot/status': { is_running: true, bot_status: 'running', mode: 'paper', uptime: 60, min_profit_threshold: 0.5 },
    '/opportunities/': { data: [found] },
    '/orders/history': { data: [trade('t1', 0.01, 5), trade('t2', 0.02, -1.5)], total: 2 },
    '/wallets/balances': {
      exchanges: [
        { exchange: 'okx', total_usd: 1_000, balances: { USDT: { total: 1_000, free: 1_000, value_usd: 1_000 } } },
      ],
      total_usd: 1_000,
    },
    '/performance/summary': { total_profit: 3.5, total_trades: 2, win_rate: 50 },
    '/performance/metrics': { total_profit: 5, total_loss: -1.5, total_trades: 2, win_rate: 50 },
  };
  let open: OpenPage;
  let page: Page;
  beforeAll(async () => {
    open = await browser.open({ token: bot.token });
    page = open.page;
    await page.routeWebSocket('**/ws', () => {});
    await page.route('**/api/v1/**', (route) => {
      const path = new URL(route.request().url()).pathname.replace(/.*\/api\/v1/, '');
      const answer = answers[path];
      return answer === undefined
        ? route.fulfill({ status: 404, json: { detail: 'Not Found' } })
        : route.fulfill({ json: answer });
    });
    await page.goto(`${bot.url}/dashboard`);
    await page.getByRole('status', { name: 'Bot Active' }).waitFor();
  });
  afterAll(async () => {
    expect(open.errors.filter((text) => !/Failed to load resource|WebSocket/.test(text))).toEqual([]);
    await open.close();
  });

  test('is it running and safe? The band of every screen says the state and when it was confirmed, and no limit', async () => {
    for (const name of screens) {
      await link(page, name).click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect.poll(() => textOf(band(page))).toMatch(/^Running.*confirmed /);
      expect(await textOf(band(page))).not.toMatch(/Nearest limit|Trading/);
    }
  });

  test('what is it making? The figures of the specification; what it does not say is no figure', async () => {
    await link(page, 'Performance').click();
    const figure = (name: string) => page.getByRole('group', { name, exact: true });
    await expect.poll(() => textOf(figure('Realised profit'))).toContain('$3.50');
    await page.getByText('This bot').first().waitFor();
  });

  test('what came of this opportunity? Its trade stands in the history, and nothing offers a life', async () => {
    await link(page, 'History').click();
    const rows = page.getByRole('table', { name: 'Trades' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(3);
    expect(await page.getByRole('button', { name: /^One life of/ }).count()).toBe(0);
  });

  test('why did it not trade? It keeps no decisions, so none are offered', async () => {
    await link(page, 'History').click();
    await page.getByRole('button', { name: 'Trades' }).waitFor();
    expect(await page.getByRole('button', { name: 'All decisions' }).count()).toBe(0);
  });

  test('which limit stops me next? It does not report its limits, and Positions says so', async () => {
    await link(page, 'Positions').click();
    await page.getByText('This bot does not report its limits.').waitFor();
    await page.getByRole('table', { name: 'Balances' }).getByText('USDT').waitFor();
  });

  test('what changed, who did it? It keeps no audit, so the settings have no such tab', async () => {
    await link(page, 'Settings').click();
    await page.getByRole('tab').first().waitFor();
    expect(await page.getByRole('tab', { name: 'Audit' }).count()).toBe(0);
  });

  test('which threshold holds? The draft of this browser and what runs; nothing is said to be saved', async () => {
    await link(page, 'Trading Control').click();
    const place = page.getByRole('region', { name: 'Configuration' });
    await expect.poll(() => place.getByLabel('Min Profit %').inputValue()).toBe('0.5');
    expect(await place.getByText(/saved/).count()).toBe(0);
  });
});

type Row = { id: string; execution_id?: string; opportunity_id: string | null; reason: string; detail: string };
async function decisions(query: string): Promise<readonly Row[]> {
  const { body } = await bot.call('GET', `/history/?limit=200&${query}`);
  return (body as { data: Row[] }).data;
}

/** The newest that was found and never executed: one that was refused may be executed a moment later, so that there may be none. */
async function refused(): Promise<Row | undefined> {
  const rows = await decisions('');
  const executed = new Set(rows.flatMap((row) => (row.reason === 'executed' ? [row.opportunity_id] : [])));
  return rows.find(({ opportunity_id }) => opportunity_id !== null && !executed.has(opportunity_id));
}

async function configure(fields: object): Promise<void> {
  const { body } = await bot.call('GET', '/config/');
  const { id, version } = body as { id: string; version: number };
  expect((await bot.call('PUT', `/config/${id}`, { version, ...fields })).status).toBe(200);
}

import { readFile } from 'node:fs/promises';
import { dollars, number, percent, withHyphens } from '@triquad/core';
import type { BacktestRecord, ReportRecord } from '@triquad/core/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { type OpenPage, openBrowser, type TestBrowser, test } from '../harness/browser.ts';
import { startTimedBot, type TimedBot } from '../harness/timed-bot.ts';

/** How long ten simulated minutes may take on a busy machine. */
const RUN_LIMIT_MS = 240_000;

let browser: TestBrowser;
let bot: TimedBot;
let open: OpenPage;
let page: Page;
beforeAll(async () => {
  [browser, bot] = await Promise.all([openBrowser(), startTimedBot({ seed: 7 })]);
  open = await signedIn({});
  page = open.page;
});
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

test('a run with a seed, to its end: the figures are those of the report', async () => {
  await page.goto(`${bot.url}/backtest`);
  await fill({ name: 'Ten minutes', start: '2026-01-01T00:00', end: '2026-01-01T00:10', seed: '7' });
  await page.getByLabel('Min Profit Threshold').fill('0.25');
  await page.getByRole('button', { name: 'Run Backtest' }).click();
  await page.getByRole('button', { name: 'Play the practice market (invented)' }).click();
  await page.getByRole('button', { name: 'Running Backtest...' }).waitFor();
  expect(await page.getByRole('button', { name: 'Running Backtest...' }).isDisabled()).toBe(true);
  await page.getByRole('progressbar', { name: 'Progress of the backtest' }).waitFor();
  await page
    .getByText('Played on an invented market with seed 7. This is not history')
    .waitFor({ timeout: RUN_LIMIT_MS });

  const { metrics, trades, backtest } = await report(shownId());
  expect(backtest.config).toMatchObject({
    start_date: utc('2026-01-01T00:00'),
    end_date: utc('2026-01-01T00:10'),
    seed: 7,
  });
  expect(metrics.total_trades).toBeGreaterThan(0);
  expect(await figures(page)).toEqual({
    'Total Trades': number(metrics.total_trades),
    'Win Rate': percent(metrics.win_rate, { digits: 1 }),
    'Net Profit': dollars(metrics.net_profit, { sign: true }),
    'Max Drawdown %': percent(metrics.max_drawdown_pct),
  });
  for (const chart of ['Equity Curve', 'Drawdown', 'Daily PnL'])
    await page.getByRole('img', { name: chart, exact: true }).waitFor();
  await page
    .getByRole('region', { name: 'Trades', exact: true })
    .getByText(`${number(trades.length)} trades`)
    .waitFor();
});

test('the report is saved as a self-contained page, and its sums are those of the trades', async () => {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download HTML Report' }).click(),
  ]);
  const html = await readFile(await saved.path(), 'utf8');
  expect(saved.suggestedFilename()).toBe(`backtest-ten-minutes-${shownId().slice(-6)}.html`);
  expect(html).toMatch(/^<!doctype html>/i);
  expect(html).toContain('Ten minutes');

  // What it sums up is what the trades of this screen come to, worked out from their file.
  const trades = page.getByRole('region', { name: 'Trades', exact: true });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    trades.getByRole('button', { name: /^CSV/ }).click(),
  ]);
  const [head = [], ...rows] = (await readFile(await file.path(), 'utf8'))
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  const cell = (row: readonly string[], column: string) => row[head.indexOf(column)] ?? '';
  const counted = rows.filter((row) => Number(cell(row, 'Profit')) !== 0);
  const net = cents((await figures(page))['Net Profit'] ?? '');
  expect(Math.round(sumOf(counted.map((row) => Number(cell(row, 'Profit')))) * 100)).toBe(net);
  const { tables, sums } = await page.evaluate(
    (markup) => {
      const report = new DOMParser().parseFromString(markup, 'text/html');
      const textsOf = (place: Element, parts: string) =>
        [...place.querySelectorAll(parts)].map(({ textContent }) => textContent?.trim() ?? '');
      const sectionOf = (title: string) =>
        [...report.querySelectorAll('section')].find((one) => one.querySelector('h2')?.textContent === title);
      const groups = [...(sectionOf('Where and when')?.querySelectorAll('table') ?? [])];
      return {
        tables: groups.map((table) => [...table.querySelectorAll('tr')].map((row) => textsOf(row, 'th, td'))),
        sums: textsOf(sectionOf('How it adds up') ?? report.body, 'dd'),
      };
    },
    html.replace(/<style>.*?<\/style>/s, ''),
  );
  const keys: Readonly<Record<string, (row: readonly string[]) => string>> = {
    Exchange: (row) => cell(row, 'Exchange'),
    Type: (row) => cell(row, 'Type'),
    Route: (row) => cell(row, 'Path').replaceAll(' ', ''),
    'Hour (UTC)': () => '00:00',
  };
  expect(tables.map(([titles]) => titles?.[0])).toEqual(Object.keys(keys));
  for (const [[title = ''] = [], ...lines] of tables) {
    // Each figure is rounded by itself.
    expect(Math.abs(sumOf(lines.map(([, , profit = '']) => cents(profit))) - net), title).toBeLessThanOrEqual(
      lines.length,
    );
    expect(sumOf(lines.map(([, count]) => Number(count)))).toBe(counted.length);
    for (const [name = '', count, profit = ''] of lines.filter(([name = '']) => !name.endsWith(' other routes'))) {
      const own = counted.filter((row) => keys[title]?.(row) === name);
      expect([name, own.length]).toEqual([name, Number(count)]);
      expect(Math.abs(sumOf(own.map((row) => Number(cell(row, 'Profit')))) * 100 - cents(profit))).toBeLessThan(0.51);
    }
  }
  const [gross = 0, fees = 0, slippage = 0, made] = sums.map(cents);
  expect(fees).toBe(-Math.round(sumOf(counted.map((row) => Number(cell(row, 'Fees')))) * 100));
  expect([gross + fees + slippage, made]).toEqual([net, net]);
  // Of one day there is one bar.
  const { daily_pnl } = await report(shownId());
  expect(daily_pnl.map(({ pnl }) => Math.round(pnl * 100))).toEqual([net]);
});

const cents = (text: string): number => Math.round(Number(withHyphens(text).replaceAll(/[^\d.-]/g, '')) * 100) + 0;
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

test('a running backtest survives a reload, is found without its address, and is cancelled', async () => {
  await page.getByRole('button', { name: 'All backtests' }).click();
  await fill({ name: 'A month', start: '2026-01-01T00:00', end: '2026-01-31T00:00' });
  await page.getByRole('button', { name: 'Run Backtest' }).click();
  await page.getByRole('button', { name: 'Play the practice market (invented)' }).click();
  const progress = page.getByRole('group', { name: 'Progress of the backtest' });
  await progress.getByText(/ events/).waitFor();
  const id = shownId();

  await page.reload();
  await progress.getByText(/[1-9][\d,]* events/).waitFor();
  await page.goto(`${bot.url}/backtest`);
  await progress.getByText('A month').waitFor();
  await expect.poll(shownId).toBe(id);

  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByText('The backtest was cancelled').waitFor();
  expect((await backtests()).map(({ config, status }) => [config.name, status])).toEqual([
    ['A month', 'cancelled'],
    ['Ten minutes', 'completed'],
  ]);
});

test('earlier backtests are opened, reused, compared and deleted', async () => {
  await page.getByRole('button', { name: 'All backtests' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await page.getByRole('button', { name: 'Open Ten minutes' }).click();
  await page.getByRole('heading', { name: 'Ten minutes' }).waitFor();
  await page.getByRole('button', { name: 'Change and run again' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('backtest-name');
  expect(await page.getByLabel('Seed of the invented market').inputValue()).toBe('7');
  expect(await page.getByLabel('Min Profit Threshold').inputValue()).toBe('0.25');
  expect(await page.getByLabel('Start Date').inputValue()).toBe('2026-01-01T00:00');

  await page.getByLabel('Backtest Name').fill('Another market');
  await page.getByLabel('Seed of the invented market').fill('8');
  await page.getByRole('button', { name: 'Run Backtest' }).click();
  await page.getByRole('button', { name: 'Play the practice market (invented)' }).click();
  await page.getByText('with seed 8').waitFor({ timeout: RUN_LIMIT_MS });
  await page.getByLabel('Compare with').selectOption('Ten minutes');
  const other = (await backtests()).find(({ config }) => config.name === 'Ten minutes');
  await page
    .getByRole('region', { name: 'Compared runs' })
    .getByRole('row', { name: 'Ten minutes' })
    .getByText(dollars(other?.metrics?.net_profit, { sign: true }), { exact: true })
    .first()
    .waitFor();

  await page
    .getByRole('region', { name: 'Earlier Backtests' })
    .first()
    .getByRole('button', { name: 'Delete A month' })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Backtest deleted').waitFor();
  expect((await backtests()).map(({ config }) => config.name)).toEqual(['Another market', 'Ten minutes']);
});

test('a viewer can read only, and sees why', async () => {
  await page.route('**/api/v1/auth/me', (route) => route.fulfill({ json: { name: 'ada', role: 'viewer' } }));
  await page.reload();
  await page.getByRole('button', { name: 'Download HTML Report' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^Delete/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'All backtests' }).click();
  await page.getByText(/^Your role is viewer/).waitFor();
  expect(await page.getByRole('button', { name: 'Run Backtest' }).isDisabled()).toBe(true);
  await page.unroute('**/api/v1/auth/me');
});

test('an id and a report are enough for a bot that speaks only the spec; an unreadable report is an error', async () => {
  const plain = await signedIn({});
  const answer = (path: string, json: unknown) =>
    plain.page.route(`**/api/v1${path}`, (route) => route.fulfill({ json }));
  const equity = [10_000, 10_100, 9_999].map((value, hour) => ({
    timestamp: `2026-01-01T0${hour}:00:00Z`,
    equity: value,
    initial_capital: 10_000,
  }));
  await plain.page.routeWebSocket('**/ws', () => {});
  await answer('/health', { status: 'ok' });
  await answer('/backtest/?limit=100', []);
  await answer('/backtest/run', { id: 7 });
  await answer('/backtest/7/report?format=json', {
    backtest: { id: 7 },
    metrics: { total_trades: 2, win_rate: 50, net_profit: -1, max_drawdown_pct: 1 },
    equity_curve: equity,
    daily_pnl: [{ timestamp: '2026-01-01T00:00:00Z', pnl: -1 }],
    trades: [{ id: 1, opportunity_type: 'TRI', symbols: ['USDT', 'BTC', 'ETH', 'USDT'], profit: -1 }],
  });
  await plain.page.goto(`${bot.url}/backtest`);
  await plain.page.getByLabel('Backtest Name').fill('Plain');
  await plain.page.getByRole('button', { name: 'Last 24 hours' }).click();
  expect(await plain.page.getByLabel('Seed of the invented market').count()).toBe(0);
  await plain.page.getByRole('button', { name: 'Run Backtest' }).click();
  await plain.page.getByText('This bot does not say what data it was played on.').waitFor();
  expect(await figures(plain.page)).toEqual({
    'Total Trades': '2',
    'Win Rate': '50.0%',
    'Net Profit': '−$1.00',
    'Max Drawdown %': '1.00%',
  });
  expect(await plain.page.locator('[data-value].loss').textContent()).toBe('−$1.00');
  await plain.page.getByRole('img', { name: 'Drawdown', exact: true }).waitFor();

  await answer('/backtest/7/report?format=json', { metrics: 'plenty' });
  await plain.page.reload();
  await plain.page.getByText('The answer of the bot could not be read').waitFor();
  await plain.page.getByRole('button', { name: 'Retry' }).waitFor();
  await plain.close();
});

test('on a phone all of it fits', async () => {
  const phone = await signedIn({ width: 390, height: 844, theme: 'dark' });
  await phone.page.goto(`${bot.url}/backtest`);
  await phone.page.getByRole('button', { name: 'Open Ten minutes' }).click();
  await phone.page.getByText('This is not history').waitFor();
  await phone.page.getByRole('img', { name: 'Equity Curve' }).waitFor();
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(phone.errors).toEqual([]);
  await phone.close();
});

test('a missing backtest is reported in place of its report', async () => {
  await page.goto(`${bot.url}/backtest?id=nothing-here`);
  await page.getByText('The backtest cannot be shown').waitFor();
  await page.getByRole('button', { name: 'Retry' }).waitFor();
  expect(open.errors.filter((text) => !/4(04|22)/.test(text))).toEqual([]);
});

const shownId = (): string => new URL(page.url()).searchParams.get('id') ?? '';
const utc = (local: string): string => new Date(local).toISOString();

async function backtests(): Promise<BacktestRecord[]> {
  return ((await bot.call('GET', '/backtest/')).body as { data: BacktestRecord[] }).data;
}

async function report(id: string): Promise<ReportRecord> {
  return (await bot.call('GET', `/backtest/${id}/report`)).body as ReportRecord;
}

async function fill(form: { name: string; start: string; end: string; seed?: string }): Promise<void> {
  await page.getByLabel('Backtest Name').fill(form.name);
  await page.getByLabel('Start Date').fill(form.start);
  await page.getByLabel('End Date').fill(form.end);
  await page.getByRole('textbox', { name: 'Initial Capital' }).fill('10000');
  await page.getByLabel('Min Profit Threshold').fill('0.1');
  await page.getByRole('checkbox', { name: 'binance' }).check({ force: true });
  await page.getByLabel('Seed of the invented market').fill(form.seed ?? '');
}

async function figures(page: Page): Promise<Record<string, string | null>> {
  const names = ['Total Trades', 'Win Rate', 'Net Profit', 'Max Drawdown %'];
  const value = (name: string) => page.getByRole('group', { name }).locator('[data-value]').textContent();
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await value(name)])));
}

async function signedIn(options: Parameters<TestBrowser['open']>[0]): Promise<OpenPage> {
  const opened = await browser.open(options);
  await opened.page.goto(bot.url);
  await opened.page.getByLabel('Token', { exact: true }).fill(bot.token);
  await opened.page.getByRole('button', { name: 'Sign in' }).click();
  await opened.page.waitForURL('**/dashboard');
  return opened;
}

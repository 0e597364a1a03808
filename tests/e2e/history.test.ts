import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Bot, startBot } from '../harness/bot.ts';
import { launchBrowser, type OpenPage, type TestBrowser } from '../harness/browser.ts';

const ARRIVAL_MS = 60_000;
const POLL = { timeout: ARRIVAL_MS };

type Row = { id: string; execution_id?: string; opportunity_id: string | null; reason: string; detail: string };

let browser: TestBrowser;
let bot: Bot;
let open: OpenPage;
let page: Page;
beforeAll(async () => {
  [browser, bot] = await Promise.all([launchBrowser(), startBot({ args: ['--market', 'simulated', '--seed', '3'] })]);
  await bot.call('POST', '/bot/start', {
    min_profit_threshold: 0.05,
    enabled_exchanges: ['binance', 'kraken', 'kucoin'],
  });
  await vi.waitFor(async () => {
    expect(await decisions('code=executed')).not.toEqual([]);
    await refused();
  }, POLL);
  open = await browser.open();
  page = open.page;
  await page.goto(bot.loginLink);
  await page.waitForURL('**/dashboard');
});
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

test('a trade of today opens its life: what was shown, what came, its legs and the facts of the journal', async () => {
  await page.goto(`${bot.url}/history`);
  const opener = page.getByRole('table', { name: 'Trades' }).getByRole('button', { name: /^One life of/ });
  await opener.first().click(POLL);
  const drawer = page.getByRole('dialog', { name: /USDT →/ });
  await drawer.getByText('Shown when decided').first().waitFor();
  await drawer.getByRole('region', { name: 'Legs, planned and actual' }).getByRole('row').nth(3).waitFor();
  await drawer.getByRole('region', { name: 'Journal facts' }).getByText('ExecutionStarted').waitFor();
  expect(new URL(page.url()).searchParams.get('life')).not.toBeNull();
  await page.goBack();
  await drawer.waitFor({ state: 'detached' });
});

test('why one was left alone: decisions by reason, each with its figures', async () => {
  await page.goto(`${bot.url}/history`);
  await page.getByRole('button', { name: 'All decisions' }).click();
  const one = await vi.waitFor(refused, POLL);
  await page.getByRole('combobox', { name: 'Reason' }).selectOption(one.reason, POLL);
  await page.goto(`${bot.url}/history/${one.opportunity_id}`);
  const drawer = page.getByRole('dialog', { name: /USDT/ });
  await drawer.getByText(one.detail, { exact: true }).first().waitFor();
  await drawer.getByText('not executed').waitFor();
});

test('the log has a line for each order, found by the id of its execution, and leads to its life', async () => {
  const [executed] = await decisions('code=executed');
  await page.goto(`${bot.url}/logs?q=${executed?.execution_id}`);
  const line = page.getByRole('row').filter({ hasText: /Leg 1, (buy|sell) \w+\/\w+ on \w+: filled/ });
  await line.getByRole('button').click(POLL);
  await page.getByRole('dialog', { name: /USDT/ }).getByText('Journal facts').waitFor();
  expect(new URL(page.url()).searchParams.get('life')).toBe(executed?.execution_id);
});

test('the scanner has one row for each dislocation, with what came of it, and unfolds to every cycle', async () => {
  await page.goto(`${bot.url}/scanner`);
  const outcome = page.getByRole('columnheader', { name: 'Outcome' });
  await outcome.waitFor(POLL);
  const count = () =>
    page
      .getByRole('table')
      .getByRole('button', { name: /^Open / })
      .count();
  await expect.poll(count, POLL).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Every cycle' }).click();
  expect(new URL(page.url()).searchParams.get('view')).toBe('all');
  await page
    .getByRole('button', { name: /^What came of/ })
    .first()
    .click(POLL);
  await page.getByRole('dialog', { name: /USDT/ }).waitFor();
  expect(open.errors).toEqual([]);
});

test('an id of which nothing is kept says so', async () => {
  await page.goto(`${bot.url}/history/00000000-0000-7000-8000-000000000000`);
  await page
    .getByRole('dialog')
    .getByText(/is not kept any more, or never was/)
    .waitFor();
});

async function decisions(query: string): Promise<readonly Row[]> {
  const { body } = await bot.call('GET', `/history/?limit=200&${query}`);
  return (body as { data: Row[] }).data;
}

/** The newest that was found and never executed: one that was refused may be executed a moment later, so that there may be none. */
async function refused(): Promise<Row> {
  const rows = await decisions('');
  const executed = new Set(rows.flatMap((row) => (row.reason === 'executed' ? [row.opportunity_id] : [])));
  const one = rows.find(({ opportunity_id }) => opportunity_id !== null && !executed.has(opportunity_id));
  if (one === undefined) throw new Error('each that was found was executed');
  return one;
}

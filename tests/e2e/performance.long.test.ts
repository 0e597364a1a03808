import { readFileSync } from 'node:fs';
import { withHyphens } from '@triquad/core';
import { BreakdownRecord, MoneyRecord } from '@triquad/core/contract';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { openBrowser, type TestBrowser, test } from '../harness/browser.ts';
import { startTimedBot, type TimedBot } from '../harness/timed-bot.ts';

const leastTrades = 5;

const CONFIG = {
  min_profit_threshold: 0.1,
  risk: { assets: {}, cooldown_after_failure_seconds: 1, stop_loss_pct: 50 },
};

let browser: TestBrowser;
let bot: TimedBot;
beforeAll(async () => {
  browser = await openBrowser();
  bot = await startTimedBot({ seed: 7, autostart: true, config: CONFIG });
  const total = () => bot.call('GET', '/orders/history?limit=1');
  await bot.until(total, ({ body }) => (body as { total: number }).total >= leastTrades);
  await bot.call('POST', '/bot/stop');
  await bot.call('POST', '/notifications/mark-all-read');
  // From now on no price moves.
  await bot.pass(2_000);
  await bot.hold();
});
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

const breakdown = async () => BreakdownRecord.parse((await bot.call('GET', '/performance/breakdown')).body);
const money = async () => MoneyRecord.parse((await bot.call('GET', '/performance/money')).body);

/** A figure of the screen in whole cents, null for a dash. */
const cents = (text: string): number | null => {
  const digits = withHyphens(text).replaceAll(/[^\d.-]/g, '');
  return digits === '' ? null : Math.round(Number(digits) * 100);
};
type Rows = readonly (readonly string[])[];
const cellsOf = (place: Locator): Promise<Rows> =>
  place
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent?.trim() ?? '')),
    );
const rowsOf = (page: Page, name: string) => cellsOf(page.getByRole('table', { name }));
/** Of a row in whole cents; zero for a dash or a part that is not there. */
const partOf = (rows: Rows, name: string, column: number): number => {
  const row = rows.find(([own]) => own === name) ?? rows.find(([own]) => own?.startsWith(`${name} `));
  return cents(row?.[column] ?? '') ?? 0;
};
/** The same part on Overview and on Performance. */
const pairsOfParts = [
  ['Realised before fees', 'Trades before fees'],
  ['Fees', 'Trading fees'],
  ['Realised', 'Realised profit'],
  ['Residual and running', 'Residual and running trades'],
  ['Dust', 'Dust kept in wallets'],
  ['Prices of holdings', 'Prices, orders by hand'],
  ['Equity at the end', 'Equity at the end'],
] as const;
async function moneyOfOverview(page: Page): Promise<Rows> {
  const panel = page.getByRole('region', { name: 'Profit and loss' });
  await panel.getByRole('row').nth(3).waitFor();
  return cellsOf(panel);
}
/** As one goes from screen to screen: the page is not loaded again. */
const follow = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name }).first().click();
/** The rows of a panel's file, by the names of its columns. */
async function savedBy(page: Page, name: string, button = /^CSV/): Promise<Record<string, string>[]> {
  const saves = page.getByRole('region', { name, exact: true }).getByRole('button', { name: button });
  const [file] = await Promise.all([page.waitForEvent('download'), saves.click()]);
  const [head = [], ...lines] = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
    .map((line) => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].slice(0, -1).map(([, cell = '']) => cell));
  return lines.map((cells) => Object.fromEntries(head.map((column, place) => [column, cells[place] ?? ''])));
}
const sumOf = (rows: readonly Record<string, string>[], column: string): number =>
  rows.reduce((sum, row) => sum + Number(row[column]), 0);
const inCents = (usd: number): number => Math.round(usd * 100) + 0;
const plain = (text: string): number => Number(withHyphens(text).replaceAll(',', '').split(' ')[0]);

type Leg = { market: string; side: string; quantity: number; expected_quantity: number | null } & Record<
  'price' | 'fee',
  number | null
> & {
    fee_asset: string | null;
  };
type SavedLife = {
  trade: { legs: Leg[]; symbols: string[]; profit: number; fees: number; status: string };
  left: { asset: string; amount: string }[];
};
/** By how much the legs changed each asset, fees included. */
function movedBy(legs: readonly Leg[]): ReadonlyMap<string, number> {
  const moved = new Map<string, number>();
  const add = (asset: string, amount: number) => moved.set(asset, (moved.get(asset) ?? 0) + amount);
  for (const { market, side, quantity, price, fee, fee_asset } of legs) {
    const [base = '', quote = ''] = market.split('/');
    const sign = side === 'buy' ? 1 : -1;
    add(base, sign * quantity);
    add(quote, -sign * quantity * (price ?? 0));
    add(fee_asset ?? '', -(fee ?? 0));
  }
  return moved;
}
/** In the currency that the cycle ends with. */
function worthOfFees(legs: readonly Leg[], start: string): number {
  return legs.reduce((sum, { fee, fee_asset, market: own, side }, place) => {
    const [first = '', second = ''] = own.split('/');
    let [asset, amount] = [fee_asset, fee ?? 0];
    // Some exchanges take the fee of what is spent: its own leg says what that would have bought.
    const isOfSpent = asset === (side === 'buy' ? second : first);
    for (const { market, price } of legs.slice(isOfSpent ? place : place + 1)) {
      const [base = '', quote = ''] = market.split('/');
      if (asset === start) break;
      if (asset === base) [asset, amount] = [quote, amount * (price ?? 0)];
      else if (asset === quote) [asset, amount] = [base, amount / (price ?? 0)];
    }
    return sum + (asset === start ? amount : Number.NaN);
  }, 0);
}

test('what it makes, and how it adds up to equity: to the cent, from real figures', async () => {
  const { page, errors, close } = await browser.open({ token: bot.token });
  await page.goto(`${bot.url}/dashboard`);
  await page.getByRole('link', { name: 'Performance' }).first().click();
  await page.getByRole('table', { name: 'How it adds up to equity' }).waitFor();
  // Under what the figures were made is said beside them.
  await page
    .getByText(/^Made under: .*taker 0\.\d+%.* conditions/)
    .first()
    .waitFor();
  const rows = await rowsOf(page, 'How it adds up to equity');
  // Nothing of it is cut or wraps.
  const heights = await page
    .getByRole('table', { name: 'How it adds up to equity' })
    .getByRole('row')
    .evaluateAll((all) => all.slice(1).map((row) => Math.round(row.getBoundingClientRect().height)));
  expect(Math.max(...heights)).toBeLessThan(28);
  const header = page.getByRole('table', { name: 'Days' }).getByText('before', { exact: true });
  expect(await header.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  const step = (name: string) => cents(rows.find(([own]) => own?.startsWith(name))?.[1] ?? '') ?? Number.NaN;
  expect(step('Trades before fees') + step('Trading fees')).toBe(step('Realised profit'));
  const parts = ['Realised profit', 'Residual and running', 'Dust', 'Prices', 'Deposits'].map(step);
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(step('Change of equity'));
  const { total } = await money();
  expect([step('Realised profit'), step('Change of equity'), step('Equity at the end')]).toEqual(
    [total?.realised, total?.change, total?.equity_end].map((usd) => Math.round((usd ?? Number.NaN) * 100)),
  );
  // The card, the days and the routes say the same.
  const card = page.getByRole('group', { name: 'Realised profit' }).locator('[data-value]');
  expect(cents((await card.textContent()) ?? '')).toBe(step('Realised profit'));
  const { all, by_route } = await breakdown();
  const days = (await rowsOf(page, 'Days')).slice(1).map(([, net]) => cents(net ?? '') ?? 0);
  expect(Math.abs(days.reduce((sum, net) => sum + net, 0) - step('Realised profit'))).toBeLessThanOrEqual(days.length);
  expect((await rowsOf(page, 'By route')).length).toBeGreaterThan(1);
  expect(by_route.reduce((sum, { profit }) => sum + profit, 0)).toBeCloseTo(all.profit, 9);
  // The history compares the same trades with what was shown of them.
  const shown = page.getByRole('group', { name: 'Got of what was shown' });
  const [expected, got] = ((await shown.textContent()) ?? '').match(/[+−]\$[\d,]+\.\d\d/g) ?? [];
  expect(cents(expected ?? '')).toBe(Math.round(all.expected * 100));
  await page.goto(`${bot.url}/history?window=7d`);
  const figure = (name: string) => page.getByRole('group', { name }).locator('[data-value]').textContent();
  const compared = () => Promise.all(['Shown', 'Realised', 'Trades'].map(figure));
  await expect.poll(compared).toEqual([expected, got, String(all.trades)]);
  await page.goBack();
  // A ratio that would need two months says how much of them there is.
  await page.getByText('of 60 days').waitFor();
  expect(errors).toEqual([]);
  await close();
});

test('the same sums on every screen: band, Overview, Performance, Positions, History with its CSV, Execution and one life', async () => {
  const { page, errors, close } = await browser.open({ token: bot.token });
  await page.goto(`${bot.url}/dashboard`);
  await page.getByRole('status', { name: 'Bot Stopped' }).waitFor();
  const band = page.getByRole('region', { name: 'State of the bot' });
  const today = async () => cents(/Today([+−]?\$[\d,]+\.\d\d)/.exec((await band.textContent()) ?? '')?.[1] ?? '');
  const overview = await moneyOfOverview(page);
  await expect.poll(today).toBe(partOf(overview, 'Realised', 1));
  await follow(page, 'Performance');
  await page.getByRole('table', { name: 'How it adds up to equity' }).waitFor();
  const steps = await rowsOf(page, 'How it adds up to equity');
  expect(pairsOfParts.filter(([there, here]) => partOf(overview, there, 3) !== partOf(steps, here, 1))).toEqual([]);

  // Overview: each column adds up, and its days are the week.
  for (const column of [1, 2, 3]) {
    const part = (name: string) => partOf(overview, name, column);
    expect(part('Realised before fees') + part('Fees')).toBe(part('Realised'));
    const below = ['Realised', 'Residual and running', 'Dust', 'Prices of holdings'].map(part);
    expect(below.reduce((sum, usd) => sum + usd, 0)).toBe(part('Net'));
  }
  expect(partOf(overview, 'Fees', 3)).toBeLessThan(0);
  expect(partOf(steps, 'Change of equity', 1) - partOf(steps, 'Deposits', 1)).toBe(partOf(overview, 'Net', 3));
  const realised = partOf(steps, 'Realised profit', 1);

  // Performance: days, routes, exchanges and types are the same trades.
  const days = await savedBy(page, 'Days');
  expect(inCents(sumOf(days, 'Net'))).toBe(realised);
  const routes = await savedBy(page, 'By route');
  expect(inCents(sumOf(routes, 'Net'))).toBe(realised);
  const groups = (await cellsOf(page.getByRole('region', { name: 'By exchange and type' }))).slice(1);
  const all = groups.at(-1) ?? [];
  for (const [isType, kind] of [
    [false, 'Exchange'],
    [true, 'Type'],
  ] as const) {
    const own = groups.slice(0, -1).filter(([name = '']) => /^(TRI|QUAD)$/.test(name) === isType);
    expect(own.reduce((sum, row) => sum + Number(row[1]), 0)).toBe(Number(all[1]));
    for (const place of [4, 5]) {
      const sum = own.reduce((usd, row) => usd + (cents(row[place] ?? '') ?? 0), 0);
      expect(Math.abs(sum - (cents(all[place] ?? '') ?? 0)), kind).toBeLessThanOrEqual(own.length);
    }
  }
  expect([cents(all[5] ?? ''), cents(all[4] ?? '')]).toEqual([realised, -partOf(steps, 'Trading fees', 1)]);
  expect(Number(all[1])).toBe(sumOf(routes, 'Trades'));

  // Positions: the parts are the equity, which prices have moved since the mark by no more than what is held beside dollars moves.
  await follow(page, 'Positions');
  await page.getByRole('table', { name: 'Balances' }).waitFor();
  const metric = async (name: string) =>
    cents((await page.getByRole('group', { name, exact: true }).locator('[data-value]').textContent()) ?? '') ?? 0;
  const balances = page.getByRole('table', { name: 'Balances' });
  let holdings: Awaited<ReturnType<typeof savedBy>> = [];
  let worth = 0;
  // Prices go on: what is read within one moment adds up.
  const apartHere = async () => {
    const last = await balances.getByRole('row').last().getByRole('cell').nth(6).textContent();
    const equity = await metric('Equity');
    const parts = await Promise.all(['Free to trade', 'Reserved', 'Residual', 'Fee tokens', 'Dust'].map(metric));
    holdings = await savedBy(page, 'Balances');
    worth = inCents(sumOf(holdings, 'Value'));
    const rounded = Math.abs(parts.reduce((sum, usd) => sum + usd, 0) - worth);
    return [equity, cents(last ?? ''), rounded <= parts.length ? worth : rounded].filter((usd) => usd !== worth);
  };
  await expect.poll(apartHere).toEqual([]);
  const beside = sumOf(
    holdings.filter(({ Asset }) => Asset !== 'USDT'),
    'Value',
  );
  expect(Math.abs(worth - partOf(steps, 'Equity at the end', 1))).toBeLessThanOrEqual(2 + Math.ceil(beside * 20));

  // History: its totals are the sums of what it saves, and those of Performance.
  await follow(page, 'History');
  await page.getByRole('button', { name: '7 days' }).click();
  const table = page.getByRole('table', { name: 'Trades' });
  await table.waitFor();
  const trades = await savedBy(page, 'Trades', /^All as CSV/);
  const counted = trades.filter(({ status, profit_usd }) => !(status === 'failed' && Number(profit_usd) === 0));
  expect(Number(await table.getAttribute('aria-rowcount')) - 1).toBe(trades.length);
  const total = (name: string) => page.getByRole('group', { name, exact: true });
  expect(await total('Trades').locator('[data-value]').textContent()).toBe(String(counted.length));
  expect([await metric('Realised'), inCents(sumOf(counted, 'profit_usd'))]).toEqual([realised, realised]);
  expect(await metric('Shown')).toBe(inCents(sumOf(counted, 'expected_profit_usd')));
  expect(await metric('Fees')).toBe(-partOf(steps, 'Trading fees', 1));
  expect(inCents(sumOf(counted, 'fees_usd'))).toBe(-partOf(steps, 'Trading fees', 1));
  expect(Number(all[1])).toBe(counted.length);

  // One life: what its legs moved is its result and what was left over, asset by asset.
  await page.getByRole('searchbox').fill(counted[0]?.id ?? '');
  await expect.poll(() => table.getAttribute('aria-rowcount')).toBe('2');
  await table.getByRole('button', { name: /^One life of/ }).click();
  const drawer = page.getByRole('dialog', { name: /→/ });
  const legTable = drawer.getByRole('region', { name: 'Legs, planned and actual' });
  await legTable.getByRole('row').nth(1).waitFor();
  const legRows = (await cellsOf(legTable)).slice(1);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    drawer.getByRole('button', { name: 'JSON' }).click(),
  ]);
  const { trade, left } = JSON.parse(readFileSync(await file.path(), 'utf8')) as SavedLife;
  expect(legRows.map(([, market]) => market)).toEqual(trade.legs.map(({ market }) => market));
  for (const [place, leg] of trade.legs.entries()) {
    const [, , , planned = '', actual = '', , price = '', , fee = ''] = legRows[place] ?? [];
    for (const [text, value] of [
      [planned, leg.expected_quantity],
      [actual, leg.quantity],
      [price, leg.price],
      [fee, leg.fee],
    ] as const)
      if (value === null) expect(text).toBe('—');
      else expect(plain(text)).toBeCloseTo(value, 7);
  }
  const moved = movedBy(trade.legs);
  const [start = ''] = trade.symbols;
  const earned = moved.get(start) ?? Number.NaN;
  expect(earned).toBeCloseTo(trade.profit, 2);
  for (const asset of trade.symbols.slice(1, -1)) {
    const amount = Number(left.find((one) => one.asset === asset)?.amount ?? 0);
    expect(moved.get(asset) ?? 0, asset).toBeCloseTo(amount, 7);
  }
  // Each fee at the price for which the rest of the cycle sold what it was taken of; one that turned back sold at others.
  if (trade.status === 'completed') {
    expect(Math.abs(worthOfFees(trade.legs, start) / trade.fees - 1)).toBeLessThan(0.02);
  }
  const figure = async (name: string) =>
    cents(
      (await drawer
        .locator('dt', { hasText: new RegExp(`^${name}$`) })
        .first()
        .locator('xpath=following-sibling::dd[1]')
        .textContent()) ?? '',
    ) ?? 0;
  expect(await figure('Result')).toBe(inCents(trade.profit));
  expect((await figure('Result')) - (await figure('Shown when decided'))).toBe(await figure('Against shown'));
  const waterfall = drawer.locator('section', { hasText: /^From shown to result/ }).locator('dl > div > dd:last-child');
  const bars = (await waterfall.allTextContents()).map((text) => cents(text) ?? Number.NaN);
  expect(bars.length).toBeGreaterThan(2);
  expect(bars.slice(0, -1).reduce((sum, usd) => sum + usd, 0)).toBe(bars.at(-1));
  expect(bars.at(-1)).toBe(inCents(trade.profit));
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });

  // Execution: each of its trades has the figures of the history, and its mean is theirs.
  await follow(page, 'Execution');
  const panel = page.getByRole('region', { name: 'Recent Trades' });
  await panel.getByRole('table').waitFor();
  const recent = await savedBy(page, 'Recent Trades');
  expect(recent.length).toBeGreaterThan(0);
  const byId = new Map(trades.map((one) => [one.id, one]));
  for (const { ID, Profit, Fees } of recent)
    expect([Profit, Fees].map(Number)).toEqual([byId.get(ID)?.profit_usd, byId.get(ID)?.fees_usd].map(Number));
  const wins = recent.filter(({ ID }) => counted.some(({ id }) => id === ID));
  const mean = panel.locator('dt', { hasText: /^Avg/ }).locator('xpath=following-sibling::dd[1]');
  expect(cents((await mean.textContent()) ?? '')).toBe(
    wins.length === 0 ? null : inCents(sumOf(wins, 'Profit') / wins.length),
  );
  expect(errors).toEqual([]);
  await close();
});

test('the window, the comparison, the exchange and the market are in the address, and Back undoes them', async () => {
  const { page, close } = await browser.open({ token: bot.token });
  await page.goto(`${bot.url}/dashboard`);
  await page.goto(`${bot.url}/performance`);
  const days = page.getByRole('table', { name: 'Days' });
  await days.waitFor();
  const count = async () => Number(await days.getAttribute('aria-rowcount')) - 1;
  expect(await count()).toBe(7);
  await page.getByRole('button', { name: '30 days' }).click();
  await page.waitForURL('**/performance?window=30d');
  await expect.poll(count).toBe(30);
  await page.getByLabel('Compare with the days before').click({ force: true });
  await page.waitForURL('**window=30d&compare=no');
  await expect.poll(() => days.getByRole('columnheader', { name: 'before', exact: true }).count()).toBe(0);
  await page.goBack();
  await page.goBack();
  await page.waitForURL('**/performance');
  await expect.poll(count).toBe(7);
  await page.getByRole('button', { name: 'Custom' }).click();
  await page.getByLabel('From').fill('2026-01-01');
  await page.getByLabel('To', { exact: true }).fill('2026-01-03');
  await expect.poll(count).toBe(3);
  await page.getByText('No trade began in this window.').waitFor();
  await page.goto(`${bot.url}/performance?exchange=kraken`);
  await page.getByText('Equity is known of all exchanges together.').waitFor();
  const told = BreakdownRecord.parse((await bot.call('GET', '/performance/breakdown?exchange=kraken')).body);
  const routes = async () => Math.max(0, (await rowsOf(page, 'By route')).length - 1);
  await expect.poll(routes).toBe(told.by_route.length);
  await page.goto(`${bot.url}/performance?market=unknown`);
  const trades = page.getByRole('group', { name: 'Trades' }).locator('[data-value]');
  const all = String((await breakdown()).all.trades);
  await expect.poll(() => trades.textContent()).toBe('0');
  await page.getByRole('combobox', { name: 'Market' }).selectOption('Market practice');
  await page.waitForURL('**/performance?market=practice');
  await expect.poll(() => trades.textContent()).toBe(all);
  await page.getByRole('table', { name: 'How it adds up to equity' }).waitFor();
  await page.goBack();
  await expect.poll(() => trades.textContent()).toBe('0');
  await close();
});

test('what is shown is saved as CSV', async () => {
  const { page, close } = await browser.open({ token: bot.token });
  await page.goto(`${bot.url}/dashboard`);
  await page.goto(`${bot.url}/performance?window=today`);
  const panel = page.getByRole('region', { name: 'By route' });
  await panel.getByRole('table').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: /^CSV/ }).click(),
  ]);
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
  const { by_route } = await breakdown();
  expect(lines[0]).toBe(
    'Type,Route,Exchange,Trades,Won,bp,Net,provenance_kind,provenance_exchange,provenance_name,provenance_money',
  );
  expect(lines).toHaveLength(by_route.length + 1);
  await close();
});

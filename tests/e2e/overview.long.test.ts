import { withHyphens } from '@triquad/core';
import { EquityCurveRecord, HeatmapRecord, MoneyRecord, PerformanceMetricsRecord } from '@triquad/core/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { openBrowser, type TestBrowser, test } from '../harness/browser.ts';
import { startTimedBot, type TimedBot } from '../harness/timed-bot.ts';

const leastTrades = 5;
const names = ['Opportunities/min', 'Total PnL', 'Avg Latency (ms)', 'Win Rate'];

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
  // From now on no price moves.
  await bot.pass(2_000);
  await bot.hold();
});
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

const metrics = async () => PerformanceMetricsRecord.parse((await bot.call('GET', '/performance/metrics')).body);

test('the curve, the days, the markets and the cards of one window add up', async () => {
  const from = '2026-01-01';
  const own = PerformanceMetricsRecord.parse((await bot.call('GET', `/performance/metrics?from=${from}`)).body);
  const { data } = EquityCurveRecord.parse((await bot.call('GET', `/performance/equity-curve?from=${from}`)).body);
  const { pairs } = HeatmapRecord.parse((await bot.call('GET', `/performance/heatmap?from=${from}`)).body);
  const { total, days } = MoneyRecord.parse((await bot.call('GET', `/performance/money?from=${from}`)).body);
  const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
  expect(own.total_trades).toBeGreaterThanOrEqual(leastTrades);
  expect(sum(pairs.map(({ total_profit }) => total_profit))).toBeCloseTo(own.total_pnl, 9);
  const net = (total?.change ?? 0) - (total?.flows ?? 0);
  expect(sum(days.map(({ change, flows }) => change - flows))).toBeCloseTo(net, 6);
  expect(sum(data.map(({ pnl }) => pnl))).toBeCloseTo(net, 6);
  // A window before there was anything has nothing of what came later.
  const until = `from=${from}&to=2026-01-03`;
  const empty = EquityCurveRecord.parse((await bot.call('GET', `/performance/equity-curve?${until}`)).body);
  expect(empty.data).toEqual([]);
  expect((await bot.call('GET', `/performance/heatmap?${until}`)).body).toEqual({ provenance: null, pairs: [] });
});

const card = (page: Page, name: string) => page.getByRole('group', { name });
const figureOf = async (page: Page, name: string) =>
  (await card(page, name).locator('[data-value]').textContent()) ?? '';
const cents = (text: string): number => Math.round(Number(withHyphens(text).replaceAll(/[^\d.-]/g, '')) * 100);

test('the cards are of the window in the address: as the bot says, and as Performance adds it up', async () => {
  const { page, errors, close } = await browser.open({ token: bot.token });
  await page.goto(`${bot.url}/dashboard`);
  await expect.poll(() => figureOf(page, 'Total PnL')).toMatch(/^[+−]\$/);
  const { total_pnl, total_trades } = await metrics();
  expect(cents(await figureOf(page, 'Total PnL'))).toBe(Math.round(total_pnl * 100));
  const stats = page.getByRole('region', { name: 'Quick Stats' }).filter({ hasText: 'Total Trades' });
  expect(await stats.getByRole('definition').first().textContent()).toBe(String(total_trades));
  const shown = await figureOf(page, 'Total PnL');
  // Its course ends where the card is.
  const { series = [] } = await metrics();
  expect(series.reduce((sum, part) => sum + part.total_pnl, 0)).toBeCloseTo(total_pnl, 9);

  // Days before there was anything: chosen, and undone by Back.
  await page.getByRole('group', { name: 'Window' }).getByRole('button', { name: 'Custom' }).click();
  await page.getByLabel('From').fill('2026-01-01');
  await page.getByLabel('To', { exact: true }).fill('2026-01-03');
  await page.waitForURL('**/dashboard?window=custom&from=2026-01-01&to=2026-01-03');
  await expect.poll(() => figureOf(page, 'Total PnL')).toBe('$0.00');
  expect(await card(page, 'Win Rate').getByRole('img').count()).toBe(0);
  // The panels below are of the same days.
  for (const [name, empty] of [
    ['Equity and drawdown', 'No equity data available'],
    ['PnL', 'No PnL data available'],
    ['Trading Pairs Performance', 'No heatmap data available'],
  ] as const) {
    const panel = page.getByRole('region', { name, exact: true });
    await panel.getByText(empty).waitFor();
    if (name !== 'PnL') expect(await panel.textContent()).not.toContain('168');
  }
  for (let step = 0; step < 3; step += 1) await page.goBack();
  await page.waitForURL('**/dashboard');
  await expect.poll(() => figureOf(page, 'Total PnL')).toBe(shown);

  await page.goto(`${bot.url}/performance`);
  const realised = page.getByRole('group', { name: 'Realised profit' }).locator('[data-value]');
  await expect.poll(() => realised.textContent()).toBe(shown);
  expect(errors).toEqual([]);
  await close();
});

test.each([1_440, 1_024, 390])('the cards fit at %i px', async (width) => {
  const { page, close } = await browser.open({ token: bot.token, width });
  await page.goto(`${bot.url}/dashboard`);
  await expect.poll(() => figureOf(page, 'Total PnL')).toMatch(/^[+−]\$/);
  for (const name of names) {
    const cut = await card(page, name)
      .locator('div')
      .evaluateAll((parts) => parts.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length);
    expect(cut, name).toBe(0);
  }
  await close();
});

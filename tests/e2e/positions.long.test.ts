import { readFileSync } from 'node:fs';
import { withHyphens } from '@triquad/core';
import { BalancesRecord } from '@triquad/core/contract';
import { afterAll, beforeAll, expect } from 'vitest';
import { openBrowser, type TestBrowser, test } from '../harness/browser.ts';
import { startTimedBot, type TimedBot } from '../harness/timed-bot.ts';

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
  await bot.until(total, ({ body }) => (body as { total: number }).total >= 5);
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

const wallets = async () => BalancesRecord.parse((await bot.call('GET', '/wallets/balances')).body);
const usd = (text: string | null): number => Number(withHyphens(text ?? '').replaceAll(/[^\d.-]/g, ''));

test('what is held, by whom, and against which limits: the parts are the equity', async () => {
  const { page, errors, close } = await browser.open({ token: bot.token });
  await page.goto(`${bot.url}/dashboard`);
  await page.getByRole('link', { name: 'Positions' }).first().click();
  const table = page.getByRole('table', { name: 'Balances' });
  await table.waitFor();
  const held = (await wallets()).exchanges.flatMap(({ balances }) =>
    Object.values(balances).filter(({ total }) => total !== 0),
  );
  await expect.poll(async () => Number(await table.getAttribute('aria-rowcount')) - 2).toBe(held.length);
  const figure = async (name: string) =>
    usd(await page.getByRole('group', { name, exact: true }).locator('[data-value]').textContent());
  const parts = await Promise.all(['Free to trade', 'Reserved', 'Residual', 'Fee tokens', 'Dust'].map(figure));
  expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(await figure('Equity'), 1);
  // The last row adds the balances up to the same.
  const sum = async () => usd(await table.getByRole('row').last().getByRole('cell').nth(6).textContent());
  await expect.poll(async () => Math.abs((await sum()) - (await figure('Equity')))).toBeLessThan(0.02);
  // Each dust has what can be done about it, or why nothing can.
  const dust = page.getByRole('region', { name: 'Dust' });
  const says =
    /^(sell .* for about \$|too little: an order must be worth \$|no book is trusted|no market of the exchange sells it)/;
  await dust.getByRole('cell', { name: says }).first().waitFor();
  expect(await dust.getByRole('row').count()).toBe((await dust.getByRole('cell', { name: says }).count()) + 1);
  await page.getByRole('region', { name: 'Fee-token runway' }).getByText('No token pays the fees.').waitFor();
  await page.getByRole('region', { name: 'Deposit addresses' }).getByText('Paper money has none.').waitFor();
  const worth = held.reduce((sum, { value_usd }) => sum + (value_usd ?? 0), 0);
  expect(Math.abs((await figure('Equity')) - worth) / worth).toBeLessThan(0.02);
  await page.getByRole('region', { name: 'Limits' }).getByText('Drawdown today').waitFor();
  await page.getByRole('region', { name: 'Residual positions' }).waitFor();
  expect(errors).toEqual([]);
  await close();
});

test('one exchange is chosen in the address, and what is shown is saved as CSV', async () => {
  const { page, close } = await browser.open({ token: bot.token });
  await page.goto(`${bot.url}/dashboard`);
  await page.goto(`${bot.url}/positions`);
  const choice = page.getByRole('group', { name: 'Exchange' });
  await choice.getByRole('button', { name: 'kraken' }).click();
  await page.waitForURL('**/positions?exchange=kraken');
  const kraken = (await wallets()).exchanges.find(({ exchange }) => exchange === 'kraken');
  const held = Object.values(kraken?.balances ?? {}).filter(({ total }) => total !== 0).length;
  const panel = page.getByRole('region', { name: 'Balances' });
  await expect.poll(async () => Number(await panel.getByRole('table').getAttribute('aria-rowcount')) - 2).toBe(held);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: /^CSV/ }).click(),
  ]);
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines[0]).toBe(
    [
      'Asset,Exchange,Free,Reserved,Residual,Dust,Value,Cost / unit,Unrealised,"Bought today, limit"',
      'provenance_kind,provenance_exchange,provenance_name,provenance_money',
    ].join(','),
  );
  expect(lines).toHaveLength(held + 1);
  await page.goBack();
  await expect
    .poll(() => choice.getByRole('button', { name: 'All exchanges' }).getAttribute('aria-pressed'))
    .toBe('true');
  await close();
});

import { afterAll, beforeAll, expect } from 'vitest';
import { type OpenPage, openBrowser, type TestBrowser, test } from '../harness/browser.ts';
import { startTimedBot, type TimedBot } from '../harness/timed-bot.ts';
import { sendByEnter, standing } from './ticket.ts';

let browser: TestBrowser;
let bot: TimedBot;
let page: OpenPage['page'];
let errors: readonly string[];
beforeAll(async () => {
  [browser, bot] = await Promise.all([
    openBrowser(),
    startTimedBot({ autostart: true, config: { auto_execute: false } }),
  ]);
  ({ page, errors } = await browser.open({ token: bot.token }));
});
afterAll(async () => {
  await browser?.close();
  await bot?.[Symbol.asyncDispose]();
});

test('a row opens the ticket, and executing it on paper changes trades and balances', async () => {
  const before = await portfolio();
  await using _ = await standing(bot, page);
  await page.goto(`${bot.url}/scanner`);
  await page.getByText('Valid', { exact: true }).first().click();
  expect(await sendByEnter(bot, page)).toMatch(
    /^Order executed! Profit: [+−-]?<?\d+\.\d\d%, [+−-]?<?\$\d+\.\d\d against what was shown \(live · paper\)$/,
  );

  await link('Execution').click();
  const trades = page.getByRole('region', { name: 'Recent Trades', exact: true });
  await trades.getByText(/→/).first().waitFor();
  const { body } = await bot.call('GET', '/orders/history?limit=1');
  const [trade] = (body as { data: { profit: number; id: string }[] }).data;
  await trades.getByText(`…${trade?.id.slice(-8)}`).waitFor();
  await trades.getByRole('columnheader', { name: 'Profit %' }).waitFor();
  await trades
    .getByText(dollars(trade?.profit ?? 0), { exact: true })
    .first()
    .waitFor();

  await link('Dashboard').click();
  const after = await portfolio();
  expect(after).not.toBe(before);
  await page.getByText(dollars(after, 'negative'), { exact: true }).first().waitFor();
  expect(errors).toEqual([]);
});

test('an opportunity is executed by hand and listed among the executions', async () => {
  const screen = page.getByRole('main');
  await using _ = await standing(bot, page);
  await link('Trading Control').click();
  await screen
    .getByRole('list', { name: 'Live Opportunities' })
    .getByRole('button', { name: /^Execute TRI/, disabled: false })
    .first()
    .click();
  await sendByEnter(bot, page);

  const { body } = await bot.call('GET', '/orders/history?limit=1');
  const [trade] = (body as { data: { actual_profit: number; pairs: string[] }[] }).data;
  const latest = screen.getByRole('list', { name: 'Recent Executions' }).getByRole('listitem').first();
  await latest.getByText(trade?.pairs.join(', ') ?? '', { exact: true }).waitFor();
  await latest.getByText('Completed').waitFor();
  await latest.getByText(dollars(trade?.actual_profit ?? 0), { exact: true }).waitFor();
  const { executions_today } = (await bot.call('GET', '/bot/status')).body as { executions_today: number };
  await screen.getByRole('group', { name: 'Executions Today' }).getByText(String(executions_today)).waitFor();
  expect(errors).toEqual([]);
});

const link = (name: string) => page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name });

async function portfolio(): Promise<number> {
  return ((await bot.call('GET', '/wallets/balances')).body as { total_usd: number }).total_usd;
}

const dollars = (value: number, signDisplay: 'exceptZero' | 'negative' = 'exceptZero') =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', signDisplay }).format(value);

import { BalancesRecord } from '@triquad/core/contract';
import { expect, onTestFinished } from 'vitest';
import { openBrowser, test } from '../harness/browser.ts';
import { startTimedBot } from '../harness/timed-bot.ts';

const order = { exchange: 'binance', symbol: 'BTC/USDT', side: 'buy', type: 'market', quantity: 0.01 };

test('the wallet of the practice market is reset in the browser: what is lost and what stays is said first', async () => {
  const [browser, bot] = await Promise.all([openBrowser(), startTimedBot({ seed: 7 })]);
  onTestFinished(async () => {
    await browser.close();
    await bot[Symbol.asyncDispose]();
  });
  const held = async (asset: string) => {
    const { exchanges } = BalancesRecord.parse((await bot.call('GET', '/wallets/balances')).body);
    return exchanges.find(({ exchange }) => exchange === 'binance')?.balances[asset]?.total ?? 0;
  };
  const funds = await held('USDT');
  const placed = async () => {
    const headers = { authorization: `Bearer ${bot.token}`, 'content-type': 'application/json' };
    const key = { 'idempotency-key': crypto.randomUUID() };
    const sent = { method: 'POST', headers: { ...headers, ...key }, body: JSON.stringify(order) };
    return (await fetch(`${bot.url}/api/v1/orders/`, sent)).status;
  };
  await expect.poll(placed).toBeLessThan(300);
  expect(await held('BTC')).toBeGreaterThan(0.009);

  const { page, errors } = await browser.open({ token: bot.token });
  await page.goto(`${bot.url}/positions`);
  await page.getByRole('button', { name: 'Reset wallet…' }).click();
  const question = page.getByRole('alertdialog', { name: 'Reset the paper wallet of practice?' });
  await question.getByText(/residual positions and what today has used of the limits are lost/).waitFor();
  await question.getByText('Trades, decisions, settings, a halt and the wallets of other markets stay.').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await held('BTC')).toBeGreaterThan(0.009);
  await page.getByRole('button', { name: 'Reset wallet…' }).click();
  await question.getByRole('button', { name: 'Reset the wallet' }).click();
  await page.getByText('The paper wallet of practice has its starting funds again').first().waitFor();
  expect([await held('USDT'), await held('BTC')]).toEqual([funds, 0]);
  // What was done stays.
  const { body } = await bot.call('GET', '/orders/?limit=10');
  expect((body as { data: { status: string }[] }).data).toMatchObject([{ status: 'filled' }]);
  expect(errors).toEqual([]);
});

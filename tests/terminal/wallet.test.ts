import { expect, onTestFinished } from 'vitest';
import { startBot, triquad } from '../harness/bot.ts';
import { test } from './terminal.ts';

type Row = { readonly exchange: string; readonly balances: Readonly<Record<string, { readonly total: number }>> };

test('in the shell each market has a wallet of its own, and that of the present one is reset', async () => {
  const bot = await startBot({ args: ['--market', 'simulated', '--seed', '7'] });
  onTestFinished(() => bot[Symbol.asyncDispose]());
  const shell = (...line: string[]) => triquad([...line, '--data-dir', bot.dataDir]);
  const held = async (asset: string) => {
    const { exchanges } = JSON.parse((await shell('balances', '--json')).stdout) as { exchanges: readonly Row[] };
    return exchanges.find(({ exchange }) => exchange === 'binance')?.balances[asset]?.total ?? 0;
  };
  const watch = async (preset: string) => {
    await bot.call('PUT', '/market/', { source: 'simulated', preset });
    const market = async () => JSON.parse((await shell('status', '--json')).stdout || '{}') as { market?: string };
    await expect.poll(async () => (await market()).market).toBe(preset);
  };
  const order = { exchange: 'binance', symbol: 'BTC/USDT', side: 'buy', type: 'market', quantity: 0.01 };
  const place = () => shell('api', 'POST', '/orders/', '--body', JSON.stringify(order));
  await expect.poll(async () => (await place()).code).toBe(0);
  expect(await held('BTC')).toBeGreaterThan(0.009);

  await watch('realistic');
  expect(await held('BTC')).toBe(0);
  await watch('practice');
  expect(await held('BTC')).toBeGreaterThan(0.009);

  const unsure = await shell('balances', 'reset');
  expect(unsure).toMatchObject({ code: 2, stdout: '' });
  expect(unsure.stderr).toContain('the paper wallet of the market practice');
  expect(await held('BTC')).toBeGreaterThan(0.009);
  const done = await shell('balances', 'reset', '--yes');
  expect(done).toMatchObject({
    ...{ code: 0, stdout: 'done  The paper wallet of practice has its starting funds again\n' },
  });
  expect(await held('BTC')).toBe(0);
});

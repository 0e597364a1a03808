import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BotStatusRecord } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { type Bot, startBot, temporaryFolder, triquad } from '../harness/bot.ts';
import { startStandingCycle } from '../harness/exchanges/standing-cycle.ts';
import { listen } from '../harness/listener.ts';

test('prices of an exchange are scanned and traded with paper money, and the shell shows it', async () => {
  await using server = await startStandingCycle();
  const config = join(temporaryFolder(), 'config.json');
  writeFileSync(config, JSON.stringify({ auto_execute: true, min_profit_threshold: 0.5 }));
  const market = ['--market', 'exchange:binance', '--exchange-url', `binance=${server.url}`];
  await using bot = await startBot({ args: [...market, '--autostart', '--config', config] });
  using socket = await listen(bot, 'opportunities', 'executions');
  server.dislocate();
  const [found] = await socket.first(1, 'opportunity');
  expect(found).toMatchObject({ exchange: 'binance', path: ['USDT', 'BTC', 'ETH', 'USDT'] });
  const [traded] = await socket.first(1, 'execution', ({ status }) => status === 'completed');
  expect(traded).toMatchObject({ exchange: 'binance', mode: 'paper' });

  const status = BotStatusRecord.parse((await bot.call('GET', '/bot/status')).body);
  expect(status).toMatchObject({ market_source: 'exchange', mode: 'paper' });
  const shown = await triquad(['orders', '--history', '--data-dir', bot.dataDir]);
  expect(shown.stdout).toMatch(/binance +USDT→BTC→ETH→USDT .*completed/);
});

test('an exchange that ends while the bot runs is said, and comes back', async () => {
  await using server = await startStandingCycle();
  const market = ['--market', 'exchange:binance', '--exchange-url', `binance=${server.url}`];
  await using bot = await startBot({ args: market });
  const said = async (): Promise<string> => JSON.stringify((await bot.call('GET', '/logs?limit=50')).body);
  await expect.poll(said).toContain('binance: live.');
  server.faults.refusesSockets = true;
  server.sockets.reset();
  await expect.poll(said).toContain('binance: down. the exchange closed the connection');
  server.faults.refusesSockets = false;
  await expect.poll(() => server.sockets.count()).toBe(1);
});

test('a check in the shell says each finding, and one that fails lets the bot only scan, until one passes', async () => {
  await using server = await startStandingCycle();
  server.dislocate();
  const market = ['--market', 'exchange:binance', '--exchange-url', `binance=${server.url}`];
  await using bot = await startBot({ args: market });
  const check = ['exchange', 'check', 'binance', '--seconds', '2', '--exchange-url', server.url];
  const own = ['--data-dir', bot.dataDir];
  server.faults.skewMs = 9_000;
  const off = await triquad([...check, ...own, '--json']);
  expect(off).toMatchObject({ code: 1, stderr: expect.stringContaining('binance: differences 1') });
  expect(JSON.parse(off.stdout.split('\n')[0] ?? '')).toMatchObject({ subject: 'clock', expected: 'within 1 s' });
  const reason = 'scanned only: its check failed, clock: ';
  const feedOf = async (one: Pick<Bot, 'call'>) => JSON.stringify((await one.call('GET', '/feeds/')).body);
  await expect.poll(() => feedOf(bot)).toContain(reason);
  await bot.stop();
  await using again = await bot.restart();
  await expect.poll(() => feedOf(again)).toContain(reason);
  expect((await triquad(['doctor', ...own])).stdout).toMatch(
    /WARN +exchange binance +scanned only: its check failed, clock/,
  );
  server.faults.skewMs = 0;
  const fine = await triquad([...check, ...own]);
  expect(fine).toMatchObject({ code: 0, stderr: '' });
  expect(fine.stdout).toMatch(/^OK +clock +\d+ ms /);
  await expect.poll(() => feedOf(again)).not.toContain(reason);
  expect(await triquad(['exchange', 'check', 'moon', ...own])).toMatchObject({
    code: 2,
    stderr: 'triquad: there are no live prices of moon, only of binance, kucoin, okx, kraken, coinbase\n',
  });
});

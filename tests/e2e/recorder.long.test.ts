import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { program, startBot, temporaryFolder, triquad } from '../harness/bot.ts';
import { startStandingCycle } from '../harness/exchanges/standing-cycle.ts';
import { listen } from '../harness/listener.ts';

test('what a bot sees is recorded, outlives its end, is listed, played again and backtested', async () => {
  await using server = await startStandingCycle();
  const market = ['--market', 'exchange:binance', '--exchange-url', `binance=${server.url}`];
  const started = new Date();
  const bot = await startBot({ args: [...market, '--record'] });
  onTestFinished(() => bot[Symbol.asyncDispose]());
  server.dislocate();
  const list = async () => triquad(['data', 'list', '--json', '--data-dir', bot.dataDir]);
  const rows = async (): Promise<number> => JSON.parse((await list()).stdout).recordings[0]?.rows ?? 0;
  await expect.poll(rows).toBeGreaterThan(30);
  // Killed, it loses its last second at most.
  await bot.kill();
  const [name = ''] = readdirSync(join(bot.dataDir, 'recordings'));
  expect(name).toMatch(/^binance-\d{8}T\d{9}Z$/);
  const shown = await triquad(['data', 'verify', name, '--data-dir', bot.dataDir]);
  expect(shown).toMatchObject({ code: 0, stderr: '' });
  expect(shown.stdout).toMatch(/exchange +binance, recorded\n(.*\n)*rows +\d+ of 3 markets\n/);

  // Where nothing can be reached any more, it is played from the disk, by the rules of the exchange.
  const recording = join(bot.dataDir, 'recordings', name);
  await using replaying = await startBot({ args: ['--market', `recorded:${recording}`, '--autostart'] });
  using socket = await listen(replaying, 'opportunities');
  const [found] = await socket.first(1, 'opportunity');
  expect(found).toMatchObject({ exchange: 'binance', path: ['USDT', 'BTC', 'ETH', 'USDT'] });
  const range = ['--from', started.toISOString(), '--to', new Date(Date.now() + 60_000).toISOString()];
  const of = ['--exchange', 'binance', '--threshold', '0.1', '--wait', '--json', '--data-dir', replaying.dataDir];
  const run = await triquad(['backtest', 'run', '--name', 'as recorded', ...range, ...of]);
  expect(run).toMatchObject({ code: 0 });
  const { id } = JSON.parse(run.stdout) as { id: string };
  const report = await triquad(['backtest', 'report', id, '--data-dir', replaying.dataDir]);
  const { data, metrics } = JSON.parse(report.stdout) as { data: object; metrics: { total_trades: number } };
  expect(data).toMatchObject({ source: `recording ${name}`, markets: 3 });
  expect(metrics.total_trades).toBeGreaterThan(0);
});

test('an exchange is recorded without a bot, those markets alone', async () => {
  await using server = await startStandingCycle();
  server.dislocate();
  const dataDir = temporaryFolder();
  const own = ['record', 'binance', '--data-dir', dataDir, '--exchange-url', server.url];
  const child = spawn(process.execPath, [
    program,
    ...own,
    '--markets',
    'BTC/USDT,ETH/USDT',
    '--depth',
    'all',
    '--json',
  ]);
  const recorded = async (): Promise<number> =>
    JSON.parse((await triquad(['data', 'list', '--json', '--data-dir', dataDir])).stdout || '{}').recordings?.[0]
      ?.rows ?? 0;
  await expect.poll(recorded).toBeGreaterThan(10);
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([0, null]);
  const [name = ''] = readdirSync(join(dataDir, 'recordings'));
  const files = readdirSync(join(dataDir, 'recordings', name));
  expect(files.filter((file) => /^(quotes|levels)-\w+\.arrows$/.test(file))).toHaveLength(2);
  const { stdout } = await triquad(['data', 'show', name, '--data-dir', dataDir, '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ exchange: 'binance', markets: 2, bad: 0, problems: [] });
  expect(await triquad([...own, '--markets', 'BTC/MOON'])).toMatchObject({
    code: 1,
    stderr: 'triquad: binance lists no BTC/MOON\n',
  });
});

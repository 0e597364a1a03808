import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startBot, temporaryFolder, triquad } from '../harness/bot.ts';
import { type LocalBinance, startLocalBinance } from '../harness/exchanges/binance.ts';
import type { Listing } from '../harness/exchanges/local-market.ts';
import { listen } from '../harness/listener.ts';

const rules = { lot: '0.00010000', minNotional: '5.00000000', status: 'TRADING' } as const;
const listings: readonly Listing[] = [
  { base: 'BTC', quote: 'USDT', tick: '0.01000000', ...rules },
  { base: 'ETH', quote: 'USDT', tick: '0.01000000', ...rules },
  { base: 'ETH', quote: 'BTC', tick: '0.00001000', ...rules, minNotional: '0.00010000' },
];

/** Quotes in which BTC, ETH and back bring 1.3 % before fees, sent again and again as a busy market does. */
const dislocate = (server: LocalBinance): void => {
  let size = 10;
  const timer = setInterval(() => {
    size = size === 10 ? 11 : 10;
    server.quote('BTCUSDT', ['59990', `${size}`], ['60000', `${size}`]);
    server.quote('ETHBTC', ['0.04998', `${10 * size}`], ['0.05', `${10 * size}`]);
    server.quote('ETHUSDT', ['3040', `${10 * size}`], ['3041', `${10 * size}`]);
  }, 100);
  onTestFinished(() => clearInterval(timer));
};

test('what a bot sees is recorded, outlives its end, is listed, played again and backtested', async () => {
  await using server = await startLocalBinance(listings);
  const market = ['--market', 'exchange:binance', '--exchange-url', `binance=${server.url}`];
  const started = new Date();
  const bot = await startBot({ args: [...market, '--record'] });
  onTestFinished(() => bot[Symbol.asyncDispose]());
  dislocate(server);
  const list = async () => triquad(['data', 'list', '--json', '--data-dir', bot.dataDir]);
  const rows = async (): Promise<number> => JSON.parse((await list()).stdout).recordings[0]?.rows ?? 0;
  await expect.poll(rows, { timeout: 20_000 }).toBeGreaterThan(30);
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
  await using server = await startLocalBinance(listings);
  dislocate(server);
  const record = (dataDir: string, wanted: readonly string[]) =>
    triquad(['record', 'binance', '--data-dir', dataDir, '--exchange-url', server.url, ...wanted]);
  let dataDir = '';
  let rows = 0;
  // On a busy machine it takes seconds until the first book is there.
  for (const seconds of ['2', '10', '60']) {
    if (rows > 10) break;
    dataDir = temporaryFolder();
    const wanted = ['--markets', 'BTC/USDT,ETH/USDT', '--for', seconds, '--depth', 'all', '--json'];
    const ended = await record(dataDir, wanted);
    expect(ended.code).toBe(0);
    rows = JSON.parse(ended.stdout).rows;
  }
  expect(rows).toBeGreaterThan(10);
  const [name = ''] = readdirSync(join(dataDir, 'recordings'));
  const files = readdirSync(join(dataDir, 'recordings', name));
  expect(files.filter((file) => /^(quotes|levels)-\w+\.arrows$/.test(file))).toHaveLength(2);
  const { stdout } = await triquad(['data', 'show', name, '--data-dir', dataDir, '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ exchange: 'binance', markets: 2, bad: 0, problems: [] });
  expect(await record(dataDir, ['--markets', 'BTC/MOON'])).toMatchObject({
    code: 1,
    stderr: 'triquad: binance lists no BTC/MOON\n',
  });
});

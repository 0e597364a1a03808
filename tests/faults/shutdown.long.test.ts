import { once } from 'node:events';
import { appendFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type BacktestRecord, BotStatusRecord } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { isFullScale } from '../../packages/bot/src/engine/scale.suite.ts';
import { openSqliteStore } from '../../packages/bot/src/journal/sqlite.ts';
import { type Bot, startBot } from '../harness/bot.ts';
import { listen } from '../harness/listener.ts';

const LIMIT_MS = 5_000;
const SLOW_CLIENTS = 5;
const BUSY = ['--market', 'simulated', '--seed', '7', '--speed', '50', '--autostart'];

const address = ({ url }: Bot) => ({ host: new URL(url).hostname, port: Number(new URL(url).port) });

/** A client that subscribes to everything and then reads nothing more. */
async function slowClient(bot: Bot): Promise<WebSocket> {
  const socket = new WebSocket(`${bot.url.replace('http', 'ws')}/ws`);
  socket.on('error', () => {});
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'auth', token: bot.token }));
  for (const channel of ['opportunities', 'executions', 'orders', 'logs', 'metrics', 'balances']) {
    socket.send(JSON.stringify({ type: 'subscribe', channel }));
  }
  socket.pause();
  return socket;
}

/** A connection that has begun a request and never ends it. */
async function halfRequest(bot: Bot): Promise<void> {
  const socket = connect(address(bot));
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write('POST /api/v1/bot/start HTTP/1.1\r\nhost: ');
}

/** A connection that was answered and stays open. */
async function idle(bot: Bot): Promise<void> {
  const socket = connect(address(bot));
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(`GET /api/v1/health HTTP/1.1\r\nhost: ${address(bot).host}:${address(bot).port}\r\n\r\n`);
  await once(socket, 'data');
}

/** A month, whose end the test does not await. */
async function runBacktest(bot: Bot): Promise<string> {
  const { status, body } = await bot.call('POST', '/backtest/run', {
    name: 'A month',
    start_date: '2026-01-01T00:00:00Z',
    end_date: '2026-02-01T00:00:00Z',
    initial_capital: 10_000,
    exchanges: ['binance', 'kraken'],
    min_profit_threshold: 0.5,
    max_position_size: 1_000,
    max_slippage: 0.5,
    enable_triangular: true,
    enable_quadrangular: true,
  });
  expect({ status, body }).toMatchObject({ status: 202 });
  return (body as Pick<BacktestRecord, 'id'>).id;
}

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends a bot under load, with its books closed', async (signal) => {
  await using bot = await startBot({ args: BUSY });
  const slow = await Promise.all(Array.from({ length: SLOW_CLIENTS }, () => slowClient(bot)));
  await Promise.all([halfRequest(bot), idle(bot), idle(bot)]);
  // Orders are under way when the first frame of an execution comes.
  using socket = await listen(bot, 'executions');
  await socket.first(1, 'execution', (trade) => trade.status === 'pending');
  const backtests = [await runBacktest(bot), await runBacktest(bot)];
  const began = performance.now();
  expect(await bot.stop(signal)).toBe(0);
  if (isFullScale) expect(performance.now() - began).toBeLessThan(LIMIT_MS);
  for (const one of slow) one.terminate();

  const store = openSqliteStore(join(bot.dataDir, 'journal.sqlite'));
  expect(store.verify()).toMatchObject({ ok: true });
  expect(store.loadSnapshot('engine')?.seq).toBe(store.lastSeq());
  store.close();
  await using again = await bot.restart();
  await expect
    .poll(async () => BotStatusRecord.parse((await again.call('GET', '/bot/status')).body).is_running)
    .toBe(true);
  const after = backtests.map(async (id) => (await again.call('GET', `/backtest/${id}`)).body);
  expect(await Promise.all(after)).toMatchObject([
    { status: 'failed', error: 'The bot was restarted while it ran.' },
    { status: 'running' },
  ]);
});

test('a log file that cannot be written does not end a bot whose standard error has no reader', async () => {
  const first = await startBot();
  await first.stop();
  const logs = join(first.dataDir, 'logs');
  const [log, full] = [join(logs, 'triquad.log'), 8 * 1024 * 1024];
  // Nearly full, and in the way of its next name is a folder.
  mkdirSync(join(logs, 'triquad.4.log'));
  writeFileSync(join(logs, 'triquad.3.log'), '');
  appendFileSync(log, `${' '.repeat(full - statSync(log).size - 16_384)}\n`);
  await using bot = await first.restart();
  expect(statSync(log).size).toBeLessThan(full);
  bot.process.stderr?.destroy();
  while (statSync(log).size < full) {
    await bot.call('POST', '/bot/start', {});
    await bot.call('POST', '/bot/stop');
  }
  // That it cannot be written is said on the standard error; the bot still answers.
  expect((await bot.call('POST', '/bot/start', {})).status).toBe(200);
  expect((await bot.call('GET', '/bot/status')).body).toMatchObject({ is_running: true });
  expect(await bot.stop()).toBe(0);
});

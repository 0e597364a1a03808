import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBot } from '@triquad/bot';
import { expect, onTestFinished, test } from 'vitest';
import { send, startLiveBot } from './live-bot.ts';

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'triquad-probes-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

/** A dashboard of one page. */
const dashboard = (): string => {
  const dashboardDir = join(folder(), 'dist');
  mkdirSync(dashboardDir);
  writeFileSync(join(dashboardDir, 'index.html'), '<!doctype html><title>triquad</title>');
  return dashboardDir;
};

test('probes answer without a token, and a kill does not take a bot out of service', async () => {
  await using live = await startLiveBot();
  await live.call('bot.kill');
  const probe = (path: string) => send(live.address, 'GET', path);
  expect([(await probe('/healthz')).body, (await probe('/readyz')).body]).toEqual([
    { status: 'ok' },
    { status: 'ready' },
  ]);
  const foreign = await send(live.address, 'GET', '/readyz', { headers: { host: 'evil.example' } });
  expect(foreign.status).toBe(403);
});

test('what there is not is a problem for a program, and the dashboard for a browser', async () => {
  await using live = await startLiveBot({ dashboardDir: dashboard() });
  const get = (path: string, accept: string) => send(live.address, 'GET', path, { headers: { accept } });
  const browser = 'text/html,application/xhtml+xml,*/*;q=0.8';
  for (const path of ['/', '/scanner', '/api', '/settings/risk']) {
    expect(await get(path, browser)).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    });
  }
  const missing = { status: 404, headers: { 'content-type': 'application/problem+json' }, body: { code: 'not_found' } };
  for (const path of ['/health', '/status', '/api/v2/bot', '/v1/orders'])
    expect(await get(path, '*/*')).toMatchObject(missing);
  for (const path of ['/api/nothing', '/metrics/x', '/healthz/x'])
    expect(await get(path, browser)).toMatchObject(missing);
});

test('a port in use leaves nothing behind', async () => {
  const other = createServer().listen({ host: '127.0.0.1', port: 0 });
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const dataDir = join(folder(), 'data');
  const bot = createBot({
    ...{ version: '0', host: '127.0.0.1', port: (other.address() as AddressInfo).port, dataDir },
    ...{ market: { source: 'simulated', seed: 1, speed: 1 }, autostart: false, config: null },
    ...{ logLevel: 'info', dashboardDir: null },
  });
  await expect(bot.start()).rejects.toThrow(/^port \d+ is in use; choose another with --port$/);
  expect(existsSync(dataDir)).toBe(false);
});

test('what was read may be sent back, and what is misspelt is refused', async () => {
  await using live = await startLiveBot();
  const read = (await live.call('config.current')).body as { id: string; version: number };
  const parameters = { id: read.id };
  const updated = await live.call('config.update', { parameters, body: { ...read, total_capital: 5_000 } });
  expect(updated).toMatchObject({
    status: 200,
    body: { id: read.id, total_capital: 5_000, version: read.version + 1 },
  });
  const copied = await live.call('config.create', { body: { ...read, name: 'a copy' } });
  expect(copied).toMatchObject({ status: 201, body: { name: 'a copy', is_active: false, version: 1 } });
  expect((copied.body as { id: string }).id).not.toBe(read.id);
  const misspelt = await live.call('config.create', { body: { ...read, total_capitol: 1 } });
  expect(misspelt).toMatchObject({ status: 422, body: { code: 'not_valid' } });
  const email = await live.call('email.get');
  expect((await live.call('email.save', { body: email.body })).status).toBe(200);
  const keys = { enabled: false, testnet: false, api_key: '', api_secret: '', passphrase: '' };
  const saved = await live.call('exchanges.save', { parameters: { name: 'okx' }, body: keys });
  expect((await live.call('exchanges.save', { parameters: { name: 'okx' }, body: saved.body })).status).toBe(200);
});

test('a backtest takes no capital that is no amount of money', async () => {
  await using live = await startLiveBot();
  const body = {
    ...{ name: 'x', start_date: '2026-01-01T00:00:00Z', end_date: '2026-01-02T00:00:00Z', exchanges: ['binance'] },
    ...{ initial_capital: 1_000, min_profit_threshold: 0.5, max_position_size: 100, max_slippage: 0.5 },
    ...{ enable_triangular: true, enable_quadrangular: false },
  };
  const refused = { status: 422, body: { code: 'not_valid' } };
  for (const field of ['initial_capital', 'max_position_size']) {
    expect(await live.call('backtest.run', { body: { ...body, [field]: 1e308 } })).toMatchObject(refused);
  }
});

test('a proxy that does not say how it was reached is refused, and the log says so once', async () => {
  const logs: string[] = [];
  await using live = await startLiveBot({ proxied: true, onLog: ({ message }) => void logs.push(message) });
  const by = (headers: Record<string, string>) => send(live.address, 'GET', '/api/v1/health', { headers });
  const said = { 'x-forwarded-for': '8.8.8.8' };
  expect((await by({ ...said, 'x-forwarded-proto': 'https' })).status).toBe(200);
  expect((await by({ ...said, 'x-forwarded-proto': 'http' })).status).toBe(403);
  for (let n = 0; n < 3; n += 1) expect((await by({ ...said, 'x-forwarded-proto': '' })).status).toBe(403);
  // A program of this machine.
  expect((await by({})).status).toBe(200);
  expect(logs.filter((line) => line.includes('X-Forwarded-Proto'))).toHaveLength(1);
});

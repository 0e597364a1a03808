import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { selfSigned } from './alert/certificate.suite.ts';
import type { BotOptions } from './bot.ts';
import { createBot } from './bot-life.ts';
import { openUsers } from './maintenance/users.ts';

const { cert, key } = selfSigned();

function given(options: Partial<BotOptions>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'triquad-exposed-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const files = { tlsCert: join(dataDir, 'cert.pem'), tlsKey: join(dataDir, 'key.pem') };
  writeFileSync(files.tlsCert, cert);
  writeFileSync(files.tlsKey, key, { mode: 0o600 });
  const bot = createBot({
    version: '0.0.0-test',
    host: '127.0.0.1',
    port: 0,
    dataDir,
    market: { source: 'simulated', seed: 7, speed: 1 },
    autostart: false,
    config: null,
    logLevel: 'error',
    dashboardDir: null,
    ...files,
    ...options,
  });
  const start = async () => {
    await bot.start();
    onTestFinished(() => bot.stop());
  };
  return { bot, dataDir, start };
}

function get(url: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number | undefined; headers: IncomingHttpHeaders }>((resolve, reject) => {
    const asking = request(url, { ca: cert, headers, checkServerIdentity: () => undefined }, (response) => {
      response.resume();
      resolve({ status: response.statusCode, headers: response.headers });
    });
    asking.on('error', reject).end();
  });
}

test.each([
  ['AES128-SHA', false],
  ['AES128-GCM-SHA256', false],
  ['ECDHE-RSA-AES128-SHA', false],
  ['ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES128-GCM-SHA256', true],
])('over TLS 1.2, %s alone: taken is %s, which needs forward secrecy', async (ciphers, isTaken) => {
  const { bot, start } = given({});
  await start();
  const { port } = new URL(bot.address);
  const options = { host: '127.0.0.1', port: Number(port), ca: cert, ciphers, maxVersion: 'TLSv1.2' } as const;
  const outcome = await new Promise<boolean>((resolve) => {
    const socket = connect({ ...options, checkServerIdentity: () => undefined }, () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
  expect(outcome).toBe(isTaken);
});

test('with a certificate it answers https, to its own names, and says that nothing else will do', async () => {
  const { bot, dataDir, start } = given({});
  await start();
  expect(bot.address).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  expect(bot.loginUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/login#code=/);
  expect(JSON.parse(readFileSync(join(dataDir, 'server.json'), 'utf8'))).toMatchObject({ url: bot.address });
  const health = `${bot.address}/api/v1/health`;
  const answer = await get(health, { origin: bot.address });
  expect(answer.status).toBe(200);
  expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
  expect((await get(health, { origin: bot.address.replace('https', 'http') })).status).toBe(403);
  expect((await get(health, { host: 'evil.example' })).status).toBe(403);
  await expect(fetch(health.replace('https', 'http'))).rejects.toThrow();
  const socket = new WebSocket(`${bot.address.replace('https', 'wss')}/ws`, { ca: cert });
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  socket.terminate();
});

test('others reach it once somebody can sign in', async () => {
  const { bot, dataDir, start } = given({ host: '0.0.0.0', publicUrl: 'https://bot.example' });
  await expect(start()).rejects.toThrow(/triquad user add/);
  using users = openUsers(dataDir, 'test');
  await users.add('ana', 'admin', 'correct horse battery');
  await start();
  expect(bot.loginUrl).toMatch(/^https:\/\/bot\.example\/login#code=/);
});

test('under a base path it answers with the path and without it, and the shell of this machine calls it without', async () => {
  const { bot, dataDir, start } = given({ basePath: '/bots/a' });
  await start();
  const { origin } = new URL(bot.address);
  expect(bot.address).toBe(`${origin}/bots/a`);
  expect(bot.loginUrl.startsWith(`${origin}/bots/a/login#code=`)).toBe(true);
  expect(JSON.parse(readFileSync(join(dataDir, 'server.json'), 'utf8'))).toMatchObject({ url: origin });
  expect((await get(`${origin}/bots/a/api/v1/health`)).status).toBe(200);
  expect((await get(`${origin}/api/v1/health`)).status).toBe(200);
  expect((await get(`${origin}/bots/b/api/v1/health`)).status).toBe(404);
});

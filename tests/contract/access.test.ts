import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { type Role, routes } from '@triquad/core/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocalTime } from '../harness/exchanges/time.ts';
import { type Answer, type LiveBot, send, startLiveBot } from './live-bot.ts';
import { openSocket } from './live-socket.ts';

let live: LiveBot;
let tokens: Record<Role, string>;
beforeAll(async () => {
  live = await startLiveBot();
  tokens = { viewer: live.token('viewer'), operator: live.token('operator'), admin: live.token('admin') };
});
afterAll(() => live[Symbol.asyncDispose]());

test('requests of our own origin are accepted', async () => {
  const { port } = new URL(live.address);
  for (const origin of [live.address, `http://localhost:${port}`]) {
    expect((await send(live.address, 'GET', '/api/v1/health', { headers: { origin } })).status).toBe(200);
  }
});

test('answers reveal neither tokens nor internal errors', async () => {
  const answers = await Promise.all([
    live.call('auth.me'),
    live.call('config.current'),
    live.call('logs.list'),
    live.call('audit.list'),
    live.call('health'),
  ]);
  const text = answers.map((answer) => answer.text).join();
  for (const token of [live.adminToken, ...Object.values(tokens)]) expect(text).not.toContain(token);
});

test.each([
  ['text that is no JSON', 'POST', '/bot/start', '{', 400],
  ['a poisoned prototype', 'POST', '/bot/start', '{"__proto__":{"x":1}}', 400],
  ['a body that is too large', 'POST', '/bot/start', `"${'x'.repeat(1_100_000)}"`, 413],
  ['an unknown call', 'POST', '/bot/fly', '{}', 404],
  ['a method a call has not', 'PUT', '/bot/start', '{}', 404],
  ['a path that cannot be decoded', 'GET', '/orders/%zz', undefined, 400],
] as const)('%s', async (_, method, path, body, status) => {
  const answer = await send(live.address, method, `/api/v1${path}`, { token: tokens.admin, body });
  expect({ status: answer.status, body: answer.body }).toMatchObject({
    status,
    body: { status, request_id: answer.headers['x-request-id'] },
  });
  expect(answer.headers['content-type']).toBe('application/problem+json');
});

test.each([
  ['orders.list', { limit: '' }, 'limit'],
  ['orders.list', { limit: '0x10' }, 'limit'],
  ['orders.list', { limit: '1e-2' }, 'limit'],
  ['orders.list', { limit: '501' }, 'limit'],
  ['orders.list', { offset: '-1' }, 'offset'],
  ['opportunities.list', { min_profit: '' }, 'min_profit'],
  ['audit.list', { before: '' }, 'before'],
  ['notifications.list', { page: '0' }, 'page'],
  ['orders.history', { from: '1' }, 'from'],
  ['orders.history', { from: 'Jan 31 2026' }, 'from'],
  ['orders.history', { from: '2026-13-01' }, 'from'],
  ['performance.metrics', { from: '2026-02-01', to: '2026-01-01' }, 'to'],
  ['performance.metrics', { mode: 'demo' }, 'mode'],
  ['performance.equity', { period_hours: '1e308' }, 'period_hours'],
  ['performance.equity', { period_hours: '8784', interval: '1m' }, 'interval'],
  ['performance.equity', { from: '2020-01-01', to: '2026-01-01', interval: '1m' }, 'interval'],
  ['performance.equity', { from: 'yesterday' }, 'from'],
  ['performance.drawdown', { from: '2026-02-01', to: '2026-01-01' }, 'to'],
  ['performance.heatmap', { to: '2026-13-01' }, 'to'],
] as const)('%s with %j is refused by its field', async (name, query, path) => {
  expect(await live.call(name, { query })).toMatchObject({ status: 422, body: { errors: [{ path }] } });
});

const ranged = (Object.keys(routes) as (keyof typeof routes)[]).filter((name) => {
  const { query } = routes[name];
  return query !== null && 'from' in query.def.shape && 'to' in query.def.shape;
});
test('calls with a range are those that are known', () => {
  expect(ranged.toSorted()).toEqual([
    ...[
      'export.table',
      'facts.list',
      'history.list',
      'orders.history',
      'performance.breakdown',
      'performance.drawdown',
    ],
    ...['performance.equity', 'performance.heatmap', 'performance.metrics', 'performance.money', 'research.whatif'],
  ]);
});

test.each(ranged)('%s takes a moment in each form, and refuses one that does not exist', async (name) => {
  const ask = (query: object) =>
    live.call(name, { query: { recording: 'none', format: 'csv', ...query }, parameters: { table: 'trades' } });
  for (const from of ['2026-01-31', '2026-01-31 12:00', '2026-01-31T12:00:00.123', '2026-01-31T12:00+02:00'])
    expect((await ask({ from, to: '2026-02-01' })).body ?? {}).not.toHaveProperty('errors');
  for (const from of [
    '2026-02-30',
    '2026-01-31T25:00',
    '2026-12-31T23:59:60Z',
    '2026-01-31T12:00+15:00',
    'Jan 31 2026',
  ])
    expect(await ask({ from })).toMatchObject({ status: 422, body: { errors: [{ path: 'from' }] } });
});

test.each(ranged.filter((name) => name !== 'research.whatif'))(
  '%s refuses a range that is empty or stands the wrong way round',
  async (name) => {
    for (const to of ['2026-01-31T12:00', '2026-01-31T11:59:59.999Z', '2026-01-31T13:00+01:00'])
      expect(
        await live.call(name, {
          query: { format: 'csv', from: '2026-01-31 12:00', to },
          parameters: { table: 'trades' },
        }),
      ).toMatchObject({ status: 422, body: { errors: [{ path: 'to' }] } });
  },
);

test('the errors of a body are listed, up to a limit', async () => {
  const keys = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, 1]));
  for (const body of [{ risk: { assets: keys } }, keys]) {
    const { status, text } = await live.call('config.create', { body });
    expect({ status, isShort: text.length < 10_000 }).toEqual({ status: 422, isShort: true });
  }
});

test('pairs that no chosen exchange trades are refused', async () => {
  const body = { trading_pairs: ['NO/SUCH', 'NO/WHERE'], enabled_exchanges: ['binance'] };
  for (const name of ['bot.start', 'bot.restart'] as const) {
    expect(await live.call(name, { body })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'trading_pairs' }] },
    });
  }
});

test('a kill is never refused for its reason, and the reason is hidden from callers without a token', async () => {
  const reason = `fire\u001b[31m\n\u202e${'x'.repeat(1_000)}`;
  expect((await live.call('bot.kill', { body: { reason } })).body).toMatchObject({
    status: { halted: { reason: `fire [31m ${'x'.repeat(490)}` } },
  });
  const { text } = await live.call('health', { token: null });
  expect(JSON.parse(text)).toMatchObject({ checks: { trading: { status: 'degraded', detail: 'halted' } } });
  expect(text).not.toContain('fire');
  expect((await live.call('bot.kill.reset')).status).toBe(200);
});

test('without a build the pages say so', async () => {
  const answer = await send(live.address, 'GET', '/dashboard', { headers: { accept: 'text/html' } });
  expect({ status: answer.status, type: answer.headers['content-type'] }).toEqual({
    status: 503,
    type: 'text/html; charset=utf-8',
  });
  expect(answer.text).toContain('The dashboard is not built');
});

test('invalid HTTP is answered and the server keeps running', async () => {
  const { port } = new URL(live.address);
  const socket = connect(Number(port), '127.0.0.1');
  socket.end('\u0000 nonsense\r\n\r\n');
  let received = '';
  for await (const chunk of socket) received += chunk;
  expect(received).toMatch(/^HTTP\/1.1 400 Bad Request[\s\S]*"code":"malformed"/);
  expect((await live.call('health')).status).toBe(200);
});

/** An upgrade to a socket, line by line. */
const upgrade = (host: string, path: string, key = 'dGhlIHNhbXBsZSBub25jZQ==') =>
  [
    `GET ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${key}`,
    '\r\n',
  ].join('\r\n');

/** Sends bytes, waits for `ms` and breaks the connection off. */
async function breakOff(bytes: string, ms: number): Promise<void> {
  const socket = connect(Number(new URL(live.address).port), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(bytes);
  await setTimeout(ms);
  socket.resetAndDestroy();
}

test('an aborted connection affects no other connection', async () => {
  const { host } = new URL(live.address);
  const odd = [
    upgrade('evil.example', '/ws'),
    upgrade(host, '/elsewhere'),
    upgrade(host, '/ws', 'x'),
    upgrade(host, '/ws'),
    'nonsense\r\n\r\n',
    `GET /api/v1/health HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  ];
  for (const bytes of odd) {
    await Promise.all(Array.from({ length: 20 }, (_, index) => breakOff(bytes, index % 4)));
  }
  expect((await live.call('health')).status).toBe(200);
});

test('a caller who keeps a refused connection open does not keep the bot from its end', {
  timeout: 60_000,
}, async () => {
  const bot = await startLiveBot();
  const { host, port } = new URL(bot.address);
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  socket.write(upgrade(host, '/elsewhere'));
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 404 /);
  const closed = once(socket, 'close');
  await bot[Symbol.asyncDispose]();
  socket.destroy();
  await closed;
});

/** What comes back on a connection of its own, until the other end closes it. */
async function answerTo(lines: readonly string[]): Promise<string> {
  const socket = connect(Number(new URL(live.address).port), '127.0.0.1');
  socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);
  let received = '';
  for await (const chunk of socket) received += chunk;
  return received;
}

test.each<[string, (host: string) => readonly string[], number]>([
  ['no host', () => ['GET /api/v1/health HTTP/1.1'], 403],
  ['no host, as in the old days', () => ['GET /api/v1/health HTTP/1.0'], 403],
  ['two hosts', () => ['GET /api/v1/health HTTP/1.1', 'Host: evil.example', 'Host: 127.0.0.1'], 403],
  ['a foreign host in the address', (host) => ['GET http://evil.example/api/v1/health HTTP/1.1', `Host: ${host}`], 403],
  ['our host in the address', (host) => [`GET http://${host}/api/v1/health HTTP/1.1`, `Host: ${host}`], 200],
  ['an expectation', (host) => ['GET /api/v1/health HTTP/1.1', `Host: ${host}`, 'Expect: wonders'], 200],
  ['an upgrade to HTTP/2', (host) => ['GET /api/v1/health HTTP/1.1', `Host: ${host}`, 'Upgrade: h2c'], 200],
  ['two lengths', (host) => ['POST /x HTTP/1.1', `Host: ${host}`, 'Content-Length: 1', 'Content-Length: 2'], 400],
  [
    'length and chunks',
    (host) => ['POST /x HTTP/1.1', `Host: ${host}`, 'Content-Length: 4', 'Transfer-Encoding: chunked'],
    400,
  ],
  ['a header without end', (host) => ['GET / HTTP/1.1', `Host: ${host}`, `X: ${'x'.repeat(20_000)}`], 400],
  ['an id without end', (host) => [`GET /api/v1/orders/${'x'.repeat(10_000)} HTTP/1.1`, `Host: ${host}`], 400],
  [
    'a stranger with much to say',
    (host) => [
      'POST /api/v1/auth/login HTTP/1.1',
      `Host: ${host}`,
      'Content-Type: application/json',
      'Content-Length: 99999',
    ],
    413,
  ],
  ['an address that is none', (host) => ['OPTIONS * HTTP/1.1', `Host: ${host}`], 400],
])('%s is answered by us, with a request id and our headers', async (_, lines, status) => {
  const answer = (await answerTo(lines(new URL(live.address).host))).toLowerCase();
  expect(answer).toMatch(new RegExp(`^http/1.1 ${status} `));
  expect(answer).toMatch(/\r\nx-request-id: [0-9a-f-]{36}\r\n/);
  expect(answer).toContain('\r\nx-content-type-options: nosniff\r\n');
  expect(answer).toContain('\r\ncache-control: no-store\r\n');
});

test('a handshake has a request id as well', async () => {
  const { host, port } = new URL(live.address);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(upgrade(host, '/ws'));
  const [head] = await once(socket, 'data');
  socket.destroy();
  expect(String(head)).toMatch(/^HTTP\/1.1 101 [\s\S]*x-request-id: [0-9a-f-]{36}\r\n/);
});

test('an invalid handshake gets our own error', async () => {
  const { host, port } = new URL(live.address);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(upgrade(host, '/ws', 'x'));
  let received = '';
  for await (const chunk of socket) received += chunk;
  expect(received).toMatch(/^HTTP\/1.1 400 Bad Request[\s\S]*x-request-id: [\s\S]*"code":"malformed"/);
});

test('a connection that asks nothing is closed without an answer, which a browser would give to its first call', async () => {
  const socket = connect(Number(new URL(live.address).port), '127.0.0.1');
  let received = '';
  for await (const chunk of socket) received += chunk;
  expect(received).toBe('');
});

test('a refused socket is in the audit log', async () => {
  const { port } = new URL(live.address);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(upgrade('evil.example', '/ws'));
  let received = '';
  for await (const chunk of socket) received += chunk;
  const { request_id } = JSON.parse(received.slice(received.indexOf('{')));
  const { body } = await live.call('audit.list', { query: { actor: 'unknown', limit: '500' } });
  expect((body as { data: unknown[] }).data).toContainEqual(
    expect.objectContaining({ action: 'socket', outcome: 'foreign', request_id }),
  );
});

test('too many wrong tokens are delayed, while a valid token and login code pass', async () => {
  // Time stands still, so no try is given back.
  await using live = await startLiveBot({ time: createLocalTime() });
  const viewer = live.token('viewer');
  const attempt = (token: string) => send(live.address, 'GET', '/api/v1/bot/status', { token });
  const seen: Answer[] = [];
  for (let n = 0; n < 11; n += 1) seen.push(...(await Promise.all(Array.from({ length: 10 }, () => attempt('wrong')))));
  expect(seen.map(({ status }) => status)).toEqual([...Array(100).fill(401), ...Array(10).fill(429)]);
  expect(Number(seen.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
  expect([(await attempt(viewer)).status, (await attempt(live.adminToken)).status]).toEqual([200, 200]);
  // Now the calls that carry none at all, until they wait too.
  const without = () => send(live.address, 'GET', '/api/v1/bot/status');
  while ((await without()).status !== 429);
  expect((await live.call('health', { token: viewer })).status).toBe(200);
  using socket = await openSocket(live.address, viewer);
  socket.send({ type: 'ping' });
  await socket.ofType('pong');
  const code = new URL(live.bot.loginUrl).hash.replace('#code=', '');
  expect((await live.call('auth.code', { token: null, body: { code } })).status).toBe(200);
});

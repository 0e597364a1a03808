import { connect } from 'node:net';
import { type Role, type RouteName, routes } from '@triquad/core/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveBot, send, startLiveBot } from './live-bot.ts';

const RANK = { open: -1, viewer: 0, operator: 1, admin: 2 } as const;
const ROLES = ['viewer', 'operator', 'admin'] as const satisfies readonly Role[];

let live: LiveBot;
let tokens: Record<Role, string>;
beforeAll(async () => {
  live = await startLiveBot();
  tokens = { viewer: live.token('viewer'), operator: live.token('operator'), admin: live.token('admin') };
});
afterAll(() => live[Symbol.asyncDispose]());

const names = Object.keys(routes) as RouteName[];
const target = (name: RouteName) => `/api/v1${routes[name].path.replaceAll(/\{\w+\}/g, 'x')}`;
const allowedOrNot = (status: number) => (status === 401 || status === 403 ? status : 'allowed');

test.each(names.filter((name) => name !== 'auth.logout'))('%s is open to its roles alone', async (name) => {
  const { method, role } = routes[name];
  const status = async (token: string | null) =>
    allowedOrNot(
      (
        await send(live.address, method, target(name), {
          token,
          headers: { 'content-type': 'application/json' },
          body: '"no object"',
        })
      ).status,
    );
  const seen = {
    none: await status(null),
    ...Object.fromEntries(await Promise.all(ROLES.map(async (one) => [one, await status(tokens[one])]))),
  };
  const expected = Object.fromEntries(ROLES.map((one) => [one, RANK[one] >= RANK[role] ? 'allowed' : 403]));
  // A wrong login is itself a 401.
  const open = name === 'auth.login' || name === 'auth.code' ? seen.none : 'allowed';
  expect(seen).toEqual({ none: role === 'open' ? open : 401, ...expected });
});

test('a bad token is refused, and too many of them wait, while the right one passes', async () => {
  const attempt = (token: string) => send(live.address, 'GET', '/api/v1/bot/status', { token });
  const seen: number[] = [];
  for (let n = 0; n < 12; n += 1) seen.push((await attempt(`wrong-${n}`)).status);
  expect(seen).toEqual([...Array(10).fill(401), 429, 429]);
  const late = await attempt('wrong');
  expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
  expect((await attempt(tokens.viewer)).status).toBe(200);
});

test.each([
  ['a foreign host', { host: 'evil.example' }],
  ['a foreign host on our port', { host: 'evil.example:8787' }],
  ['a foreign origin', { origin: 'http://evil.example' }],
  ['an origin without a name', { origin: 'null' }],
])('%s is refused everywhere, with the right token too', async (_, headers) => {
  const paths = [
    ...names.map((name) => [routes[name].method, target(name)] as const),
    ['GET', '/'],
    ['GET', '/login'],
  ] as const;
  const seen = await Promise.all(
    paths.map(
      async ([method, path]) => (await send(live.address, method, path, { token: tokens.admin, headers })).status,
    ),
  );
  expect(new Set(seen)).toEqual(new Set([403]));
});

test('our own origin is welcome', async () => {
  const { port } = new URL(live.address);
  for (const origin of [live.address, `http://localhost:${port}`]) {
    expect((await send(live.address, 'GET', '/api/v1/health', { headers: { origin } })).status).toBe(200);
  }
});

test('nothing is said of tokens or of what went wrong inside', async () => {
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
  ['a call nobody knows', 'POST', '/bot/fly', '{}', 404],
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

test('without a build the pages say so', async () => {
  const answer = await send(live.address, 'GET', '/dashboard');
  expect({ status: answer.status, type: answer.headers['content-type'] }).toEqual({
    status: 503,
    type: 'text/html; charset=utf-8',
  });
  expect(answer.text).toContain('The dashboard is not built');
});

test('bytes that are no HTTP are answered and the server goes on', async () => {
  const { port } = new URL(live.address);
  const socket = connect(Number(port), '127.0.0.1');
  socket.end('\u0000 nonsense\r\n\r\n');
  let received = '';
  for await (const chunk of socket) received += chunk;
  expect(received).toMatch(/^HTTP\/1.1 400 Bad Request[\s\S]*"code":"malformed"/);
  expect((await live.call('health')).status).toBe(200);
});

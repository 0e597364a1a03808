import { connect } from 'node:net';
import type { Role } from '@triquad/core/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveBot, send, startLiveBot } from './live-bot.ts';

let live: LiveBot;
let tokens: Record<Role, string>;
beforeAll(async () => {
  live = await startLiveBot();
  tokens = { viewer: live.token('viewer'), operator: live.token('operator'), admin: live.token('admin') };
});
afterAll(() => live[Symbol.asyncDispose]());

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

// Last: it uses up what a stranger may call.
test('too many wrong tokens wait, while a right one and a right login code pass', async () => {
  const attempt = (token: string) => send(live.address, 'GET', '/api/v1/bot/status', { token });
  const seen: number[] = [];
  while (seen.at(-1) !== 429 && seen.length < 1_000) {
    seen.push(...(await Promise.all(Array.from({ length: 10 }, () => attempt('wrong')))).map(({ status }) => status));
  }
  expect(seen.length).toBeLessThan(300);
  expect(Number((await attempt('wrong')).headers['retry-after'])).toBeGreaterThan(0);
  expect([(await attempt(tokens.viewer)).status, (await attempt(live.adminToken)).status]).toEqual([200, 200]);
  // Now the calls that carry none at all, until they wait too.
  const without = () => send(live.address, 'GET', '/api/v1/bot/status');
  while ((await without()).status !== 429);
  const code = new URL(live.bot.loginUrl).hash.replace('#code=', '');
  expect((await live.call('auth.code', { token: null, body: { code } })).status).toBe(200);
});

import type { FrameRecord } from '@triquad/core/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type LiveBot, startLiveBot } from './live-bot.ts';
import { type LiveSocket, openSocket } from './live-socket.ts';

let live: LiveBot;
beforeAll(async () => {
  live = await startLiveBot();
});
afterAll(() => live[Symbol.asyncDispose]());

type Subscribed = Extract<FrameRecord, { type: 'subscribed' }>;
async function subscribe(
  socket: LiveSocket,
  channel: 'balances' | 'bot_status' | 'logs',
  since?: number,
): Promise<Subscribed> {
  socket.send(since === undefined ? { type: 'subscribe', channel } : { type: 'subscribe', channel, since });
  return socket.ofType('subscribed');
}
const refresh = () => live.call('wallets.refresh');

test('nothing is sent before the token, and a wrong token closes the socket', async () => {
  using silent = await openSocket(live.address, null);
  using wrong = await openSocket(live.address, null);
  wrong.send({ type: 'auth', token: 'wrong' });
  using early = await openSocket(live.address, null);
  early.send({ type: 'subscribe', channel: 'logs' });
  expect([await wrong.closed, await early.closed]).toEqual([4401, 4401]);
  expect([await silent.closed, silent.frames]).toEqual([4401, []]);
});

test.each([
  ['a foreign host', '/ws', { host: 'evil.example' }, 403],
  ['a foreign origin', '/ws', { origin: 'http://evil.example' }, 403],
  ['another path', '/wss', {}, 404],
])('%s gets no socket', async (_, path, headers, status) => {
  const socket = new WebSocket(`${live.address.replace('http', 'ws')}${path}`, { headers });
  const error = await new Promise<Error>((resolve) => {
    socket.on('error', resolve);
  });
  expect(error.message).toContain(String(status));
});

test('the socket names the signed-in user and answers pings', async () => {
  using socket = await openSocket(live.address, null);
  socket.send({ type: 'auth', token: live.token('viewer') });
  expect((await socket.ofType('authenticated')).operator).toEqual({ name: 'viewer', role: 'viewer' });
  socket.send({ type: 'ping' });
  await socket.ofType('pong');
});

test('only subscribers receive frames, numbered without a gap', async () => {
  using socket = await openSocket(live.address, live.adminToken);
  using other = await openSocket(live.address, live.adminToken);
  const { seq } = await subscribe(socket, 'balances');
  await refresh();
  await refresh();
  expect([(await socket.ofType('balances')).seq, (await socket.ofType('balances')).seq]).toEqual([seq + 1, seq + 2]);
  socket.send({ type: 'unsubscribe', channel: 'balances' });
  await socket.ofType('unsubscribed');
  await refresh();
  for (const one of [socket, other]) {
    one.send({ type: 'ping' });
    await one.ofType('pong');
  }
  const types = socket.frames.map(({ type }) => type);
  expect(types.slice(types.indexOf('unsubscribed'))).not.toContain('balances');
  expect(other.frames.map(({ type }) => type)).not.toContain('balances');
});

test('since replays missed frames, or reports a gap if they are no longer stored', async () => {
  using socket = await openSocket(live.address, live.adminToken);
  const { seq } = await subscribe(socket, 'logs');
  await live.call('bot.start');
  await live.call('bot.stop');
  const seen = [(await socket.ofType('log')).seq, (await socket.ofType('log')).seq];
  expect(seen).toEqual([seq + 1, seq + 2]);
  using later = await openSocket(live.address, live.adminToken);
  await subscribe(later, 'logs', seq);
  expect([(await later.ofType('log')).seq, (await later.ofType('log')).seq]).toEqual(seen);
  for (const since of [5, seq + 1_000]) {
    await subscribe(later, 'logs', since);
    expect(await later.ofType('gap')).toEqual({ type: 'gap', channel: 'logs' });
  }
});

test('since replays the newest frame of a channel on which it says all', async () => {
  using socket = await openSocket(live.address, live.adminToken);
  const { seq } = await subscribe(socket, 'balances');
  for (const _ of [1, 2, 3]) await refresh();
  const seen = [await socket.ofType('balances'), await socket.ofType('balances'), await socket.ofType('balances')];
  expect(seen.map((frame) => frame.seq)).toEqual([seq + 1, seq + 2, seq + 3]);
  using later = await openSocket(live.address, live.adminToken);
  await subscribe(later, 'balances', seq);
  expect((await later.ofType('balances')).seq).toBeGreaterThanOrEqual(seq + 3);
});

test('a change by one client is published to the other', async () => {
  using socket = await openSocket(live.address, live.token('viewer'));
  await subscribe(socket, 'bot_status');
  await live.call('bot.start');
  const isRunning =
    (wanted: boolean) =>
    (frame: FrameRecord): frame is FrameRecord =>
      frame.type === 'bot_status' && frame.data.is_running === wanted;
  await socket.next(isRunning(true));
  await live.call('bot.stop');
  await socket.next(isRunning(false));
});

test('a token that is revoked loses its sockets', async () => {
  const token = live.token('operator');
  using socket = await openSocket(live.address, token);
  await live.call('auth.logout', { token });
  expect(await socket.closed).toBe(4401);
});

test('malformed frames get an error and change nothing', async () => {
  using socket = await openSocket(live.address, live.adminToken);
  const wrong = [
    '',
    '{',
    'null',
    '[]',
    '{"type":"subscribe"}',
    '{"type":"subscribe","channel":"secrets"}',
    '{"type":"fly"}',
    '"x"',
  ];
  for (const text of wrong) {
    socket.sendRaw(text);
    expect(await socket.ofType('error')).toMatchObject({ code: 'malformed' });
  }
  socket.sendRaw(Buffer.from([0, 255, 1]));
  expect(await socket.ofType('error')).toMatchObject({ code: 'malformed' });
  socket.send({ type: 'auth', token: live.adminToken });
  expect(await socket.ofType('error')).toMatchObject({ code: 'state' });
  await subscribe(socket, 'balances');
});

test('a frame that is too large closes only its socket', async () => {
  using large = await openSocket(live.address, live.adminToken);
  large.sendRaw('x'.repeat(100_000));
  expect(await large.closed).toBe(1009);
  using next = await openSocket(live.address, live.adminToken);
  next.send({ type: 'ping' });
  await next.ofType('pong');
});

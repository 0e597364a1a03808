import { connect } from 'node:net';
import type { ClientFrame } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { scaled } from '../../packages/bot/src/engine/scale.suite.ts';
import { type Chance, createChance } from './chance.ts';
import { type LiveBot, startLiveBot } from './live-bot.ts';
import { openSocket } from './live-socket.ts';

const FRAMES = scaled(500, 2_000, 100_000);
const CONNECTIONS = scaled(50, 300, 10_000);
const AT_ONCE = 40;
const LONG_MS = 300_000;
const firstSeed = Number(process.env.FUZZ_SEED ?? 20_260_131);

/** Number of frames a token may send in a burst. */
const FRAMES_A_SOCKET = 900;

test(`${FRAMES} invalid frames leave the socket open (seed ${firstSeed})`, { timeout: LONG_MS }, async () => {
  await using live = await startLiveBot();
  const chance = createChance(firstSeed);
  const odd = ['', 'x', 'logs', 'metrics', 'secrets', -1, 0, 1e300, null, true, [], {}, 'subscribe', '\u0000💥'];
  for (let sent = 0; sent < FRAMES; sent += FRAMES_A_SOCKET) await sendOddFrames(live, chance, odd);
});

/** Sends as many invalid frames as a token may, on a socket that must stay open. */
async function sendOddFrames(live: LiveBot, chance: Chance, odd: readonly unknown[]): Promise<void> {
  using socket = await openSocket(live.address, live.token('admin'));
  for (let n = 0; n < FRAMES_A_SOCKET; n += 1) {
    const frame = {
      type: chance.pick<unknown>(['subscribe', 'unsubscribe', 'ping', 'auth', ...odd]),
      ...(chance.happens(0.8) ? { channel: chance.pick<unknown>(['logs', 'metrics', 'orders', ...odd]) } : {}),
      ...(chance.happens(0.3) ? { since: chance.pick<unknown>(odd) } : {}),
    };
    const text = chance.happens(0.9) ? JSON.stringify(frame) : JSON.stringify(frame).slice(chance.below(20));
    socket.sendRaw(chance.happens(0.05) ? Buffer.from(text) : text);
  }
  socket.send({ type: 'ping' } satisfies ClientFrame);
  await socket.ofType('pong');
}

/** Lines of a request with some of them wrong, doubled, or not there. */
function oddRequest(chance: Chance, host: string): string {
  const method = chance.pick(['GET', 'POST', 'PUT', 'OPTIONS', 'TRACE', 'CONNECT', 'get', '\u0000']);
  const path = chance.pick([
    '/api/v1/health',
    '/api/v1/bot/start',
    '/',
    '//',
    '/../..',
    '*',
    'http://x/',
    '/%',
    '/ws',
    '/x y',
  ]);
  const version = chance.pick(['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/9', '']);
  const odd = [
    'content-length: 10',
    'content-length: -1',
    'content-length: 99999999999999999999',
    'transfer-encoding: chunked',
    'transfer-encoding: chunked, identity',
    'content-type: application/json',
    'content-encoding: gzip',
    'expect: 100-continue',
    'connection: upgrade',
    'upgrade: websocket',
    'sec-websocket-key: x',
    `authorization: Bearer ${'x'.repeat(chance.below(20_000))}`,
    'cookie: \u0001',
    'no colon',
    ': no name',
    `x-forwarded-for: ${'1.1.1.1,'.repeat(chance.below(500))}`,
    'host: evil.example',
  ];
  const headers = Array.from({ length: chance.below(6) }, () => chance.pick(odd));
  const lines = [`${method} ${path} ${version}`, ...(chance.happens(0.8) ? [`host: ${host}`] : []), ...headers];
  const body = chance.pick(['', '{}', '5\r\nhello\r\n0\r\n\r\n', 'zz\r\n', '\u0000\u0001']);
  return `${lines.join(chance.happens(0.95) ? '\r\n' : '\n')}\r\n\r\n${body}`;
}

/** The pages of a dashboard that is not built are answered so, and that is meant. */
const isFault = (text: string): boolean => /^HTTP\/1.1 5/m.test(text) && !text.includes('The dashboard is not built');

/** Collects the answer until the other end closes or is silent for a while. */
function exchange(address: string, bytes: string): Promise<string> {
  const { port } = new URL(address);
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('data', (chunk) => (received += chunk));
    socket.on('error', () => resolve(received));
    socket.on('close', () => resolve(received));
    socket.setTimeout(200, () => socket.destroy());
    socket.end(bytes, 'latin1');
  });
}

test(`${CONNECTIONS} invalid connections get no 5xx (seed ${firstSeed})`, { timeout: LONG_MS }, async () => {
  await using live = await startLiveBot();
  const chance = createChance(firstSeed);
  const { host } = new URL(live.address);
  const wrong: string[] = [];
  for (let made = 0; made < CONNECTIONS; made += AT_ONCE) {
    const requests = Array.from({ length: AT_ONCE }, () => oddRequest(chance, host));
    const answers = await Promise.all(requests.map((bytes) => exchange(live.address, bytes)));
    wrong.push(...answers.flatMap((text, index) => (isFault(text) ? [`${requests[index]} → ${text}`] : [])));
  }
  expect(wrong.slice(0, 3)).toEqual([]);
  expect((await live.call('health')).status).toBe(200);
});

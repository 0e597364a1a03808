import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type LiveBot, startLiveBot } from './live-bot.ts';

/** Calls in the pipeline of one connection with the same token, as fast as the bot answers, until it is ended. */
const startFlood = (live: LiveBot) => {
  const { hostname, port, host } = new URL(live.address);
  const call = `GET /api/v1/bot/status HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${live.adminToken}\r\n\r\n`;
  const socket = connect({ port: Number(port), host: hostname });
  let refused = 0;
  socket.on('error', () => {});
  socket.setEncoding('utf8').on('data', (text: string) => {
    refused += text.split('HTTP/1.1 429').length - 1;
    socket.write(call.repeat(text.split('HTTP/1.1 ').length - 1));
  });
  socket.write(call.repeat(500));
  onTestFinished(() => void socket.destroy());
  return { refused: () => refused, end: () => socket.destroy() };
};

test('a token whose calls are used up still kills, stops and cancels', async () => {
  await using live = await startLiveBot();
  await live.call('bot.start', { body: {} });
  const flood = startFlood(live);
  await expect.poll(flood.refused, { interval: 50 }).toBeGreaterThan(100);
  const parameters = { id: '019a9f2c-5d1e-7c40-8b62-3f1f6c7f0a11' };
  for (let n = 0; n < 10; n++) {
    const before = flood.refused();
    const cancelled = await live.call('orders.cancel', { parameters });
    const killed = await live.call('bot.kill', { body: { reason: 'drill' } });
    const stopped = await live.call('bot.stop', { body: {} });
    expect({ n, statuses: [cancelled.status, killed.status, stopped.status] }).toEqual({
      n,
      statuses: [404, 200, 409],
    });
    await expect.poll(flood.refused, { interval: 10 }).toBeGreaterThan(before);
  }
  flood.end();
});

test('a client that guesses tokens at the kill switch is delayed, and no other of the same address', async () => {
  await using live = await startLiveBot();
  const many = (token: string | null) =>
    Promise.all(Array.from({ length: 60 }, () => live.call('bot.kill', { token, body: {} })));
  const began = performance.now();
  const guesses = await many('wrong');
  const strangers = await many(null);
  // Twenty at once, and one a second.
  const most = 20 + Math.ceil((performance.now() - began) / 1_000);
  const tried = [...guesses, ...strangers].filter(({ status }) => status === 401);
  expect(guesses.filter(({ status }) => status === 401).length).toBeGreaterThanOrEqual(20);
  expect(tried.length).toBeLessThanOrEqual(most);
  expect([...guesses, ...strangers].filter(({ status }) => status === 429)).toHaveLength(120 - tried.length);
  expect((await live.call('bot.kill', { body: {} })).status).toBe(200);
  expect((await live.call('bot.status', { token: 'wrong' })).status).toBe(401);
});

test('strangers who connect and say nothing are closed, and never keep a caller out', async () => {
  await using live = await startLiveBot();
  const { port } = new URL(live.address);
  const strangers = await Promise.all(Array.from({ length: 600 }, () => stranger(Number(port))));
  expect((await live.call('bot.kill', { body: {} })).status).toBe(200);
  const isClosed = (socket: Socket) => socket.destroyed || socket.readyState !== 'open';
  await expect.poll(() => strangers.every(isClosed), { interval: 250 }).toBe(true);
});

async function stranger(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {});
  socket.resume();
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

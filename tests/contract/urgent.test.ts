import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createLocalTime } from '../harness/exchanges/time.ts';
import { startLiveBot } from './live-bot.ts';

test('a token whose calls are used up still kills, stops and cancels', async () => {
  // Time stands still, so no call is given back.
  await using live = await startLiveBot({ time: createLocalTime() });
  await live.call('bot.start', { body: {} });
  const calls = await Promise.all(Array.from({ length: 1_020 }, () => live.call('bot.status')));
  // A thousand at once, the start among them.
  expect(calls.filter(({ status }) => status === 429).length).toBe(21);
  const parameters = { id: '019a9f2c-5d1e-7c40-8b62-3f1f6c7f0a11' };
  for (let n = 0; n < 10; n++) {
    const cancelled = await live.call('orders.cancel', { parameters });
    const killed = await live.call('bot.kill', { body: { reason: 'drill' } });
    const stopped = await live.call('bot.stop', { body: {} });
    const refused = await live.call('bot.status');
    expect({ n, statuses: [cancelled, killed, stopped, refused].map(({ status }) => status) }).toEqual({
      n,
      statuses: [404, 200, 409, 429],
    });
  }
});

test('a client that guesses tokens at the kill switch is delayed, and no other of the same address', async () => {
  const time = createLocalTime();
  await using live = await startLiveBot({ time });
  const many = async (token: string | null, count: number) => {
    const kills = Array.from({ length: count }, () => live.call('bot.kill', { token, body: {} }));
    const statuses = (await Promise.all(kills)).map(({ status }) => status);
    return [401, 429].map((status) => statuses.filter((one) => one === status).length);
  };
  // Twenty at once, and one a second.
  expect(await many('wrong', 60)).toEqual([20, 40]);
  expect(await many(null, 60)).toEqual([0, 60]);
  await time.pass(3_000);
  expect(await many('wrong', 60)).toEqual([3, 57]);
  expect((await live.call('bot.kill', { body: {} })).status).toBe(200);
  expect((await live.call('bot.status', { token: 'wrong' })).status).toBe(401);
});

test('strangers who connect and say nothing never keep a caller out', async () => {
  await using live = await startLiveBot();
  const { port } = new URL(live.address);
  await Promise.all(Array.from({ length: 600 }, () => stranger(Number(port))));
  expect((await live.call('bot.kill', { body: {} })).status).toBe(200);
});

async function stranger(port: number): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {});
  socket.resume();
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
}

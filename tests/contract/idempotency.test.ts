import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveBot, startLiveBot } from './live-bot.ts';

let live: LiveBot;
beforeAll(async () => {
  live = await startLiveBot();
});
afterAll(() => live[Symbol.asyncDispose]());

const order = { exchange: 'binance', symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: 0.001, price: 10_000 };
const place = (key: string, body: unknown = order, token?: string) =>
  live.call('orders.place', { body, headers: { 'idempotency-key': key }, ...(token === undefined ? {} : { token }) });
const count = async () => ((await live.call('orders.list')).body as { total: number }).total;

test('the same key gets the same answer without a second effect', async () => {
  const before = await count();
  const first = await place('order-1');
  const [second, third] = await Promise.all([place('order-1'), place('order-1')]);
  expect([second.status, second.text, third.text]).toEqual([first.status, first.text, first.text]);
  expect(first.status).toBe(201);
  expect(await count()).toBe(before + 1);
});

test('concurrent calls with one key have one effect', async () => {
  const before = await count();
  const answers = await Promise.all(Array.from({ length: 8 }, () => place('order-2')));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await count()).toBe(before + 1);
});

test('the same key with another body is refused', async () => {
  await place('order-3');
  const answer = await place('order-3', { ...order, quantity: 0.002 });
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 422, body: { code: 'key_reused' } });
});

test('a key belongs to its caller', async () => {
  const before = await count();
  await place('order-4');
  expect((await place('order-4', order, live.token('operator'))).status).toBe(201);
  expect(await count()).toBe(before + 2);
});

test('a refusal is stored too; an invalid body uses no key', async () => {
  const start = (body: unknown) => live.call('bot.stop', { body, headers: { 'idempotency-key': 'stop-1' } });
  expect((await start({ cancel_orders: 'yes' })).status).toBe(422);
  const refused = await start({});
  expect(refused.status).toBe(409);
  await live.call('bot.start');
  expect(await start({})).toMatchObject({ status: 409, text: refused.text });
  expect((await live.call('bot.status')).body).toMatchObject({ is_running: true });
});

test('a test message with one key is sent once, and a rate-limited one does not block the next', async () => {
  await using bot = await startLiveBot();
  const body = { bot_token: '123456789:AAabcdefghijklmnopqrstuvwxyz', chat_id: '7' };
  const message = (key: string) => bot.call('telegram.test', { body, headers: { 'idempotency-key': key } });
  const [first, again] = [await message('t-1'), await message('t-1')];
  expect([first.status, again.text, bot.telegrams.length]).toEqual([200, first.text, 1]);
  for (let n = 2; n <= 5; n += 1) await message(`t-${n}`);
  const [late, later] = [await message('t-6'), await message('t-6')];
  expect([late.status, later.status]).toEqual([429, 429]);
  expect(Number(later.headers['retry-after'])).toBeGreaterThan(0);
});

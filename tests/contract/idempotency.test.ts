import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocalTime } from '../harness/exchanges/time.ts';
import { type Answer, type LiveBot, send, startLiveBot } from './live-bot.ts';

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
  await using bot = await startLiveBot({ time: createLocalTime() });
  const body = { bot_token: '123456789:AAabcdefghijklmnopqrstuvwxyz', chat_id: '7' };
  const message = (key: string) => bot.call('telegram.test', { body, headers: { 'idempotency-key': key } });
  const [first, again] = [await message('t-1'), await message('t-1')];
  expect([first.status, again.text, bot.telegrams.length]).toEqual([200, first.text, 1]);
  for (let n = 2; n <= 5; n += 1) await message(`t-${n}`);
  const [late, later] = [await message('t-6'), await message('t-6')];
  expect([late.status, later.status]).toEqual([429, 429]);
  expect(Number(later.headers['retry-after'])).toBeGreaterThan(0);
});

test('what moves money is refused without a key, and rehearsals of the paper account are not', async () => {
  const post = (path: string, body: object) =>
    send(live.address, 'POST', `/api/v1${path}`, { token: live.adminToken, body });
  const before = await count();
  const shown = { opportunity_id: 'x', expected_profit: 1, min_profit_pct: 0.1, dry_run: true };
  const refused = [
    await post('/orders/', order),
    await post('/risk/stranded/binance/BTC/resolve', { action: 'keep', confirm: true }),
    await post('/orders/execute', shown),
  ];
  expect(refused.map(({ status, body }) => [status, (body as { code: string }).code])).toEqual(
    Array(3).fill([400, 'key_required']),
  );
  expect((await post('/orders/execute', { opportunity_id: 'x' })).status).toBe(404);
  expect(await count()).toBe(before);
});

/** As after a kill between the commit of an effect and the answer to its call. */
const forgetAnswers = (dataDir: string): void => {
  using database = new DatabaseSync(join(dataDir, 'server.sqlite'));
  expect(database.prepare('DELETE FROM answer').run().changes).toBeGreaterThan(0);
};

/** Passes time until the bot has an opportunity other than `last`; then time stands still. */
const opportunity = (bot: LiveBot, last?: string): Promise<string> =>
  bot.until(async () => {
    const { body } = await bot.call('opportunities.best');
    const id = (body as { id?: string } | null)?.id;
    expect(id).toEqual(expect.any(String));
    expect(id).not.toBe(last);
    return String(id);
  });

test('a call that is repeated after a crash has its first effect and no second one', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'triquad-crash-'));
  const config = { auto_execute: false, min_profit_threshold: 0.1 };
  const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
  const time = createLocalTime();
  const first = await startLiveBot({ dataDir, config, time });
  const placed = await first.during(first.call('orders.place', { body: order, ...keyed('p-1') }));
  expect((await first.call('bot.start')).status).toBe(200);
  const id = await opportunity(first);
  const execute = (bot: LiveBot) => {
    const body = { opportunity_id: id, amount: 100, dry_run: true };
    return bot.during(bot.call('orders.execute', { body, ...keyed('x-1') }));
  };
  const executed = await execute(first);
  expect(executed.status).toBe(200);
  await first.stop();
  forgetAnswers(dataDir);
  await using second = await startLiveBot({ dataDir, config, time });
  const orders = async () => ((await second.call('orders.list')).body as { total: number }).total;
  const before = await orders();
  const again = await second.during(second.call('orders.place', { body: order, ...keyed('p-1') }));
  expect({ status: again.status, id: (again.body as { id: string }).id }).toEqual({
    status: 201,
    id: (placed.body as { id: string }).id,
  });
  expect((await execute(second)).body).toEqual(executed.body);
  const other = await second.call('orders.place', { body: { ...order, quantity: 0.002 }, ...keyed('p-1') });
  expect(other.body).toMatchObject({ code: 'key_reused' });
  expect(await orders()).toBe(before);
});

test('one opportunity is executed once, however often it is confirmed', async () => {
  const config = { auto_execute: false, min_profit_threshold: 0.1 };
  await using bot = await startLiveBot({ config, time: createLocalTime() });
  await bot.call('bot.start');
  const call = (id: string, more: object = {}, key?: string) =>
    bot.call('orders.execute', {
      body: { opportunity_id: id, amount: 100, dry_run: true, ...more },
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });
  const executionsOf = async (id: string) => {
    const { data } = (await bot.call('orders.history', { query: { limit: '500' } })).body as {
      data: { opportunity_id: string }[];
    };
    return data.filter(({ opportunity_id }) => opportunity_id === id).length;
  };
  const eight = (of: (n: number) => Promise<Answer>) =>
    bot.during(Promise.all(Array.from({ length: 8 }, (_, n) => of(n))));

  // The body of the basic API, without a key.
  const plain = await opportunity(bot);
  const same = await eight(() => call(plain));
  expect(same.map(({ status, text }) => [status, text])).toEqual(Array(8).fill([200, same[0]?.text]));
  expect((await call(plain)).text).toBe(same[0]?.text);
  expect((await call(plain, { amount: 50 })).body).toMatchObject({ code: 'already_executed' });
  expect(await executionsOf(plain)).toBe(1);

  // What the operator saw, each with a key of its own.
  const shown = { expected_profit: 0.1, min_profit_pct: 0.01 };
  const other = await opportunity(bot, plain);
  const guarded = await eight((n) => call(other, shown, `${other}-${n}`));
  const codeOf = ({ status, body }: Answer) => (status === 200 ? 'ok' : (body as { code: string }).code);
  expect(guarded.map(codeOf).toSorted()).toEqual([...Array(7).fill('executed_meanwhile'), 'ok']);
  expect(await executionsOf(other)).toBe(1);
});

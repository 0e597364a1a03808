import { type RouteName, routes } from '@triquad/core/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveBot, send, startLiveBot } from './live-bot.ts';
import { openSocket } from './live-socket.ts';

const CALLS = 10_000;
const AT_ONCE = 50;
const FRAMES = 2_000;
const seed = Number(process.env.FUZZ_SEED ?? 20_260_131);

let live: LiveBot;
beforeAll(async () => {
  live = await startLiveBot();
});
afterAll(() => live[Symbol.asyncDispose]());

const names = Object.keys(routes).filter((name) => name !== 'auth.logout') as RouteName[];
const word = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.constantFrom('limit', 'x', '-1', '1e9', 'NaN', 'TRI', '../..', '%00', '💥'),
);
const leaf = fc.oneof(word, fc.double(), fc.integer(), fc.boolean(), fc.constant(null));
const field = fc.constantFrom(
  'mode',
  'confirm',
  'reason',
  'exchange',
  'symbol',
  'side',
  'type',
  'quantity',
  'price',
  'amount',
  'opportunity_id',
  'dry_run',
  'cancel_orders',
  'enabled_exchanges',
  'trading_pairs',
  'min_profit_threshold',
  'max_capital_per_route',
  'version',
  'name',
  'notification_ids',
  'code',
  'username',
  'password',
  'risk',
  'enabled',
  'testnet',
  'api_key',
  'api_secret',
  'passphrase',
  'bot_token',
  'chat_id',
  'alert_events',
  'smtp_host',
  'smtp_port',
  'smtp_user',
  'smtp_password',
  'from_email',
  'to_email',
  '__proto__',
  'constructor',
  'toString',
);
const known = fc.constantFrom<unknown>(
  'paper',
  'binance',
  'BTC/USDT',
  'buy',
  'sell',
  'limit',
  'market',
  0.001,
  100_000,
  true,
  ['binance'],
  [],
);
const body = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.dictionary(field, fc.oneof(known, leaf, fc.array(leaf, { maxLength: 3 })), { maxKeys: 8 }),
  },
  { weight: 1, arbitrary: fc.oneof(leaf, fc.array(leaf, { maxLength: 3 })) },
);
const call = fc.record({
  name: fc.constantFrom(...names),
  parameter: fc.oneof(word, fc.constantFrom('binance', 'okx')),
  query: fc.dictionary(
    fc.constantFrom(
      'limit',
      'offset',
      'type',
      'exchange',
      'from',
      'to',
      'period_hours',
      'interval',
      'page',
      'before',
      'q',
    ),
    word,
    { maxKeys: 3 },
  ),
  body: fc.oneof(
    { weight: 9, arbitrary: body.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.string() },
  ),
  key: fc.option(fc.string({ minLength: 1, maxLength: 8 }).map((text) => text.replace(/[^\x21-\x7e]/g, '_'))),
});

test(`${CALLS} odd calls get no 5xx but the 501 of what comes later (seed ${seed})`, { timeout: 60_000 }, async () => {
  const calls = fc.sample(call, { seed, numRuns: CALLS });
  const wrong: unknown[] = [];
  for (let at = 0; at < calls.length; at += AT_ONCE) {
    await Promise.all(
      calls.slice(at, at + AT_ONCE).map(async (one) => {
        const { method, path } = routes[one.name];
        const target = `/api/v1${path.replaceAll(/\{\w+\}/g, encodeURIComponent(one.parameter) || 'x')}?${new URLSearchParams(one.query)}`;
        const headers = one.key === null ? {} : { 'idempotency-key': one.key };
        const answer = await send(live.address, method, target, {
          token: live.adminToken,
          headers,
          body: method === 'GET' ? undefined : one.body,
        });
        if (answer.status >= 500 && answer.status !== 501)
          wrong.push({ seed, ...one, status: answer.status, text: answer.text });
        if (answer.status >= 400 && answer.headers['content-type'] !== 'application/problem+json')
          wrong.push({ seed, ...one, text: answer.text });
      }),
    );
  }
  expect(wrong).toEqual([]);
  expect((await live.call('health')).status).toBe(200);
});

test(`${FRAMES} odd frames leave the socket open (seed ${seed})`, async () => {
  using socket = await openSocket(live.address, live.adminToken);
  const frame = fc.oneof(
    fc.string(),
    fc
      .record(
        {
          type: fc.constantFrom('subscribe', 'unsubscribe', 'ping', 'auth', 'x'),
          channel: fc.oneof(fc.constantFrom('logs', 'metrics'), word),
          since: leaf,
        },
        { requiredKeys: [] },
      )
      .map((value) => JSON.stringify(value)),
  );
  for (const text of fc.sample(frame, { seed, numRuns: FRAMES })) socket.sendRaw(text);
  socket.send({ type: 'ping' });
  await socket.ofType('pong');
});

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Role, type RouteName, routes } from '@triquad/core/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveBot, send, startLiveBot } from './live-bot.ts';

let live: LiveBot;
beforeAll(async () => {
  live = await startLiveBot();
});
afterAll(() => live[Symbol.asyncDispose]());

interface Entry {
  readonly actor: string;
  readonly action: string;
  readonly outcome: string;
  readonly request_id: string | null;
}

const trail = async (query: Record<string, string> = {}): Promise<Entry[]> =>
  ((await live.call('audit.list', { query: { limit: '500', ...query } })).body as { data: Entry[] }).data;

const changing = (Object.keys(routes) as RouteName[]).filter(
  (name) => routes[name].method !== 'GET' && name !== 'orders.preview',
);

/** The outcome of a call as the audit log names it. */
const outcomeOf = ({ status, body }: Awaited<ReturnType<typeof send>>): string =>
  status < 400 ? 'ok' : (body as { code: string }).code;

test.each(changing)('%s is in the audit log with any outcome', async (name) => {
  const { method, path, role } = routes[name];
  const target = `/api/v1${path.replaceAll(/\{\w+\}/g, 'x')}`;
  for (const body of ['{}', '{', `"${'x'.repeat(1_100_000)}"`, undefined]) {
    const actor = role === 'open' ? 'unknown' : (role satisfies Role);
    const token = role === 'open' ? null : live.token(role);
    const answer = await send(live.address, method, target, { token, ...(body === undefined ? {} : { body }) });
    const request_id = answer.headers['x-request-id'];
    const [entry] = await trail({ actor, limit: '1' });
    const told = { actor, action: name, outcome: outcomeOf(answer), request_id };
    expect({ body: body?.slice(0, 3), ...entry }).toMatchObject(told);
  }
});

test('a storm of refusals is counted, not written', async () => {
  const token = live.bot.issueToken('stormy', 'viewer');
  const storm = Array.from({ length: 900 }, () => send(live.address, 'POST', '/api/v1/bot/start', { token }));
  const statuses = (await Promise.all(storm)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([403]));
  const newest = (await live.call('audit.list', { query: { limit: '500', actor: 'stormy' } })).body as {
    data: { seq: number }[];
  };
  const older = await trail({ actor: 'stormy', before: String(newest.data.at(-1)?.seq) });
  expect([newest.data.length, older.length]).toEqual([500, 100]);
});

test('reading calls are not in the audit log', async () => {
  const token = live.token('operator');
  const body = { opportunity_id: 'x', amount: 1 };
  const answers = [await live.call('orders.preview', { token, body }), await live.call('orders.list', { token })];
  const ids = answers.map(({ headers }) => headers['x-request-id']);
  expect((await trail({ actor: 'operator' })).filter(({ request_id }) => ids.includes(request_id ?? ''))).toEqual([]);
});

test('refused metrics are in the audit log', async () => {
  const answer = await send(live.address, 'GET', '/metrics', { token: live.token('operator') });
  expect(await trail({ actor: 'operator' })).toContainEqual(
    expect.objectContaining({ action: 'metrics', outcome: 'forbidden', request_id: answer.headers['x-request-id'] }),
  );
});

test('a locked audit log blocks every change but a kill, which is answered before it is free', async () => {
  const other = new DatabaseSync(join(live.dataDir, 'access.sqlite'));
  other.exec('BEGIN IMMEDIATE');
  const statuses = [(await live.call('bot.start')).status, (await live.call('bot.kill')).status];
  other.exec('ROLLBACK');
  other.close();
  expect(statuses).toEqual([503, 200]);
  expect((await live.call('bot.kill.reset')).status).toBe(200);
});

interface Told extends Entry {
  readonly target: string | null;
  readonly source: string | null;
  readonly session: string | null;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

/** The newest entry of a call. */
const told = async (action: string): Promise<Told | undefined> =>
  (await trail()).find((entry) => entry.action === action) as Told | undefined;

test('a change is in the audit log with what it changed, from where and by which session', async () => {
  const { id, version, risk } = (await live.call('config.current')).body as {
    id: string;
    version: number;
    risk: { stop_loss_pct: number };
  };
  const stop_loss_pct = risk.stop_loss_pct + 1;
  const body = { version, total_capital: 4_321, risk: { ...risk, stop_loss_pct } };
  expect((await live.call('config.update', { parameters: { id }, body })).status).toBe(200);
  const entry = await told('config.update');
  expect(entry).toMatchObject({
    ...{ target: id, source: '127.0.0.1', session: expect.stringMatching(/^[0-9a-f]{16}$/) },
    before: { 'risk.stop_loss_pct': risk.stop_loss_pct, version },
    after: { 'risk.stop_loss_pct': stop_loss_pct, total_capital: 4_321, version: version + 1 },
  });
  expect(Object.keys(entry?.after ?? {})).toHaveLength(3);
  await live.call('config.update', { parameters: { id }, body });
  expect(await told('config.update')).toMatchObject({ outcome: 'stale_version', before: null, after: null });
});

test('an order is in the audit log by its id, with what was asked for', async () => {
  const body = { exchange: 'binance', symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: 0.001, price: 10_000 };
  const { id } = (await live.call('orders.place', { body })).body as { id: string };
  expect(await told('orders.place')).toMatchObject({ target: id, before: null, after: { ...body, status: 'pending' } });
  await live.call('orders.place', { body: { ...body, quantity: 1e9 } });
  expect(await told('orders.place')).toMatchObject({ target: 'binance BTC/USDT', outcome: 'rejected', after: null });
});

test('a secret that was entered is in the audit log as a mask', async () => {
  const secrets = {
    api_key: 'the-public-part-of-the-key',
    api_secret: 'canary-secret-1',
    passphrase: 'canary-phrase-2',
  };
  const saved = { parameters: { name: 'kucoin' }, body: { enabled: true, testnet: false, ...secrets } };
  expect((await live.call('exchanges.save', saved)).status).toBe(200);
  const entry = await told('exchanges.save');
  expect(entry).toMatchObject({
    target: 'kucoin',
    after: { api_secret: '[redacted]', passphrase: '[redacted]', enabled: true },
  });
  expect(JSON.stringify(entry)).not.toMatch(/canary|public-part/);
  await live.call('exchanges.delete', { parameters: { name: 'kucoin' } });
  expect(await told('exchanges.delete')).toMatchObject({ before: { enabled: true, has_secret: true }, after: null });
});

test('a sign-in names its session, and a wrong token its source', async () => {
  await live.signIn('carla', 'operator');
  expect(await told('auth.login')).toMatchObject({ actor: 'carla', source: '127.0.0.1', session: expect.any(String) });
  await live.call('bot.start', { token: 'wrong' });
  expect(await told('bot.start')).toMatchObject({ actor: 'unknown', source: '127.0.0.1', session: null });
});

import { expect, test } from 'vitest';
import { createTestClient, healthOf, ok } from '../testing/client.ts';
import { createFakeApi } from '../testing/fake-api.ts';
import { gathered } from './gathered.ts';

const risk = { state: 'active', since: null, reason: null, limits: [], breakers: [], stranded: [] };
const answering = (answer: Parameters<ReturnType<typeof createFakeApi>['answer']>[1], announced = true) => {
  const fake = createFakeApi({
    bootstrap: answer,
    'bot.status': ok({ is_running: false }),
    'opportunities.list': ok({ data: [] }),
    'bot.kill': ok({ message: 'killed' }),
    'decisions.list': ok({ data: [] }),
    risk: ok(risk),
  });
  const asked = () => fake.calls.map(({ name, request }) => [name, request.query?.calls ?? ''].join(' ').trim());
  return { api: gathered(fake, () => announced), asked };
};
const both = (api: ReturnType<typeof gathered>) =>
  Promise.all([api.call('bot.status', {}), api.call('opportunities.list', { query: { limit: 50 } })]);

test('reads of one moment are one call, and each is read by its own schema', async () => {
  const { api, asked } = answering(
    ok({ answers: { 'bot.status': { is_running: true }, 'opportunities.list?limit=50': { data: [{ id: 'a' }, 1] } } }),
  );
  const [status, list] = await both(api);
  expect(asked()).toEqual(['bootstrap bot.status,opportunities.list?limit=50']);
  expect(status).toMatchObject({ ok: true, value: { is_running: true } });
  expect(list).toMatchObject({ ok: true, value: { rows: [{ id: 'a' }], rejected: [{ path: '1' }] } });
  await api.call('risk', {});
  expect(asked().at(-1)).toBe('risk');
});

test('what the answer does not hold, or holds unreadably, is asked for by itself', async () => {
  const { api, asked } = answering(ok({ answers: { 'bot.status': { is_running: 'maybe' } } }));
  const [status, list] = await both(api);
  expect(asked().slice(1).sort()).toEqual(['bot.status', 'opportunities.list']);
  expect([status, list]).toMatchObject([{ ok: true, value: { is_running: false } }, { ok: true }]);
});

test('where a bootstrap is refused or fails each is asked for by itself; no connection and no token fail all', async () => {
  for (const answer of [{ status: 404 }, { status: 500 }, ok('nothing')] as const) {
    const { api, asked } = answering(answer);
    expect(await both(api)).toMatchObject([{ ok: true }, { ok: true }]);
    expect(asked()).toHaveLength(3);
  }
  for (const answer of ['network', { status: 401 }] as const) {
    const { api, asked } = answering(answer);
    expect(await both(api)).toMatchObject([{ ok: false }, { ok: false }]);
    expect(asked()).toHaveLength(1);
  }
});

test('commands, other reads, reads that may be aborted, and all reads of a bot without bootstrap are made as they are', async () => {
  const some = answering(ok({ answers: {} }));
  await Promise.all([
    some.api.call('bot.kill', { body: {} }, { key: 'k' }),
    some.api.call('decisions.list', {}),
    some.api.call('bot.status', {}, { signal: new AbortController().signal }),
  ]);
  expect(some.asked()).toEqual(['bot.kill', 'decisions.list', 'bot.status']);
  const none = answering(ok({ answers: {} }), false);
  await both(none.api);
  expect(none.asked()).toEqual(['bot.status', 'opportunities.list']);
});

test('how far the account is behind the bot goes with each answer', async () => {
  const { api } = answering(ok({ answers: { 'bot.status': {}, risk }, journal: { behind_ms: 1_700 } }));
  const [, answer] = await Promise.all([api.call('bot.status', {}), api.call('risk', {})]);
  expect(answer).toMatchObject({ ok: true, value: { journal: { behind_ms: 1_700 } } });
});

test('a client that connects, or connects again, loads what is watched with one call', async () => {
  const t = createTestClient({
    token: 'token',
    answers: {
      health: healthOf('socket.auth', 'bootstrap', 'risk'),
      bootstrap: ok({ answers: { 'bot.status': { is_running: true }, risk, 'wallets.balances': {} } }),
    },
  });
  for (const resource of ['status', 'risk', 'wallets'] as const) t.client.send({ type: 'Watch', resource });
  t.client.start();
  await t.clock.advance(0);
  t.socket.latest.say({ type: 'authenticated' });
  await t.clock.advance(0);
  const loads = () => t.api.calls.map(({ name }) => name).filter((name) => name !== 'health' && name !== 'auth.me');
  expect(loads()).toEqual(['bootstrap']);
  expect(t.client.getSnapshot().loaded.risk).toMatchObject({ state: 'active' });
  t.socket.latest.close();
  await t.clock.advance(2_000);
  t.socket.latest.say({ type: 'authenticated' });
  await t.clock.advance(0);
  expect(loads()).toEqual(['bootstrap', 'bootstrap']);
});

test('a connection that takes long holds screens back for a second, and then lets them load with one call', async () => {
  const t = createTestClient({
    token: 'token',
    answers: { health: healthOf('socket.auth', 'bootstrap', 'risk'), bootstrap: ok({ answers: {} }) },
  });
  t.client.start();
  t.client.send({ type: 'Watch', resource: 'status' });
  await t.clock.advance(20);
  for (const resource of ['risk', 'wallets'] as const) t.client.send({ type: 'Watch', resource });
  await t.clock.advance(2_000);
  expect(t.api.calls.find(({ name }) => name !== 'health' && name !== 'auth.me')?.name).toBe('bootstrap');
});

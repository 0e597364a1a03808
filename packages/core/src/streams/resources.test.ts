import { expect, test } from 'vitest';
import { problemOfAnswer } from '../gateway/problem-of-answer.ts';
import type { ResourceName } from '../journal/resource.ts';
import { selectToday } from '../selectors/figures.ts';
import { createTestClient, healthOf, ok, type TestClient } from '../testing/client.ts';
import { opportunityRecord, timeOf } from '../testing/records.ts';

const minute = 60_000;
const started = async (options: Parameters<typeof createTestClient>[0] = {}) => {
  const t = createTestClient({ ...options, answers: { health: ok({}), ...options.answers } });
  t.client.start();
  await t.clock.advance(0);
  return t;
};
const watch = (t: TestClient, resource: ResourceName, limit?: number) => {
  t.client.send({ type: 'Watch', resource, ...(limit === undefined ? {} : { limit }) });
  return t.clock.advance(0);
};
const at = (t: TestClient, resource: ResourceName) => t.client.getSnapshot().resources[resource];
const summary = { 'performance.summary': ok({ total_trades: 3 }) } as const;

test('a resource is loaded once for any number of watchers', async () => {
  const t = await started({ answers: summary });
  await watch(t, 'summary');
  await watch(t, 'summary');
  expect(t.api.count('performance.summary')).toBe(1);
  expect(at(t, 'summary')).toMatchObject({ status: 'fresh', loaded_at: t.clock.now() });
  expect(t.client.getSnapshot().loaded.summary?.total_trades).toBe(3);
});

test('a failed load is retried three times, after 1 s, 2 s and 4 s; a refresh starts again', async () => {
  const t = await started({ answers: { 'performance.summary': { status: 503, body: { detail: 'warming up' } } } });
  const from = t.clock.now();
  const tried: number[] = [];
  t.client.subscribe(() => {
    if (t.api.count('performance.summary') > tried.length) tried.push(t.clock.now() - from);
  });
  await watch(t, 'summary');
  await t.clock.advance(minute);
  expect(tried).toEqual([0, 1_000, 3_000, 7_000]);
  expect(at(t, 'summary')).toMatchObject({ status: 'failed', problem: { detail: 'warming up' } });
  t.api.answer('performance.summary', summary['performance.summary']);
  t.client.send({ type: 'Refresh', resource: 'summary' });
  await t.clock.advance(0);
  expect(at(t, 'summary')).toMatchObject({ status: 'fresh', problem: null });
});

test('a refused load is not retried', async () => {
  const t = await started({ answers: { 'performance.summary': { status: 403 } } });
  await watch(t, 'summary');
  await t.clock.advance(minute);
  expect(t.api.count('performance.summary')).toBe(1);
  expect(at(t, 'summary').status).toBe('failed');
});

test('a resource is stale after five minutes and reloaded while watched, otherwise by the next watcher', async () => {
  const t = await started({ answers: summary });
  await watch(t, 'summary');
  await t.clock.advance(5 * minute);
  expect([t.api.count('performance.summary'), at(t, 'summary').status]).toEqual([2, 'fresh']);
  expect(t.story()).toContain('ResourceStale');
  t.client.send({ type: 'Unwatch', resource: 'summary' });
  await t.clock.advance(5 * minute);
  expect([t.api.count('performance.summary'), at(t, 'summary').status]).toEqual([2, 'stale']);
  await watch(t, 'summary');
  expect([t.api.count('performance.summary'), at(t, 'summary').status]).toEqual([3, 'fresh']);
});

test('a resource is dropped ten minutes after its last watcher has left', async () => {
  const t = await started({ answers: summary });
  await watch(t, 'summary');
  t.client.send({ type: 'Unwatch', resource: 'summary' });
  await t.clock.advance(10 * minute - 1);
  expect(t.client.getSnapshot().loaded.summary).not.toBeNull();
  await t.clock.advance(1);
  expect(t.client.getSnapshot().loaded.summary).toBeNull();
  expect(at(t, 'summary').status).toBe('idle');
});

test('the largest limit of the watchers decides how many rows are loaded', async () => {
  const t = await started({ answers: { 'opportunities.list': ok([]) } });
  await watch(t, 'opportunities', 50);
  await watch(t, 'opportunities', 100);
  await watch(t, 'opportunities', 50);
  expect(t.api.calls.filter(({ name }) => name === 'opportunities.list').map(({ request }) => request.query)).toEqual([
    { limit: 50 },
    { limit: 100 },
  ]);
});

test('resources are loaded by the calls of the specification', async () => {
  const t = await started();
  for (const resource of [
    'orders',
    'trades',
    'executions',
    'notifications',
    'equity',
    'drawdown',
    'heatmap',
  ] as const) {
    await watch(t, resource);
  }
  expect(t.api.calls.slice(1).map(({ name, request }) => [name, request.query])).toEqual([
    ['orders.list', { status: 'pending', limit: 20 }],
    ['orders.history', { limit: 50 }],
    ['orders.history', { limit: 10 }],
    ['notifications.list', { page: 1, page_size: 10 }],
    ['performance.equity', { period_hours: 168, interval: '1h' }],
    ['performance.drawdown', { period_hours: 168 }],
    ['performance.heatmap', { period_hours: 168 }],
  ]);
});

test('a resource is not requested from a bot that does not announce it', async () => {
  const t = await started();
  await watch(t, 'logs');
  await watch(t, 'scan');
  expect([at(t, 'logs').status, t.api.count('logs.list'), t.api.count('scan')]).toEqual(['idle', 0, 0]);
  const embedded = await started({ answers: { health: healthOf('logs.history'), 'logs.list': ok([]) } });
  await watch(embedded, 'logs');
  expect(at(embedded, 'logs').status).toBe('fresh');
});

const today = async () => {
  const t = await started({
    answers: {
      health: healthOf('metrics'),
      'performance.metrics': (_, times) => ok({ total_pnl: times }),
    },
  });
  await watch(t, 'today');
  const from = () => t.api.calls.findLast(({ name }) => name === 'performance.metrics')?.request.query?.from;
  const shown = () => [from(), selectToday(t.client.getSnapshot())?.total_pnl ?? null];
  return { t, shown };
};

test('today’s figures are requested since midnight, and reloaded like the other figures', async () => {
  const spec = await started();
  await watch(spec, 'today');
  expect([at(spec, 'today').status, spec.api.count('performance.metrics')]).toEqual(['idle', 0]);

  const { t, shown } = await today();
  expect(shown()).toEqual(['2026-01-31T00:00:00.000Z', 1]);
  t.socket.latest.say({ type: 'execution', data: { id: 'e', status: 'completed', entry_time: timeOf() } });
  await t.clock.advance(1_000);
  expect(shown()).toEqual(['2026-01-31T00:00:00.000Z', 2]);
});

test('the day follows the bot’s clock, and yesterday’s figures are never shown as today’s', async () => {
  const { t, shown } = await today();
  const say = (time: string) =>
    t.socket.latest.say({ type: 'log', data: { id: time, timestamp: time, level: 'INFO', message: '' }, at: time });
  say('2026-02-02T23:58:00.000Z');
  await t.clock.advance(0);
  expect(shown()).toEqual(['2026-01-31T00:00:00.000Z', null]);
  await t.clock.advance(1_000);
  expect(shown()).toEqual(['2026-02-02T00:00:00.000Z', 2]);
  await t.clock.advance(2 * minute - 1_001);
  expect(shown()).toEqual(['2026-02-02T00:00:00.000Z', 2]);
  await t.clock.advance(1);
  expect(shown()).toEqual(['2026-02-03T00:00:00.000Z', 3]);
});

test('executions reload the history, at most once a second', async () => {
  const t = await started({ answers: { 'orders.history': ok([]) } });
  await watch(t, 'trades');
  for (let index = 0; index < 20; index += 1) {
    t.socket.latest.say({
      type: 'execution',
      data: { id: `e${index}`, status: 'completed', entry_time: timeOf(index) },
    });
    await t.clock.advance(100);
  }
  await t.clock.advance(1_000);
  expect(t.api.count('orders.history')).toBe(3);
});

test('the first load waits for the live connection, and each reconnection reloads', async () => {
  const t = createTestClient({ answers: { health: ok({}), 'opportunities.list': ok([opportunityRecord('a')]) } });
  t.client.start();
  t.client.send({ type: 'Watch', resource: 'opportunities' });
  await t.clock.advance(0);
  const story = t.story();
  expect(story.indexOf('Connected')).toBeLessThan(story.indexOf('ResourceRequested'));
  expect(t.api.count('opportunities.list')).toBe(1);
  t.socket.latest.close();
  await t.clock.advance(1_000);
  expect(t.api.count('opportunities.list')).toBe(2);
});

test('a bot without a live connection is loaded as well', async () => {
  const t = await started({ accepts: () => false, answers: summary });
  await watch(t, 'summary');
  expect(at(t, 'summary').status).toBe('fresh');
});

test('without a token nothing is loaded before the bot has answered whether it demands one', async () => {
  const late = Promise.withResolvers<ReturnType<typeof ok>>();
  const answers = { health: () => late.promise, ...summary };
  const t = createTestClient({ answers });
  t.client.start();
  await watch(t, 'summary');
  await t.clock.advance(4_000);
  expect(t.api.count('performance.summary')).toBe(0);
  late.resolve(healthOf('socket.auth'));
  await t.clock.advance(minute);
  expect(t.api.count('performance.summary')).toBe(0);
  expect(t.client.getSnapshot().session.value).toBe('signedOut');
  const signedIn = createTestClient({ answers: { ...answers, health: () => new Promise(() => {}) }, token: 'secret' });
  signedIn.client.start();
  await watch(signedIn, 'summary');
  await signedIn.clock.advance(1_000);
  expect(signedIn.api.count('performance.summary')).toBe(1);
});

test('a gap reloads what it may have hidden', async () => {
  const t = await started({ answers: { 'opportunities.list': ok([]), 'performance.summary': ok({}) } });
  await watch(t, 'opportunities');
  await watch(t, 'summary');
  t.socket.latest.say({ type: 'gap', channel: 'opportunities' });
  await t.clock.advance(1_000);
  expect([t.api.count('opportunities.list'), t.api.count('performance.summary')]).toEqual([2, 1]);
});

test('an unreadable row is skipped and reported, an unreadable body is an error', async () => {
  const t = await started({ answers: { 'opportunities.list': ok([{ no: 'id' }, opportunityRecord('a')]) } });
  await watch(t, 'opportunities');
  expect(t.client.getSnapshot().opportunities.items.map(({ id }) => id)).toEqual(['a']);
  expect(t.story()).toContain('ResponseRejected');
  t.api.answer('opportunities.list', ok('<html>'));
  t.client.send({ type: 'Refresh', resource: 'opportunities' });
  await t.clock.advance(8_000);
  expect(at(t, 'opportunities')).toMatchObject({ status: 'failed', problem: { kind: 'contract' } });
  expect(t.client.getSnapshot().opportunities.items.map(({ id }) => id)).toEqual(['a']);
});

test('an unreadable optional field of a row or a frame is left out and reported', async () => {
  const odd = { ...opportunityRecord('a'), alternatives: 'many' };
  const t = await started({ answers: { 'opportunities.list': ok([odd]) } });
  await watch(t, 'opportunities');
  t.socket.latest.say({ type: 'opportunity', data: { ...odd, id: 'b' } });
  await t.clock.advance(1_000);
  expect(
    t.client
      .getSnapshot()
      .opportunities.items.map(({ id }) => id)
      .sort(),
  ).toEqual(['a', 'b']);
  const reasons = t.client.getSnapshot().logs.entries.map(({ params }) => params?.path);
  expect(reasons.sort()).toEqual(['0.alternatives', 'data.alternatives']);
});

test('Retry-After sets the time of the next try', async () => {
  const t = await started();
  const problem = problemOfAnswer(429, null, '20');
  t.api.call = async () => ({ ok: false, problem, rejected: null });
  await watch(t, 'summary');
  expect(at(t, 'summary')).toMatchObject({ status: 'loading', attempt: 1, retry_at: t.clock.now() + 20_000 });
  await t.clock.advance(19_999);
  expect(at(t, 'summary').attempt).toBe(1);
  await t.clock.advance(1);
  expect(at(t, 'summary').attempt).toBe(2);
});

test('a load that is outdated while it runs is repeated a second later, once', async () => {
  const late = Promise.withResolvers<ReturnType<typeof ok>>();
  const t = await started({ answers: { 'orders.history': (_, times) => (times === 1 ? late.promise : ok([])) } });
  await watch(t, 'trades');
  for (const id of ['a', 'b'])
    t.socket.latest.say({ type: 'execution', data: { id, status: 'completed', entry_time: timeOf() } });
  await t.clock.advance(5_000);
  expect(t.api.count('orders.history')).toBe(1);
  late.resolve(ok([]));
  await t.clock.advance(999);
  expect(t.api.count('orders.history')).toBe(1);
  await t.clock.advance(10_000);
  expect([t.api.count('orders.history'), at(t, 'trades').status]).toEqual([2, 'fresh']);
});

test('a resource that is outdated while unwatched is loaded by the next watcher', async () => {
  const t = await started({ answers: { 'orders.history': ok([]) } });
  await watch(t, 'trades');
  t.client.send({ type: 'Unwatch', resource: 'trades' });
  t.socket.latest.say({ type: 'execution', data: { id: 'e', status: 'completed', entry_time: timeOf() } });
  await t.clock.advance(10_000);
  expect([t.api.count('orders.history'), at(t, 'trades').status]).toEqual([1, 'stale']);
  await watch(t, 'trades');
  expect([t.api.count('orders.history'), at(t, 'trades').status]).toEqual([2, 'fresh']);
});

test('after a sign-out nothing counts as loaded or loading: a list without rows is unknown, not empty', async () => {
  const never = new Promise<ReturnType<typeof ok>>(() => {});
  const t = await started({ token: 'x', answers: { 'orders.list': ok([]), 'performance.summary': () => never } });
  await watch(t, 'orders');
  await watch(t, 'summary');
  expect([at(t, 'orders').status, at(t, 'summary').status]).toEqual(['fresh', 'loading']);
  t.client.send({ type: 'Logout' });
  await t.clock.advance(0);
  for (const name of ['orders', 'summary'] as const)
    expect(at(t, name)).toMatchObject({ status: 'idle', loaded_at: null });
});

test('an answer that comes after the sign-out, or after the stop, is dropped', async () => {
  const late = Promise.withResolvers<ReturnType<typeof ok>>();
  const t = await started({ token: 'x', answers: { 'performance.summary': () => late.promise } });
  await watch(t, 'summary');
  t.client.send({ type: 'Logout' });
  await t.clock.advance(0);
  late.resolve(ok({ total_trades: 3 }));
  await t.clock.advance(0);
  expect(t.client.getSnapshot().loaded.summary).toBeNull();
  t.client.stop();
  expect(t.clock.waiting).toBe(0);
});

test('what a bot said goes when the next one lacks the capability, and comes back with it', async () => {
  const risk = { state: 'active', since: null, reason: null, limits: [], breakers: [], stranded: [] };
  const t = await started({ answers: { health: healthOf('risk'), risk: ok(risk) } });
  await watch(t, 'risk');
  expect([at(t, 'risk').status, t.client.getSnapshot().loaded.risk?.state]).toEqual(['fresh', 'active']);
  const reconnected = async (health: ReturnType<typeof healthOf>) => {
    t.api.answer('health', health);
    t.socket.latest.close(1006);
    await t.clock.advance(2_000);
    return [at(t, 'risk').status, t.client.getSnapshot().loaded.risk?.state];
  };
  expect(await reconnected(healthOf('markets'))).toEqual(['idle', undefined]);
  expect(await reconnected(healthOf('risk'))).toEqual(['fresh', 'active']);
});

test('after a stop nothing is said to load', async () => {
  const t = await started({ answers: summary });
  await watch(t, 'summary');
  t.api.answer('performance.summary', 'never');
  t.api.answer('bot.status', 'never');
  t.client.send({ type: 'Refresh', resource: 'summary' });
  await watch(t, 'status');
  expect([at(t, 'summary').status, at(t, 'status').status]).toEqual(['loading', 'loading']);
  t.client.stop();
  expect([at(t, 'summary').status, at(t, 'status').status]).toEqual(['stale', 'idle']);
});

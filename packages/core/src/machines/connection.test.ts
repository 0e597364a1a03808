import { expect, test } from 'vitest';
import { selectUptime } from '../selectors/bot.ts';
import {
  selectBotNow,
  selectConfirmedAge,
  selectConfirmedAt,
  selectConnection,
  selectFreshness,
} from '../selectors/connection.ts';
import { createTestClient, healthOf, ok, type TestClient } from '../testing/client.ts';
import { settled } from '../testing/fake-clock.ts';
import { opportunityRecord, timeOf } from '../testing/records.ts';

const connectionStates = (client: TestClient) => {
  const seen: string[] = [];
  client.client.subscribe((state) => {
    const now = `${selectConnection(state)} ${state.connection.attempt}`;
    if (now !== seen.at(-1)) seen.push(now);
  });
  return seen;
};
const started = async (options: Parameters<typeof createTestClient>[0]) => {
  const t = createTestClient(options);
  const states = connectionStates(t);
  t.client.start();
  await t.clock.advance(0);
  return { ...t, states };
};
const subscriptions = (t: TestClient) => t.socket.latest.sent;
const frame = (id: string, seq?: number) => ({ type: 'opportunity', data: opportunityRecord(id), seq, at: timeOf() });
const connected = { live: { connected: 'confirmed' } };
const specChannels = ['opportunities', 'executions', 'bot_status', 'logs'];

test('tries five times, 1 s doubling, then gives up; a manual reconnect resets the attempts', async () => {
  let accepts = false;
  const t = await started({ accepts: () => accepts });
  const from = t.clock.now();
  const tried: number[] = [];
  for (let known = t.socket.connections.length; t.clock.now() < from + 120_000; known = t.socket.connections.length) {
    await t.clock.advance(500);
    if (t.socket.connections.length > known) tried.push(t.clock.now() - from);
  }
  expect(tried).toEqual([1_000, 3_000, 7_000, 15_000, 31_000]);
  const tries = [1, 2, 3, 4, 5].flatMap((attempt) => [`waiting ${attempt}`, `connecting ${attempt}`]);
  expect(t.states).toEqual(['idle 0', 'connecting 0', ...tries, 'disconnected 5']);
  const { connection, logs } = t.client.getSnapshot();
  expect(connection.message).toBe('reconnection_exhausted');
  expect(logs.entries.map(({ code }) => code)).toContain('reconnection_exhausted');

  accepts = true;
  t.client.send({ type: 'Reconnect' });
  await t.clock.advance(0);
  expect(t.states.slice(-2)).toEqual(['connecting 0', 'connected 0']);
});

test('success resets the count; all channels are subscribed again', async () => {
  let accepts = false;
  const t = await started({ accepts: () => accepts });
  await t.clock.advance(3_500);
  accepts = true;
  await t.clock.advance(4_000);
  expect(t.client.getSnapshot().connection).toMatchObject({ value: connected, attempt: 0 });
  expect(subscriptions(t)).toEqual(specChannels.map((channel) => ({ type: 'subscribe', channel })));
  t.socket.latest.close();
  await t.clock.advance(999);
  expect(t.client.getSnapshot().connection).toMatchObject({ value: 'waiting', attempt: 1 });
  await t.clock.advance(1);
  expect(selectConnection(t.client.getSnapshot())).toBe('connected');
  expect(subscriptions(t)).toEqual(specChannels.map((channel) => ({ type: 'subscribe', channel })));
});

test('a bot that announces it is shown the token first, and extensions are subscribed', async () => {
  const t = await started({
    token: 'secret',
    answers: {
      health: healthOf('socket.auth', 'frames.v2', 'orders.stream', 'balances.stream', 'metrics', 'backtest'),
    },
  });
  expect(t.socket.latest.sent).toEqual([{ type: 'auth', token: 'secret' }]);
  expect(selectConnection(t.client.getSnapshot())).toBe('connecting');
  t.socket.latest.say({ type: 'authenticated', operator: { name: 'a', role: 'admin' } });
  expect(selectConnection(t.client.getSnapshot())).toBe('connected');
  expect(t.socket.latest.sent.slice(1)).toEqual([
    { type: 'ping' },
    { type: 'batch' },
    ...[...specChannels, 'orders', 'balances', 'metrics', 'backtests'].map((channel) => ({
      type: 'subscribe',
      channel,
    })),
  ]);
});

test('a bot that began between its health call and its socket is asked again, and its extensions are used', async () => {
  const t = await started({ token: 't', answers: { health: { status: 503 } } });
  expect([t.api.count('health'), t.socket.connections.length]).toEqual([2, 1]);
  t.api.answer('health', healthOf('socket.auth'));
  // It refuses what is not a token: that says nothing of the session.
  t.socket.latest.close(4401);
  await t.clock.advance(1_000);
  expect(t.socket.latest.sent).toEqual([{ type: 'auth', token: 't' }]);
  t.socket.latest.say({ type: 'authenticated' });
  expect(t.client.getSnapshot().health.problem).toBeNull();

  t.api.answer('health', (_, times) => (times === 4 ? { status: 503 } : healthOf('socket.auth', 'metrics')));
  t.socket.latest.close();
  await t.clock.advance(1_000);
  const withOldReport = t.socket.connections.length;
  t.socket.latest.say({ type: 'authenticated' });
  await t.clock.advance(0);
  expect([t.api.count('health'), t.socket.connections.length]).toEqual([5, withOldReport + 1]);
  t.socket.latest.say({ type: 'authenticated' });
  expect(subscriptions(t)).toContainEqual({ type: 'subscribe', channel: 'metrics' });
});

test('a bot without a health call is connected to all the same, and refuses a session by its socket', async () => {
  const t = await started({ token: 't', answers: { health: 'network' } });
  expect([selectConnection(t.client.getSnapshot()), t.api.count('health')]).toEqual(['connected', 2]);
  const other = await started({ token: 't', answers: {} });
  expect([selectConnection(other.client.getSnapshot()), other.api.count('health')]).toEqual(['connected', 1]);
  other.socket.latest.close(4401);
  expect(other.story()).toContain('SessionRefused');
});

test('missed frames are requested, and a gap is reported', async () => {
  const t = await started({});
  t.socket.latest.say(frame('a', 7));
  t.socket.latest.say(frame('b', 8));
  t.socket.latest.close();
  await t.clock.advance(1_000);
  expect(t.socket.latest.sent[0]).toEqual({ type: 'subscribe', channel: 'opportunities', since: 8 });
  t.socket.latest.say(frame('c', 9));
  expect(t.story()).not.toContain('GapDetected');
  t.socket.latest.say(frame('e', 11));
  expect(t.story().slice(-2)).toEqual(['GapDetected', 'OpportunitiesDetected']);
  t.socket.latest.say(frame('d', 10));
  expect(t.client.getSnapshot().opportunities.items.map(({ id }) => id)).toEqual(['e', 'c', 'b', 'a']);
});

test('a reset sequence of the bot is a gap', async () => {
  const t = await started({});
  t.socket.latest.say(frame('a', 70));
  t.socket.latest.close();
  await t.clock.advance(1_000);
  t.socket.latest.say({ type: 'subscribed', channel: 'opportunities', seq: 3 });
  expect(t.story().at(-1)).toBe('GapDetected');
  t.socket.latest.say(frame('b', 4));
  expect(t.story().at(-1)).toBe('OpportunitiesDetected');
});

const embedded = async () => {
  const t = await started({ token: 't', answers: { health: healthOf('socket.auth') } });
  t.socket.latest.say({ type: 'authenticated' });
  return t;
};
const freshness = (t: TestClient) => selectFreshness(t.client.getSnapshot());
const age = (t: TestClient) => selectConfirmedAge(t.client.getSnapshot());
const pings = (t: TestClient) => subscriptions(t).filter((sent) => (sent as { type: string }).type === 'ping').length;

test('a bot that answers pings is stale after 2.5 s of silence and live again with its next frame', async () => {
  const t = await embedded();
  await t.clock.advance(1_000);
  t.socket.latest.say({ type: 'pong' });
  await t.clock.advance(2_499);
  expect([freshness(t), pings(t)]).toEqual(['live', 4]);
  await t.clock.advance(1);
  expect([freshness(t), age(t)]).toEqual(['stale', 2]);
  await t.clock.advance(1_500);
  expect([freshness(t), age(t)]).toEqual(['stale', 4]);
  t.socket.latest.say({ type: 'log', data: { id: 'x' } });
  expect([freshness(t), age(t)]).toEqual(['live', null]);
});

test('10 s of silence is a lost connection: the socket is closed and tried again', async () => {
  const t = await embedded();
  const bot = t.socket.latest;
  await t.clock.advance(9_999);
  expect([freshness(t), bot.open]).toEqual(['stale', true]);
  await t.clock.advance(1);
  expect([freshness(t), bot.open]).toEqual(['lost', false]);
  expect(t.client.getSnapshot().connection).toMatchObject({ value: 'waiting', attempt: 1 });
  await t.clock.advance(1_000);
  t.socket.latest.say({ type: 'authenticated' });
  expect([freshness(t), age(t)]).toEqual(['live', null]);
});

test('figures are confirmed up to the moment at which the socket closed, and clocks stand still from then on', async () => {
  const t = await embedded();
  t.socket.latest.say({ type: 'bot_status', data: { is_running: true, uptime: 60 } });
  await t.clock.advance(2_000);
  t.socket.latest.close();
  const closed = t.clock.now();
  await t.clock.advance(5_000);
  const state = t.client.getSnapshot();
  expect([freshness(t), selectConfirmedAt(state), selectBotNow(state)]).toEqual(['lost', closed, closed]);
  expect([selectUptime(state), state.now > closed]).toEqual([62, true]);
});

test('a page that is shown again knows at once that the bot was silent meanwhile', async () => {
  const t = await embedded();
  // A hidden page's timers are held back: time passes, and none of them runs.
  t.clock.sleep(3_000);
  t.client.send({ type: 'PageShown', hidden_ms: 3_000 });
  expect(freshness(t)).toBe('stale');
});

test('the time from ping to pong is the latency', async () => {
  const t = await started({ token: 't', answers: { health: healthOf('socket.auth') } });
  t.socket.latest.say({ type: 'authenticated' });
  await t.clock.advance(12);
  t.socket.latest.say({ type: 'pong' });
  expect(t.client.getSnapshot().connection.latency_ms).toBe(12);
});

test('a bot that speaks only the spec is never pinged; a status not answered in 2.5 s makes it stale', async () => {
  const t = await started({ answers: { health: { status: 200, body: { status: 'ok' } }, 'bot.status': ok({}) } });
  await t.clock.advance(60_000);
  expect([freshness(t), pings(t), t.api.count('bot.status')]).toEqual(['live', 0, 12]);
  t.api.answer('bot.status', 'never');
  await t.clock.advance(7_499);
  expect(freshness(t)).toBe('live');
  await t.clock.advance(1);
  expect([freshness(t), age(t)]).toEqual(['stale', 7]);
  t.api.answer('bot.status', { status: 403 });
  await t.clock.advance(2_500);
  expect([freshness(t), t.socket.latest.open]).toEqual(['live', true]);
  t.api.answer('bot.status', { status: 503 });
  await t.clock.advance(5_000);
  expect(freshness(t)).toBe('stale');
  await t.clock.advance(7_500);
  expect([freshness(t), selectConnection(t.client.getSnapshot())]).toEqual(['lost', 'waiting']);
});

test('a given-up connection is tried again when the network is back, and once a minute at most', async () => {
  const t = await started({ accepts: () => false });
  const exhausted = async () => {
    await t.clock.advance(35_000);
    return selectConnection(t.client.getSnapshot()) === 'disconnected';
  };
  expect(await exhausted()).toBe(true);
  t.client.send({ type: 'PageShown', hidden_ms: 4_999 });
  expect(selectConnection(t.client.getSnapshot())).toBe('disconnected');
  t.client.send({ type: 'PageShown', hidden_ms: 5_000 });
  expect(selectConnection(t.client.getSnapshot())).toBe('connecting');
  const tried = t.socket.connections.length;
  expect(await exhausted()).toBe(true);
  expect(t.socket.connections.length - tried).toBe(6);
  t.client.send({ type: 'NetworkOnline' });
  expect(selectConnection(t.client.getSnapshot())).toBe('disconnected');
  await t.clock.advance(25_000);
  t.client.send({ type: 'NetworkOnline' });
  expect(selectConnection(t.client.getSnapshot())).toBe('connecting');
});

test('a clock that is wrong is noticed by the frames, and the first load made again', async () => {
  const t = await started({
    answers: { 'opportunities.list': { status: 200, body: [opportunityRecord('a', -600_000)] } },
  });
  t.client.send({ type: 'Watch', resource: 'opportunities' });
  await t.clock.advance(0);
  expect(t.client.getSnapshot().opportunities.items).toEqual([]);
  const sayAt = (ms: number) => t.socket.latest.say({ type: 'log', at: timeOf(ms), data: { id: `${ms}` } });
  sayAt(-700_000);
  sayAt(-600_100);
  sayAt(-650_000);
  await t.clock.advance(2_500);
  expect(t.story().filter((type) => type === 'ClockCompared').length).toBe(2);
  expect(t.client.getSnapshot().connection.ahead_ms).toBe(600_100);
  expect(t.client.getSnapshot().opportunities.items.map(({ id }) => id)).toEqual(['a']);
});

test('unreadable frames are reported and change nothing', async () => {
  const t = await started({});
  const before = t.client.getSnapshot().opportunities;
  const garbage = [
    '',
    'nonsense',
    '[7]',
    'null',
    '{"type":5}',
    '{"type":"opportunity"}',
    '{"type":"__proto__","data":{}}',
  ];
  for (const text of garbage) t.socket.latest.say(text);
  t.socket.latest.say('{"type":"opportunity","data":{"id":"a","profit_pct":"much"}}');
  await settled();
  expect(t.client.getSnapshot().opportunities).toEqual(before);
  expect(selectConnection(t.client.getSnapshot())).toBe('connected');
  expect(t.story().filter((type) => type === 'FrameRejected').length).toBe(7);
});

test('stopping closes the socket and waits for nothing', async () => {
  const t = await started({});
  t.client.send({ type: 'ShowToast', kind: 'error', code: 'text', params: {}, detail: 'x' });
  t.client.send({ type: 'Watch', resource: 'summary' });
  await t.clock.advance(500);
  t.client.stop();
  expect([t.socket.latest.open, t.clock.waiting]).toEqual([false, 0]);
  expect(selectConnection(t.client.getSnapshot())).toBe('idle');
  await t.clock.advance(60_000);
  expect(t.socket.connections.length).toBe(1);
});

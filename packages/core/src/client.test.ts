import fc from 'fast-check';
import { expect, test } from 'vitest';
import { selectMode } from './selectors/bot.ts';
import { selectConnection } from './selectors/connection.ts';
import { createTestClient, healthOf, ok, type TestClient } from './testing/client.ts';
import { opportunityRecord, timeOf } from './testing/records.ts';

const specBot = {
  'bot.status': ok({ bot_status: 'running', mode: 'paper', uptime: 90, message: 'up' }),
  'opportunities.list': ok({ data: [{ id: 1, type: 'TRI', path: ['USDT', 'BTC', 'ETH', 'USDT'], profit_pct: '0.7' }] }),
  'orders.list': ok([{ id: 'o1', symbol: 'BTC/USDT', status: 'pending' }]),
  'orders.history': ok({ data: [{ id: 't1', opportunity_type: 'QUAD', profit: 2.5, entry_time: 1_769_860_000 }] }),
  'wallets.balances': ok({ exchanges: [{ exchange: 'kraken', error: 'no key' }] }),
  'notifications.list': ok({ data: { notifications: [{ id: 'n1', title: 'Hi' }], unread_count: 4 } }),
  'performance.summary': ok({ total_profit: 10, total_loss: 4 }),
  'performance.equity': ok({ data: [{ timestamp: '2026-01-31T11:00:00Z', equity: 10_000 }] }),
  'performance.drawdown': ok({ drawdown_series: [] }),
  'performance.heatmap': ok({ pairs: [{ pair: 'BTC/USDT', total_profit: 3 }] }),
} as const;
const everything = [
  'status',
  'opportunities',
  'orders',
  'trades',
  'executions',
  'wallets',
  'notifications',
  'summary',
  'equity',
  'drawdown',
  'heatmap',
] as const;

const watching = async (options: Parameters<typeof createTestClient>[0]): Promise<TestClient> => {
  const t = createTestClient(options);
  t.client.start();
  for (const resource of everything) t.client.send({ type: 'Watch', resource });
  await t.clock.advance(0);
  return t;
};

test('a bot with the basic API only, without a health call, fills every screen', async () => {
  const t = await watching({ answers: specBot });
  const state = t.client.getSnapshot();
  expect(everything.map((name) => state.resources[name].status)).toEqual(everything.map(() => 'fresh'));
  expect(state.bot.status).toMatchObject({ is_running: true, mode: 'paper', uptime: 90 });
  expect(selectMode(state)).toBe('paper');
  expect(state.opportunities.items).toMatchObject([
    { id: '1', symbols: ['USDT', 'BTC', 'ETH', 'USDT'], profit_pct: 0.7 },
  ]);
  expect(state.trades.items).toMatchObject([{ id: 't1', profit: 2.5 }]);
  expect(state.loaded.wallets?.exchanges).toMatchObject([{ exchange: 'kraken', error: 'no key', total_usd: null }]);
  expect(state.notifications).toMatchObject({ unread: 4, items: [{ id: 'n1', read: false }] });
  expect(state.loaded.summary).toMatchObject({ total_pnl: 6, trends: null });

  t.socket.latest.say({ type: 'bot_status', data: { is_running: false } });
  t.socket.latest.say({ type: 'notification', id: 'n2', title: 'flat', timestamp: timeOf(0) });
  t.socket.latest.say({ type: 'weather', data: {} });
  const live = t.client.getSnapshot();
  expect(live.bot.status).toMatchObject({ is_running: false, mode: 'paper', uptime: 90 });
  expect([live.notifications.unread, live.notifications.items[0]?.title]).toEqual([5, 'flat']);
  expect(t.story()).not.toContain('FrameRejected');
});

test('invalid answers show an error on every screen and break nothing', async () => {
  const odd = [null, 5, 'text', [], {}, { data: null }, { data: { data: {} } }, [null], { exchanges: 7 }];
  for (const body of odd) {
    const answers = Object.fromEntries(Object.keys(specBot).map((name) => [name, ok(body)]));
    const t = await watching({ answers });
    await t.clock.advance(10_000);
    const { resources } = t.client.getSnapshot();
    for (const name of everything) expect(['fresh', 'failed']).toContain(resources[name].status);
  }
});

const fields = ['id', 'type', 'exchange', 'symbols', 'profit_pct', 'detected_at', 'is_valid', 'status', 'mode', 'read'];
const anyField = fc.oneof(
  fc.constantFrom(...fields, 'timestamp', 'entry_time', 'execution_id', '__proto__'),
  fc.string(),
);
const anyValue = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(1e308, -0, '', '2026-01-31', 8.64e15, true, null, 'x'),
);

test('frames of any content are read or reported, never fatal', async () => {
  const types = [
    'opportunity',
    'execution',
    'bot_status',
    'log',
    'notification',
    'order',
    'balances',
    'metrics',
    'gap',
  ];
  const data = fc.oneof(anyValue, fc.dictionary(anyField, anyValue));
  const frame = fc.record(
    {
      type: fc.constantFrom(...types, 'subscribed', 'error'),
      data,
      seq: anyValue,
      at: anyValue,
      channel: anyValue,
      id: anyValue,
    },
    { requiredKeys: ['type'] },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { maxLength: 60 }), async (frames) => {
      const t = createTestClient();
      t.client.start();
      await t.clock.advance(0);
      for (const one of frames) t.socket.latest.say(one);
      await t.clock.advance(2_000);
      expect(selectConnection(t.client.getSnapshot())).toBe('connected');
      const other = createTestClient();
      expect(await other.client.journal.importJsonl(t.client.journal.exportJsonl())).toEqual({ ok: true, skipped: 0 });
      expect({ ...other.client.getSnapshot(), replay: null }).toEqual(t.client.getSnapshot());
      t.client.stop();
    }),
    { numRuns: 60 },
  );
});

type Sent = { seq: number; id: string; ms: number; valid: boolean };
const frameOf = ({ seq, id, ms, valid }: Sent) => ({
  type: 'opportunity',
  seq,
  at: timeOf(ms),
  data: opportunityRecord(id, ms, { is_valid: valid, expires_at: timeOf(400_000) }),
});

test('lost, repeated and reordered frames lead to the same state as a reload', async () => {
  const story = fc.array(fc.record({ id: fc.integer({ min: 0, max: 8 }), valid: fc.boolean() }), { maxLength: 40 });
  const fates = fc.array(fc.constantFrom('pass', 'drop', 'twice', 'late', 'garbage'), { minLength: 40, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(story, fates, async (told, fate) => {
      const truth = new Map<string, Sent>();
      const list = () => ({
        data: [...truth.values()].reverse().map((sent) => frameOf(sent).data),
      });
      const ended = new Set<string>();
      const t = createTestClient({
        answers: { health: healthOf('orders.stream'), 'opportunities.list': () => ok(list()) },
      });
      t.client.start();
      t.client.send({ type: 'Watch', resource: 'opportunities' });
      await t.clock.advance(0);
      let late: Sent | null = null;
      for (const [index, { id, valid }] of told.entries()) {
        if (!valid) ended.add(`o${id}`);
        const sent = { seq: index + 1, id: `o${id}`, ms: id, valid: !ended.has(`o${id}`) };
        truth.set(sent.id, sent);
        const say = (frame: unknown) => t.socket.latest.say(frame);
        if (fate[index] === 'garbage') say('{"type":"opportunity","data":{}}');
        if (fate[index] === 'pass' || fate[index] === 'twice') say(frameOf(sent));
        if (fate[index] === 'twice') say(frameOf(sent));
        if (late !== null) say(frameOf(late));
        late = fate[index] === 'late' ? sent : null;
      }
      t.socket.latest.close();
      await t.clock.advance(5_000);
      const shown = t.client.getSnapshot().opportunities.items.map(({ id, is_valid }) => [id, is_valid]);
      const sorted = [...truth.values()].sort((a, b) => b.ms - a.ms).map(({ id, valid }) => [id, valid]);
      expect(shown).toEqual(sorted);
      t.client.stop();
    }),
    { numRuns: 40 },
  );
});

test('a replay shows the past and accepts no command', async () => {
  const t = await watching({ answers: specBot });
  t.client.send({ type: 'ShowToast', kind: 'loading', code: 'text', params: {}, detail: 'then', id: 'x' });
  const seq = t.client.journal.entries().at(-1)?.seq ?? 0;
  t.client.send({ type: 'DismissToast', id: 'x' });
  const now = t.client.getSnapshot();
  const shown: (number | null)[] = [];
  t.client.subscribe(({ replay }) => shown.push(replay?.seq ?? null));

  t.client.journal.seek(seq);
  expect(t.client.getSnapshot().toasts.map(({ detail }) => detail)).toEqual(['then']);
  t.client.send({ type: 'StartBot' });
  await t.clock.advance(2_000);
  t.client.send({ type: 'Watch', resource: 'opportunities', limit: 100 });
  await t.clock.advance(0);
  expect([t.api.count('bot.start'), t.api.count('opportunities.list')]).toEqual([0, 2]);
  expect(shown).toEqual([seq]);
  t.client.journal.resume();
  expect(t.client.getSnapshot()).toMatchObject({ replay: null, toasts: now.toasts, now: t.clock.now() });
});

test('an exported session shows the same in another client', async () => {
  const t = await watching({ answers: specBot });
  const text = t.client.journal.exportJsonl();
  const other = createTestClient();
  expect(await other.client.journal.importJsonl(text)).toEqual({ ok: true, skipped: 0 });
  const { replay, ...shown } = other.client.getSnapshot();
  expect({ ...shown, replay: null }).toEqual(t.client.getSnapshot());
  expect(replay).toMatchObject({ source: 'recording', first: 1 });
  expect(await other.client.journal.importJsonl('nonsense')).toMatchObject({ ok: false });
  expect(other.client.getSnapshot().replay).toEqual(replay);
});

test('watches made before the start, or kept over a stop, are loaded at the start', async () => {
  const t = createTestClient({ answers: { health: ok({}), ...specBot } });
  t.client.send({ type: 'Watch', resource: 'summary' });
  t.client.send({ type: 'Watch', resource: 'status' });
  t.client.send({ type: 'Unwatch', resource: 'status' });
  for (const times of [1, 2]) {
    t.client.start();
    await t.clock.advance(0);
    expect([t.api.count('performance.summary'), t.api.count('bot.status')]).toEqual([times, 0]);
    t.client.stop();
  }
});

test('a toast disappears at its expiry', async () => {
  const t = createTestClient();
  t.client.start();
  await t.clock.advance(300);
  t.client.send({ type: 'ShowToast', kind: 'success', code: 'order_cancelled', params: {} });
  await t.clock.advance(1_999);
  expect(t.client.getSnapshot().toasts.length).toBe(1);
  await t.clock.advance(1);
  expect(t.client.getSnapshot().toasts.length).toBe(0);
});

test('notifications are read once the bot has confirmed it', async () => {
  const t = await watching({
    answers: { ...specBot, 'notifications.read': ok({}), 'notifications.read.all': { status: 500 } },
  });
  t.client.send({ type: 'MarkNotificationsRead', notification_ids: ['n1'] });
  await t.clock.advance(0);
  expect(t.client.getSnapshot().notifications).toMatchObject({ unread: 3, items: [{ id: 'n1', read: true }] });
  t.client.send({ type: 'MarkAllRead' });
  await t.clock.advance(1_000);
  expect(t.client.getSnapshot().notifications.unread).toBe(3);
  expect(t.api.count('notifications.read.all')).toBe(2);
});

test('subscribers are notified synchronously, until they unsubscribe', () => {
  const t = createTestClient();
  const heard: string[] = [];
  t.client.subscribe({ next: ({ logs }) => heard.push(`a ${logs.paused}`) });
  const second = t.client.subscribe(({ logs }) => heard.push(`b ${logs.paused}`));
  t.client.send({ type: 'PauseLogs' });
  second.unsubscribe();
  t.client.send({ type: 'ResumeLogs' });
  expect(heard).toEqual(['a true', 'b true', 'a false']);
});

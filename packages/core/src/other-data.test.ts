import { expect, test } from 'vitest';
import { selectConnection } from './selectors/connection.ts';
import { createTestClient, healthOf, ok, type TestClient } from './testing/client.ts';
import { toastLine } from './testing/given.ts';
import { opportunityRecord, timeOf } from './testing/records.ts';

/** Answers of a bot over one data directory, whose name is in all that it lists. */
const botOver = (journal: string, ...capabilities: string[]) => {
  const { status, body } = healthOf(...capabilities);
  return {
    health: { status, body: { ...(body as object), journal_id: journal } },
    'bot.status': ok({ bot_status: 'running', is_running: true, mode: 'paper', message: `status of ${journal}` }),
    'opportunities.list': ok({ data: [opportunityRecord(`opportunity of ${journal}`)] }),
    'orders.history': ok({ data: [{ id: `trade of ${journal}`, profit: 2.5, entry_time: timeOf() }] }),
    'wallets.balances': ok({ exchanges: [{ exchange: `exchange of ${journal}`, error: 'no key' }] }),
    'notifications.list': ok({ notifications: [{ id: `notice of ${journal}`, title: 'Hi' }] }),
    'logs.list': ok({ data: [{ id: `log of ${journal}`, level: 'INFO', message: 'up', timestamp: timeOf() }] }),
  } as const;
};
const restarted = async (t: TestClient, answers: ReturnType<typeof botOver>): Promise<void> => {
  for (const [name, answer] of Object.entries(answers)) t.api.answer(name as keyof typeof answers, answer);
  t.socket.latest.close();
  await t.clock.advance(5_000);
};
const watching = async (...capabilities: string[]): Promise<TestClient> => {
  const t = createTestClient({ answers: botOver('A', ...capabilities), token: 'secret' });
  t.client.start();
  for (const resource of ['status', 'opportunities', 'trades', 'wallets', 'notifications', 'logs'] as const)
    t.client.send({ type: 'Watch', resource });
  await t.clock.advance(0);
  return t;
};
const lists = (t: TestClient) => {
  const { opportunities, trades, loaded, notifications, bot } = t.client.getSnapshot();
  return [
    ...opportunities.items.map(({ id }) => id),
    ...trades.items.map(({ id }) => id),
    ...(loaded.wallets?.exchanges ?? []).map(({ exchange }) => exchange),
    ...notifications.items.map(({ id }) => id),
    bot.status?.message,
  ];
};
const of = (journal: string) =>
  ['opportunity', 'trade', 'exchange', 'notice', 'status'].map((what) => `${what} of ${journal}`);
const say = (t: TestClient) => t.client.getSnapshot().toasts.map(toastLine);

test('a bot restarted over another data directory: nothing of the former stays, and a toast says so', async () => {
  const t = await watching();
  t.socket.latest.say({ type: 'opportunity', data: opportunityRecord('live of A', 1), seq: 9 });
  expect(lists(t)).toEqual(['live of A', ...of('A')]);

  await restarted(t, botOver('B'));
  expect(selectConnection(t.client.getSnapshot())).toBe('connected');
  expect(lists(t)).toEqual(of('B'));
  const { health: _, connection: __, ...shown } = t.client.getSnapshot();
  expect(JSON.stringify(shown)).not.toMatch(/ of A"/);
  expect(say(t)).toEqual(['other_data']);
  // Numbers of its frames begin again.
  t.socket.latest.say({ type: 'opportunity', data: opportunityRecord('live of B', 1), seq: 2 });
  expect(lists(t)).toEqual(['live of B', ...of('B')]);
  await t.clock.advance(50_000);
  expect(say(t)).toEqual(['other_data']);
});

test('a restart over the same data directory keeps the rows', async () => {
  const t = await watching();
  t.socket.latest.say({ type: 'opportunity', data: opportunityRecord('live of A', 1), seq: 9 });
  await restarted(t, botOver('A'));
  expect(lists(t)).toEqual(['live of A', ...of('A')]);
  expect(say(t)).toEqual([]);
});

test('an order without an answer has another key over another data directory', async () => {
  const t = await watching('orders.manual');
  t.api.answer('orders.place', 'network');
  const place = async () => {
    const order = { exchange: 'kraken', symbol: 'BTC/USDT', side: 'buy', type: 'market', quantity: 1 } as const;
    t.client.send({ type: 'PlaceOrder', order });
    await t.clock.advance(20_000);
    return t.api.calls.findLast(({ name }) => name === 'orders.place')?.key;
  };
  const first = await place();
  expect(await place()).toBe(first);
  await restarted(t, botOver('B', 'orders.manual'));
  expect(await place()).toMatch(/^[0-9a-f]{32}$/);
  expect(await place()).not.toBe(first);
});

test('a socket that reaches another bot than the health call did is closed, and the health asked again', async () => {
  const t = await watching('socket.auth');
  t.socket.latest.say({ type: 'authenticated', operator: { name: 'ada', role: 'admin' }, journal_id: 'A' });
  await t.clock.advance(0);
  expect(selectConnection(t.client.getSnapshot())).toBe('connected');
  t.socket.latest.close();
  await t.clock.advance(1_000);
  for (const [name, answer] of Object.entries(botOver('B', 'socket.auth'))) t.api.answer(name as never, answer);
  const before = t.api.count('health');
  t.socket.latest.say({ type: 'authenticated', operator: { name: 'ada', role: 'admin' }, journal_id: 'B' });
  expect(t.socket.latest.open).toBe(false);
  await t.clock.advance(5_000);
  expect(t.api.count('health')).toBeGreaterThan(before);
  t.socket.latest.say({ type: 'authenticated', operator: { name: 'ada', role: 'admin' }, journal_id: 'B' });
  await t.clock.advance(0);
  expect(selectConnection(t.client.getSnapshot())).toBe('connected');
  expect([lists(t), say(t)]).toEqual([of('B'), ['other_data']]);
});

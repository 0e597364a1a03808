import { expect, test } from 'vitest';
import { reporting } from './gateway/reporting.ts';
import { type KeyStore, memoryStorage } from './gateway/storage.ts';
import type { Command } from './journal/command.ts';
import { createKeys } from './keys.ts';
import { factsOf } from './permitted/facts.ts';
import { permitted } from './permitted/permitted.ts';
import { storageKeys } from './rules/limits.ts';
import { createTestClient, healthOf, ok, type TestClient } from './testing/client.ts';
import { createFakeApi } from './testing/fake-api.ts';
import { startOfTest } from './testing/given.ts';
import { botStatus } from './testing/records.ts';

const execute: Extract<Command, { type: 'ExecuteOpportunity' }> = {
  type: 'ExecuteOpportunity',
  opportunity_id: 'o1',
  amount: 500,
  dry_run: true,
};
const markAll: Command = { type: 'MarkAllRead' };
type Answer = Parameters<ReturnType<typeof createFakeApi>['answer']>[1];
const calling = ({ begin, settle }: ReturnType<typeof createKeys>, answer: Answer) =>
  reporting(createFakeApi({ 'orders.execute': answer }), { append: () => {}, begin, settle, storage: memoryStorage() });
const stamping = () => {
  const keys = createKeys();
  const keyOf = (command: Command, after = 0): string => {
    const stamped = keys.stamp(command, startOfTest + after);
    return 'key' in stamped ? stamped.key : 'none';
  };
  return { keys, keyOf };
};

test('a mutating command gets the moment and 128 random bits, another command neither', () => {
  const { keys } = stamping();
  const stamped = keys.stamp(execute, startOfTest);
  expect(stamped).toEqual({ ...execute, at: startOfTest, key: expect.stringMatching(/^[0-9a-f]{32}$/) });
  expect(keys.stamp({ type: 'CloseTicket' }, startOfTest)).toEqual({ type: 'CloseTicket' });
  expect(stamping().keyOf(execute)).not.toBe(stamping().keyOf(execute));
});

test('the same command keeps its key until it is answered, another body has its own', async () => {
  const { keys, keyOf } = stamping();
  const first = keyOf(execute);
  expect(keyOf({ dry_run: true, amount: 500, type: 'ExecuteOpportunity', opportunity_id: 'o1' })).toBe(first);
  expect(keyOf({ ...execute, amount: 501 })).not.toBe(first);
  const answers: [Answer, boolean][] = [
    ['network', true],
    [{ status: 502 }, true],
    [{ status: 429 }, true],
    [{ status: 200, body: 'not a result' }, true],
    [{ status: 409 }, false],
    [{ status: 409, body: { code: 'outcome_unknown', detail: 'cut off' } }, true],
    [{ status: 200, body: { status: 'success' } }, false],
  ];
  for (const [answer, kept] of answers) {
    const key = keyOf(execute);
    const api = calling(keys, answer);
    await api.call('orders.execute', { body: { opportunity_id: 'o1', dry_run: true } }, { key });
    expect([answer, keyOf(execute, 3_600_000) === key]).toEqual([answer, kept]);
  }
});

test('a command that may be repeated loses its key after a minute, or to the next of its type', () => {
  const { keyOf } = stamping();
  const first = keyOf(markAll);
  expect(keyOf(markAll, 59_999)).toBe(first);
  expect(keyOf(markAll, 59_999 + 60_000)).not.toBe(first);
  const a = keyOf({ type: 'DeleteExchange', name: 'kraken' });
  keyOf({ type: 'DeleteExchange', name: 'okx' });
  expect(keyOf({ type: 'DeleteExchange', name: 'kraken' })).not.toBe(a);
});

test('a status settles a command of the lifecycle, so that the next Stop stops again; signing out settles all but what has a second effect', () => {
  const { keys, keyOf } = stamping();
  const stop = keyOf({ type: 'StopBot' });
  const [money, all] = [keyOf(execute), keyOf(markAll)];
  keys.receive({ type: 'Ticked' });
  expect(keyOf({ type: 'StopBot' })).toBe(stop);
  keys.receive({ type: 'BotStatusReported', status: botStatus({ is_running: true }) });
  expect([keyOf({ type: 'StopBot' }) === stop, keyOf(execute) === money]).toEqual([false, true]);
  keys.receive({ type: 'SignedOut', reason: 'logout' });
  expect([keyOf(markAll) === all, keyOf(execute) === money]).toEqual([false, true]);
});

test('an answer settles its own command alone', async () => {
  const { keys, keyOf } = stamping();
  const [one, other] = [keyOf(execute), keyOf({ ...execute, opportunity_id: 'o2' })];
  const api = calling(keys, { status: 422 });
  await api.call('orders.execute', { body: { opportunity_id: 'o1', dry_run: true } }, { key: one });
  expect(keyOf({ ...execute, opportunity_id: 'o2' })).toBe(other);
});

const loaded = (session: KeyStore, answer: Answer = success) => {
  const placed = answer === success ? ok({ id: 'x', status: 'filled' }) : answer;
  const answers = { health: healthOf('execute.guarded'), 'orders.execute': answer, 'orders.place': placed };
  const t = createTestClient({ answers, session });
  t.client.start();
  return t;
};
const success = ok({ status: 'success', execution_id: 'e', result: {} });
const place: Command = {
  type: 'PlaceOrder',
  order: { exchange: 'okx', symbol: 'BTC/USDT', side: 'sell', type: 'market', quantity: 0.0012 },
  confirm: 'LIVE',
};
const toastsOf = ({ client }: TestClient) =>
  client.getSnapshot().toasts.map(({ code, params }) => ({ code, ...params }));

test.each<[string, Command, 'orders.execute' | 'orders.place', Answer]>([
  ['an execution under way', execute, 'orders.execute', 'never'],
  ['an execution whose answer was lost', execute, 'orders.execute', 'network'],
  ['an order by hand under way', place, 'orders.place', 'never'],
  ['an order by hand whose answer was lost', place, 'orders.place', 'network'],
])('%s keeps its key over a reload of the page, which says that it may be done', async (_, command, call, answer) => {
  const session = memoryStorage();
  const before = loaded(session, answer);
  await before.clock.advance(0);
  before.client.send(command);
  await before.clock.advance(2_000);
  const after = loaded(session);
  await after.clock.advance(0);
  expect(toastsOf(after)).toEqual([{ code: 'orders_unanswered', count: 1 }]);
  after.client.send(command);
  await after.clock.advance(0);
  const keys = [before, after].flatMap(({ api }) =>
    api.calls.filter(({ name }) => name === call).map(({ key }) => key),
  );
  expect([keys.length >= 2, new Set(keys).size]).toEqual([true, 1]);
  const last = loaded(session);
  await last.clock.advance(0);
  expect(toastsOf(last)).toEqual([]);
});

test('after a reload another order of the same opportunity is refused until it is sent knowingly', async () => {
  const session = memoryStorage();
  const before = loaded(session, 'never');
  before.client.send(execute);
  await before.clock.advance(0);
  const { client, clock, api, story } = loaded(session);
  await clock.advance(0);
  const other = { ...execute, amount: 300 } as const;
  expect(permitted({ ...factsOf(client.getSnapshot()), mode: 'paper' }, other).obstacle?.code).toBe(
    'execution_unsettled',
  );
  client.send(other);
  await clock.advance(0);
  expect([api.count('orders.execute'), story().includes('CommandRefused')]).toEqual([0, true]);
  client.send({ ...other, again: true });
  await clock.advance(0);
  expect(api.count('orders.execute')).toBe(1);
});

test('a reload keeps nothing of a command that was refused before it was sent, of an answered one, and of spoiled storage', async () => {
  const session = memoryStorage();
  const before = loaded(session);
  before.client.send(execute);
  before.client.send({ ...execute, opportunity_id: 'o2', dry_run: false });
  await before.clock.advance(0);
  expect(before.api.count('orders.execute')).toBe(1);
  for (const text of [null, 'not json', '{}', '[{"type":"KillBot","content":"{}","key":"k","at":1,"sent":true}]']) {
    if (text !== null) session.set(storageKeys.unanswered, text);
    const after = loaded(session);
    await after.clock.advance(0);
    expect([text, toastsOf(after), after.client.getSnapshot().ticket.unsettled]).toEqual([text, [], []]);
  }
});

test('an order whose outcome the bot itself does not know is asked for again under its key', async () => {
  const t = loaded(memoryStorage(), { status: 409, body: { code: 'outcome_unknown', detail: 'cut off' } });
  for (const _ of ['first', 'again']) {
    t.client.send(execute);
    await t.clock.advance(0);
  }
  const keys = t.api.calls.filter(({ name }) => name === 'orders.execute').map(({ key }) => key);
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});

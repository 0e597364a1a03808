import { expect, test } from 'vitest';
import { createKeys } from './client.ts';
import { reporting } from './gateway/reporting.ts';
import { memoryStorage } from './gateway/storage.ts';
import type { Command } from './journal/command.ts';
import { createFakeApi } from './testing/fake-api.ts';
import { startOfTest } from './testing/given.ts';
import { botStatus } from './testing/records.ts';

const execute: Command = { type: 'ExecuteOpportunity', opportunity_id: 'o1', amount: 500, dry_run: true };
const markAll: Command = { type: 'MarkAllRead' };
type Answer = Parameters<ReturnType<typeof createFakeApi>['answer']>[1];
const calling = ({ settle }: ReturnType<typeof createKeys>, answer: Answer) =>
  reporting(createFakeApi({ 'orders.execute': answer }), { append: () => {}, settle, storage: memoryStorage() });
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

test('a status settles a command of the lifecycle, so that the next Stop stops again; signing out settles everything', () => {
  const { keys, keyOf } = stamping();
  const stop = keyOf({ type: 'StopBot' });
  const money = keyOf(execute);
  keys.receive({ type: 'Ticked' });
  expect(keyOf({ type: 'StopBot' })).toBe(stop);
  keys.receive({ type: 'BotStatusReported', status: botStatus({ is_running: true }) });
  expect([keyOf({ type: 'StopBot' }) === stop, keyOf(execute) === money]).toEqual([false, true]);
  keys.receive({ type: 'SignedOut', reason: 'logout' });
  expect(keyOf(execute)).not.toBe(money);
});

test('an answer settles its own command alone', async () => {
  const { keys, keyOf } = stamping();
  const [one, other] = [keyOf(execute), keyOf({ ...execute, opportunity_id: 'o2' })];
  const api = calling(keys, { status: 422 });
  await api.call('orders.execute', { body: { opportunity_id: 'o1', dry_run: true } }, { key: one });
  expect(keyOf({ ...execute, opportunity_id: 'o2' })).toBe(other);
});

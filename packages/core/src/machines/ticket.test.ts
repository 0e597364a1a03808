import { expect, test } from 'vitest';
import type { Command } from '../journal/command.ts';
import { selectOpenTicket } from '../selectors/ticket.ts';
import { createTestClient, healthOf, ok, type TestClient } from '../testing/client.ts';

const started = async (answers: NonNullable<Parameters<typeof createTestClient>[0]>['answers']) => {
  const t = createTestClient({ answers: { health: healthOf('orders.stream'), ...answers } });
  t.client.start();
  await t.clock.advance(0);
  return t;
};
const execute: Command = { type: 'ExecuteOpportunity', opportunity_id: 'o1', amount: 500, dry_run: true };
const success = ok({ status: 'success', execution_id: 'e', result: { actual_profit: 4, actual_profit_pct: 0.8 } });
const ticket = (t: TestClient) => selectOpenTicket(t.client.getSnapshot());
const executions = (t: TestClient) => t.api.calls.filter(({ name }) => name === 'orders.execute');
const toasts = (t: TestClient) => t.client.getSnapshot().toasts.map(({ message }) => message);

test('preview, then execute', async () => {
  const t = await started({ 'orders.preview': ok({ expected_profit: 4.2 }), 'orders.execute': success });
  const phases: string[] = [];
  t.client.subscribe((state) => {
    const phase = selectOpenTicket(state)?.phase ?? 'closed';
    if (phases.at(-1) !== phase) phases.push(phase);
  });
  t.client.send({ type: 'PreviewOpportunity', opportunity_id: 'o1', amount: 500 });
  await t.clock.advance(0);
  t.client.send(execute);
  await t.clock.advance(0);
  t.client.send({ type: 'CloseTicket' });
  expect(phases).toEqual(['previewing', 'previewed', 'executing', 'executed', 'closed']);
  expect(executions(t).map(({ request }) => request.body)).toEqual([
    { opportunity_id: 'o1', amount: 500, dry_run: true },
  ]);
  expect(toasts(t)).toEqual(['Order executed! Profit: 0.80%']);
});

test('one at a time', async () => {
  const t = await started({ 'orders.execute': 'never' });
  t.client.send(execute);
  t.client.send({ ...execute, opportunity_id: 'o2' });
  t.client.send({ type: 'CloseTicket' });
  await t.clock.advance(0);
  expect([executions(t).length, ticket(t)?.phase, ticket(t)?.opportunity_id]).toEqual([1, 'executing', 'o1']);
  expect(toasts(t)).toEqual(['An opportunity is already being executed']);
});

test('a lost answer is asked for once more with the same key, and so is the same wish after it', async () => {
  const t = await started({ 'orders.execute': 'network' });
  t.client.send(execute);
  await t.clock.advance(1_000);
  expect(ticket(t)).toMatchObject({ phase: 'unsettled', problem: { kind: 'network' } });
  expect(toasts(t)).toEqual(['Execution failed: The bot cannot be reached']);
  t.api.answer('orders.execute', success);
  t.client.send(execute);
  await t.clock.advance(0);
  t.client.send(execute);
  await t.clock.advance(0);
  const keys = executions(t).map(({ key }) => key);
  expect(keys.length).toBe(4);
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(keys[3]).not.toBe(keys[2]);
});

test('a bot that may not know the key is never asked twice', async () => {
  const t = await started({ health: ok({}), 'orders.execute': { status: 502 } });
  t.client.send(execute);
  await t.clock.advance(60_000);
  expect(executions(t).length).toBe(1);
});

test('a refusal is told in the words of the bot, and the next wish has its own key', async () => {
  const t = await started({ 'orders.execute': { status: 409, body: { detail: 'The opportunity has expired' } } });
  t.client.send(execute);
  await t.clock.advance(0);
  t.client.send(execute);
  await t.clock.advance(0);
  expect(toasts(t)[0]).toBe('Execution failed: The opportunity has expired');
  expect(new Set(executions(t).map(({ key }) => key)).size).toBe(2);
});

test('an order is cancelled once, and the list loaded anew', async () => {
  const order = { id: 'x', symbol: 'BTC/USDT', status: 'pending', created_at: '2026-01-31T12:00:00.000Z' };
  const t = await started({ 'orders.list': ok([order]), 'orders.cancel': ok({ ...order, status: 'cancelled' }) });
  t.client.send({ type: 'Watch', resource: 'orders' });
  await t.clock.advance(0);
  t.api.answer('orders.list', ok([]));
  t.client.send({ type: 'CancelOrder', order_id: 'x' });
  t.client.send({ type: 'CancelOrder', order_id: 'x' });
  expect(t.client.getSnapshot().orders.cancelling).toEqual(['x']);
  await t.clock.advance(0);
  expect(t.client.getSnapshot().orders.items.map(({ status }) => status)).toEqual(['cancelled']);
  await t.clock.advance(1_000);
  expect(t.client.getSnapshot().orders).toEqual({ items: [], cancelling: [] });
  expect([t.api.count('orders.cancel'), t.api.count('orders.list')]).toEqual([1, 2]);
});

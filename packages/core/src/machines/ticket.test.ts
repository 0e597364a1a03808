import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Preview } from '../contract/order.ts';
import { ExecutionResult } from '../contract/trade.ts';
import { problemOfFailure } from '../gateway/problem.ts';
import type { Command } from '../journal/command.ts';
import type { Message } from '../journal/journal.ts';
import { selectOpenTicket } from '../selectors/ticket.ts';
import { createTestClient, healthOf, ok, type TestClient } from '../testing/client.ts';
import { given, startOfTest, toastLine } from '../testing/given.ts';
import { ticket as machine } from './ticket.ts';

const started = async (answers: NonNullable<Parameters<typeof createTestClient>[0]>['answers']) => {
  const t = createTestClient({ answers: { health: healthOf('orders.stream'), ...answers } });
  t.client.start();
  await t.clock.advance(0);
  return t;
};
const network = problemOfFailure(new TypeError('fetch failed'));
const execute: Extract<Command, { type: 'ExecuteOpportunity' }> = {
  type: 'ExecuteOpportunity',
  opportunity_id: 'o1',
  amount: 500,
  dry_run: true,
};
const success = ok({ status: 'success', execution_id: 'e', result: { actual_profit: 4, actual_profit_pct: 0.8 } });
const ticket = (t: TestClient) => selectOpenTicket(t.client.getSnapshot());
const executions = (t: TestClient) => t.api.calls.filter(({ name }) => name === 'orders.execute');
const toasts = (t: TestClient) => t.client.getSnapshot().toasts.map(toastLine);

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
  expect(toasts(t)).toEqual(['executed']);
});

test('one at a time', async () => {
  const t = await started({ 'orders.execute': 'never' });
  t.client.send(execute);
  t.client.send({ ...execute, opportunity_id: 'o2' });
  t.client.send({ type: 'CloseTicket' });
  await t.clock.advance(0);
  expect([executions(t).length, ticket(t)?.phase, ticket(t)?.opportunity_id]).toEqual([1, 'executing', 'o1']);
  expect(toasts(t)).toEqual(['execution_running']);
});

test('a lost answer is retried once with the same key, and so is the same command after it', async () => {
  const t = await started({ 'orders.execute': 'network' });
  t.client.send(execute);
  await t.clock.advance(1_000);
  expect(ticket(t)).toMatchObject({ phase: 'unsettled', problem: { kind: 'network' } });
  expect(toasts(t)).toEqual(['execution_failed']);
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

const withFloor: Command = { ...execute, expected_profit: 4.2, min_profit_pct: 0.5 };
const pays = (profit: number | null, pct: number | null = null) =>
  ok({ amount: 500, expected_profit: profit, expected_profit_pct: pct });
const bodies = (t: TestClient) => executions(t).map(({ request }) => request.body);
const sent = async (t: TestClient, ...commands: Command[]) => {
  for (const command of commands) {
    t.client.send(command);
    await t.clock.advance(0);
  }
};

test('real money is not moved without the word, and the word is not sent to the bot', async () => {
  const t = await started({ 'bot.status': ok({ is_running: true, mode: 'live' }), 'orders.execute': success });
  t.client.send({ type: 'Watch', resource: 'status' });
  await t.clock.advance(0);
  await sent(t, { ...execute, dry_run: false });
  expect([executions(t).length, t.story().includes('CommandRefused')]).toEqual([0, true]);
  await sent(t, { ...execute, dry_run: false, confirm: 'LIVE' });
  expect(bodies(t)).toEqual([expect.not.objectContaining({ confirm: 'LIVE' })]);
});

test('real money is moved only while the mode is known to be live', async () => {
  const real: Command = { ...execute, dry_run: false, confirm: 'LIVE' };
  for (const [mode, calls] of [
    [null, 0],
    ['paper', 0],
    ['live', 1],
  ] as const) {
    const t = await started({ 'bot.status': ok({ is_running: true, mode }), 'orders.execute': success });
    t.client.send({ type: 'Watch', resource: 'status' });
    await t.clock.advance(0);
    await sent(t, real);
    expect([mode, executions(t).length, t.story().includes('CommandRefused')]).toEqual([mode, calls, calls === 0]);
  }
});

test('the preview follows the amount: each is asked for, and only that of the last is shown', async () => {
  const slow = Promise.withResolvers<{ status: number; body: unknown }>();
  const t = await started({
    'orders.preview': ({ body }) => {
      const { amount } = body as { amount: number };
      return amount === 500 ? slow.promise : ok({ amount, expected_profit: amount / 100 });
    },
  });
  const preview = (amount: number): Command => ({ type: 'PreviewOpportunity', opportunity_id: 'o1', amount });
  await sent(t, preview(500), preview(600));
  slow.resolve(pays(99));
  await t.clock.advance(0);
  expect(ticket(t)).toMatchObject({ phase: 'previewed', amount: 600, preview: { expected_profit: 6 } });
  t.client.send(preview(500));
  expect(ticket(t)).toMatchObject({ phase: 'previewing', amount: 500, preview: null });
});

test('a preview asked for once more stays shown until its answer comes', async () => {
  const t = await started({ 'orders.preview': pays(6) });
  const preview: Command = { type: 'PreviewOpportunity', opportunity_id: 'o1', amount: 500 };
  await sent(t, preview);
  t.api.answer('orders.preview', pays(4));
  t.client.send(preview);
  expect(ticket(t)).toMatchObject({ phase: 'previewed', preview: { expected_profit: 6 } });
  await t.clock.advance(0);
  expect(ticket(t)).toMatchObject({ phase: 'previewed', preview: { expected_profit: 4 } });
  t.api.answer('orders.preview', { status: 404, body: { detail: 'gone' } });
  await sent(t, preview);
  expect(ticket(t)).toMatchObject({ phase: 'unpriced', preview: null, problem: { detail: 'gone' } });
});

test('a bot that compares the floor is sent what the operator saw, and its refusal shows what it would do now', async () => {
  const problem = { code: 'below_floor', detail: 'pays less', preview: { amount: 500, expected_profit: 1.5 } };
  const t = await started({ health: healthOf('execute.guarded'), 'orders.execute': { status: 409, body: problem } });
  await sent(t, withFloor);
  expect(ticket(t)).toMatchObject({ phase: 'previewed', refusal: 'below_floor', preview: { expected_profit: 1.5 } });
  expect([toasts(t), t.api.count('orders.preview')]).toEqual([[], 0]);
  t.api.answer('orders.execute', { status: 409, body: { ...problem, code: 'executed_meanwhile' } });
  await sent(t, { ...withFloor, min_profit_pct: 0.25, expected_profit: 1.5 });
  expect(ticket(t)).toMatchObject({ phase: 'previewed', refusal: 'executed_meanwhile' });
  t.api.answer('orders.execute', success);
  await sent(t, { ...withFloor, min_profit_pct: 0.25, expected_profit: 1.5, again: true });
  expect(ticket(t)).toMatchObject({ phase: 'executed', refusal: null });
  expect(bodies(t)).toEqual([
    { opportunity_id: 'o1', amount: 500, dry_run: true, expected_profit: 4.2, min_profit_pct: 0.5 },
    { opportunity_id: 'o1', amount: 500, dry_run: true, expected_profit: 1.5, min_profit_pct: 0.25 },
    { opportunity_id: 'o1', amount: 500, dry_run: true, expected_profit: 1.5, min_profit_pct: 0.25, again: true },
  ]);
  expect(new Set(executions(t).map(({ key }) => key)).size).toBe(3);
});

test('for another bot the floor is compared here, with a preview made at that moment', async () => {
  const cases = [
    [pays(2.5), 'executed', false, 1],
    [pays(2.49), 'previewed', false, 0],
    [pays(9, 0.49), 'previewed', false, 0],
    [pays(null), 'executed', true, 1],
    [{ status: 404 }, 'executed', true, 1],
    [{ status: 409, body: { detail: 'expired' } }, 'failed', false, 0],
    ['network', 'failed', false, 0],
  ] as const;
  for (const [answer, phase, floor_unchecked, calls] of cases) {
    const t = await started({ 'orders.preview': answer, 'orders.execute': success });
    t.client.send(withFloor);
    expect(ticket(t)?.phase).toBe('requoting');
    await t.clock.advance(0);
    expect([answer, ticket(t)?.phase, ticket(t)?.floor_unchecked, executions(t).length]).toEqual([
      answer,
      phase,
      floor_unchecked,
      calls,
    ]);
    expect(ticket(t)?.refusal).toBe(phase === 'previewed' ? 'below_floor' : null);
    if (calls > 0) expect(bodies(t)).toEqual([{ opportunity_id: 'o1', amount: 500, dry_run: true }]);
  }
});

test('without an amount there is nothing to preview, and the ticket says that the floor was not compared', async () => {
  const t = await started({ 'orders.execute': success });
  await sent(t, { type: 'ExecuteOpportunity', opportunity_id: 'o1', dry_run: true, min_profit_pct: 0.5 });
  expect(ticket(t)).toMatchObject({ phase: 'executed', floor_unchecked: true });
  expect([bodies(t), t.api.count('orders.preview')]).toEqual([[{ opportunity_id: 'o1', dry_run: true }], 0]);
});

test('while the floor is compared the ticket can be closed: nothing is sent', async () => {
  const slow = Promise.withResolvers<{ status: number; body: unknown }>();
  const t = await started({ 'orders.preview': () => slow.promise, 'orders.execute': success });
  await sent(t, withFloor, withFloor, { type: 'CloseTicket' });
  slow.resolve(pays(9));
  await t.clock.advance(10_000);
  expect([ticket(t), executions(t).length, t.api.count('orders.preview')]).toEqual([null, 0, 1]);
});

test('the same command twice is one execution; another amount for the same opportunity is refused', async () => {
  const t = await started({ 'orders.execute': 'never' });
  await sent(t, execute, execute);
  expect([executions(t).length, toasts(t)]).toEqual([1, []]);
  await sent(t, { ...execute, amount: 300 });
  expect([executions(t).length, toasts(t)]).toEqual([1, ['execution_running']]);
});

test('after a lost answer another body for the same opportunity is refused, even in a new ticket, until `again`', async () => {
  const t = await started({ 'orders.execute': 'network', 'orders.preview': pays(1.2) });
  t.client.send(execute);
  await t.clock.advance(1_000);
  await sent(t, { type: 'CloseTicket' }, { type: 'PreviewOpportunity', opportunity_id: 'o1', amount: 300 });
  expect(ticket(t)).toMatchObject({ phase: 'previewed', amount: 300 });
  const other: Command = { ...execute, amount: 300 };
  await sent(t, other);
  expect([executions(t).length, ticket(t)?.refusal]).toEqual([2, 'unsettled']);
  expect(t.story().at(-1)).toBe('CommandRefused');
  t.api.answer('orders.execute', success);
  await sent(t, { ...execute, opportunity_id: 'o2' }, { type: 'CloseTicket' }, other);
  expect([executions(t).length, t.story().at(-1)]).toEqual([3, 'CommandRefused']);
  await sent(t, { ...other, again: true });
  expect([executions(t).length, ticket(t)?.phase]).toEqual([4, 'executed']);
  await sent(t, { ...execute, amount: 200 });
  expect(executions(t).length).toBe(5);
});

test('again overrides a lost answer: the other body has a key of its own', async () => {
  const t = await started({ 'orders.execute': (_, times) => (times <= 2 ? 'network' : success) });
  t.client.send(execute);
  await t.clock.advance(1_000);
  await sent(t, { ...execute, amount: 300 }, { ...execute, amount: 300, again: true });
  expect([executions(t).length, ticket(t)?.phase, new Set(executions(t).map(({ key }) => key)).size]).toEqual([
    3,
    'executed',
    2,
  ]);
});

test('a late, a foreign and a repeated answer change nothing', () => {
  const stamp = { at: startOfTest, key: 'mine' };
  const quote = { opportunity_id: 'o1', amount: 500 };
  const preview = z.parse(Preview, { amount: 400, expected_profit: 9 });
  const result = z.parse(ExecutionResult, { status: 'success', execution_id: 'e' });
  const asked = given(machine, { type: 'PreviewOpportunity', ...quote });
  expect(
    given(machine, { type: 'PreviewOpportunity', ...quote }, { type: 'PreviewLoaded', ...quote, amount: 400, preview }),
  ).toEqual(asked);

  const command: Message = { type: 'ExecuteOpportunity', ...quote, dry_run: true, ...stamp };
  const answer = (key: string): Message => ({ type: 'ExecutionAnswered', opportunity_id: 'o1', key, result });
  const lost = (key: string): Message => ({ type: 'ExecutionFailed', opportunity_id: 'o1', key, problem: network });
  const executing = given(machine, command);
  expect(given(machine, command, answer('other'), lost('other'))).toEqual(executing);
  const executed = given(machine, command, answer('mine'));
  expect(executed).toMatchObject({ value: 'executed', result, order: null });
  expect(given(machine, command, answer('mine'), answer('mine'), lost('mine'))).toEqual(executed);
  expect(given(machine, command, lost('mine'), answer('mine'))).toMatchObject({
    value: 'executed',
    result,
    order: null,
  });
});

test('what the bot does not know itself is not settled by its answer; too many requests is no execution', async () => {
  const unknown = { status: 409, body: { code: 'outcome_unknown', detail: 'cut off' } };
  const t = await started({ 'orders.execute': unknown });
  await sent(t, execute);
  expect(ticket(t)?.phase).toBe('unsettled');
  const other = await started({ 'orders.execute': { status: 429 } });
  other.client.send(execute);
  await other.clock.advance(1_000);
  expect(ticket(other)?.phase).toBe('failed');
});

test('stopped while it executes, the outcome is unknown, and after the next start the same command asks again', async () => {
  const t = await started({ 'orders.execute': (_, times) => (times === 1 ? 'never' : success) });
  await sent(t, execute);
  t.client.stop();
  expect(ticket(t)?.phase).toBe('unsettled');
  t.client.start();
  await t.clock.advance(0);
  await sent(t, execute);
  expect([ticket(t)?.phase, executions(t).length, new Set(executions(t).map(({ key }) => key)).size]).toEqual([
    'executed',
    2,
    1,
  ]);
});

test('a bot that may not know the key is never asked twice', async () => {
  const t = await started({ health: ok({}), 'orders.execute': { status: 502 } });
  t.client.send(execute);
  await t.clock.advance(60_000);
  expect(executions(t).length).toBe(1);
});

test('a refusal has the text of the bot, and the next command has its own key', async () => {
  const t = await started({ 'orders.execute': { status: 409, body: { detail: 'The opportunity has expired' } } });
  t.client.send(execute);
  await t.clock.advance(0);
  t.client.send(execute);
  await t.clock.advance(0);
  expect(toasts(t)[0]).toBe('execution_failed: The opportunity has expired');
  expect(new Set(executions(t).map(({ key }) => key)).size).toBe(2);
});

test('an order is cancelled once, and the list is reloaded', async () => {
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
  expect(t.client.getSnapshot().orders).toEqual({ items: [], cancelling: [], placing: [] });
  expect([t.api.count('orders.cancel'), t.api.count('orders.list')]).toEqual([1, 2]);
});

test('a preview does not take the place of an execution whose answer was lost; one of another amount does', async () => {
  const t = await started({ 'orders.preview': ok({ expected_profit: 4.2 }), 'orders.execute': 'network' });
  t.client.send(execute);
  await t.clock.advance(60_000);
  expect(ticket(t)).toMatchObject({ phase: 'unsettled', amount: 500 });
  t.client.send({ type: 'PreviewOpportunity', opportunity_id: 'o1', amount: 500 });
  await t.clock.advance(0);
  expect([ticket(t)?.phase, t.api.count('orders.preview')]).toEqual(['unsettled', 0]);
  t.client.send({ type: 'PreviewOpportunity', opportunity_id: 'o1', amount: 400 });
  await t.clock.advance(0);
  expect([ticket(t)?.phase, ticket(t)?.amount]).toEqual(['previewed', 400]);
});

const preview: Command = { type: 'PreviewOpportunity', opportunity_id: 'o1', amount: 500 };
const quotes = (t: TestClient) => t.api.count('orders.preview');

test('an open ticket is previewed again a second after each answer, until it is closed', async () => {
  const t = await started({ 'orders.preview': pays(6) });
  await sent(t, preview);
  for (const [profit, calls] of [
    [5, 2],
    [4, 3],
    [3, 4],
  ] as const) {
    t.api.answer('orders.preview', pays(profit));
    await t.clock.advance(999);
    expect(quotes(t)).toBe(calls - 1);
    await t.clock.advance(1);
    expect([quotes(t), ticket(t)?.preview?.expected_profit]).toEqual([calls, profit]);
  }
  await sent(t, { type: 'CloseTicket' });
  await t.clock.advance(60_000);
  expect(quotes(t)).toBe(4);
});

test('a preview that is not answered in time is shown no longer, and one answer brings the next', async () => {
  const t = await started({ 'orders.preview': pays(6) });
  await sent(t, preview);
  t.api.answer('orders.preview', 'never');
  await t.clock.advance(5_999);
  expect(ticket(t)).toMatchObject({ phase: 'previewed', preview: { expected_profit: 6 } });
  t.api.answer('orders.preview', pays(2));
  await t.clock.advance(1);
  expect(ticket(t)).toMatchObject({ phase: 'previewed', preview: { expected_profit: 2 } });
  t.api.answer('orders.preview', 'never');
  await t.clock.advance(6_000);
  expect(ticket(t)).toMatchObject({ phase: 'previewing', preview: null });
});

test('after a preview that failed the next one comes by itself, and none while the bot is disconnected', async () => {
  let accepts = true;
  const answers = { health: healthOf(), 'orders.preview': { status: 409, body: { detail: 'too old' } } };
  const t = createTestClient({ answers, accepts: () => accepts });
  t.client.start();
  await t.clock.advance(0);
  await sent(t, preview);
  expect(ticket(t)).toMatchObject({ phase: 'unpriced', preview: null, problem: { detail: 'too old' } });
  t.api.answer('orders.preview', pays(6));
  await t.clock.advance(1_000);
  expect(ticket(t)).toMatchObject({ phase: 'previewed', problem: null, preview: { expected_profit: 6 } });
  t.api.answer('orders.preview', 'network');
  accepts = false;
  t.socket.latest.close(1006);
  await t.clock.advance(1_000);
  expect(ticket(t)).toMatchObject({ phase: 'unpriced', preview: null, problem: { kind: 'network' } });
  const calls = quotes(t);
  await t.clock.advance(5_000);
  expect(quotes(t)).toBe(calls);
});

test('a refusal and the preview that was shown then outlive the next previews, and go with the next order or amount', async () => {
  const problem = { code: 'below_floor', detail: 'pays less', preview: { amount: 500, expected_profit: 1.5 } };
  const t = await started({ health: healthOf('execute.guarded'), 'orders.preview': pays(6) });
  t.api.answer('orders.execute', { status: 409, body: problem });
  await sent(t, preview, withFloor);
  t.api.answer('orders.preview', pays(1));
  await t.clock.advance(3_000);
  const remembered = { refusal: 'below_floor', refused: { expected_profit: 6 }, preview: { expected_profit: 1 } };
  expect(ticket(t)).toMatchObject(remembered);
  await sent(t, preview);
  expect(ticket(t)).toMatchObject(remembered);
  await sent(t, { ...preview, amount: 400 });
  expect(ticket(t)).toMatchObject({ refusal: null, refused: null });
  await sent(t, preview, withFloor);
  t.api.answer('orders.execute', 'never');
  await sent(t, { ...withFloor, expected_profit: 1 });
  expect(ticket(t)).toMatchObject({ phase: 'executing', refusal: null, refused: null });
});

test('beside the outcome of an order its preview goes on', async () => {
  const t = await started({ 'orders.preview': pays(6), 'orders.execute': { status: 409, body: { detail: 'moved' } } });
  await sent(t, preview, execute);
  t.api.answer('orders.preview', pays(1));
  await t.clock.advance(1_000);
  expect(ticket(t)).toMatchObject({ phase: 'failed', problem: { detail: 'moved' }, preview: { expected_profit: 1 } });
  t.api.answer('orders.execute', success);
  t.api.answer('orders.preview', pays(2));
  await sent(t, execute);
  await t.clock.advance(1_000);
  expect(ticket(t)).toMatchObject({
    phase: 'executed',
    result: { execution_id: 'e' },
    preview: { expected_profit: 2 },
  });
});

test('no preview is requested while an order is sent, nor after its answer was lost, nor of an order without one', async () => {
  const t = await started({ 'orders.preview': pays(6), 'orders.execute': 'never' });
  await sent(t, preview, execute);
  await t.clock.advance(10_000);
  expect([ticket(t)?.phase, quotes(t)]).toEqual(['executing', 1]);
  const lost = await started({ 'orders.preview': pays(6), 'orders.execute': 'network' });
  await sent(lost, preview, execute);
  await lost.clock.advance(10_000);
  expect([ticket(lost)?.phase, quotes(lost)]).toEqual(['unsettled', 1]);
  const bare = await started({ 'orders.execute': success });
  await sent(bare, execute);
  await bare.clock.advance(10_000);
  expect([ticket(bare)?.phase, quotes(bare)]).toEqual(['executed', 0]);
});

test('an answer to a preview from before the order does not replace that of its refusal', async () => {
  const slow = Promise.withResolvers<{ status: number; body: unknown }>();
  const t = await started({ health: healthOf('execute.guarded'), 'orders.preview': pays(6) });
  await sent(t, preview);
  t.api.answer('orders.preview', () => slow.promise);
  await t.clock.advance(1_000);
  const problem = { code: 'below_floor', detail: 'less', preview: { amount: 500, expected_profit: 1.5 } };
  t.api.answer('orders.execute', { status: 409, body: problem });
  await sent(t, withFloor);
  slow.resolve(pays(9));
  await t.clock.advance(0);
  expect(ticket(t)?.preview?.expected_profit).toBe(1.5);
});

test('a bot of the spec alone is asked for one preview in a connection, whatever the amount', async () => {
  const t = await started({ health: ok({}), 'orders.preview': { status: 404 } });
  await sent(t, preview);
  expect(ticket(t)).toMatchObject({ phase: 'unpriced', has_previews: false });
  await t.clock.advance(10_000);
  await sent(t, { ...preview, amount: 300 }, { ...preview, opportunity_id: 'o2' });
  expect([quotes(t), ticket(t)?.phase, ticket(t)?.has_previews]).toEqual([1, 'unpriced', false]);
});

test('a ticket that is closed while the past is shown is previewed no more', async () => {
  const t = await started({ 'orders.preview': pays(6) });
  await sent(t, preview);
  t.client.journal.pause();
  await sent(t, { type: 'CloseTicket' });
  await t.clock.advance(10_000);
  expect(quotes(t)).toBe(1);
});

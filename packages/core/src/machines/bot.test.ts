import { expect, test } from 'vitest';
import { memoryStorage } from '../gateway/storage.ts';
import { selectBotCommand, selectBotCondition, selectKill, selectPending } from '../selectors/bot.ts';
import { createTestClient, healthOf, ok } from '../testing/client.ts';
import { toastLine } from '../testing/given.ts';

const stopped = { is_running: false, mode: 'paper' };
const running = { is_running: true, mode: 'paper', uptime: 1 };
const started = async (answers: NonNullable<Parameters<typeof createTestClient>[0]>['answers'] = {}) => {
  const t = createTestClient({ answers: { health: ok({}), 'bot.status': ok(stopped), ...answers } });
  t.client.start();
  t.client.send({ type: 'Watch', resource: 'status' });
  await t.clock.advance(0);
  return t;
};
type Started = Awaited<ReturnType<typeof started>>;
type Answers = Parameters<typeof started>[0];
const messages = (t: Started) => t.client.getSnapshot().toasts.map(toastLine);
const bodies = (t: Started, name: string) =>
  t.api.calls.filter((call) => call.name === name).map(({ request }) => request.body);

test('start: called once, the message shown, the status fetched again', async () => {
  const t = await started({ 'bot.start': ok({ message: 'Scanning' }) });
  const phases: string[] = [];
  t.client.subscribe((state) => {
    const command = selectBotCommand(state) ?? 'idle';
    if (phases.at(-1) !== command) phases.push(command);
  });
  t.api.answer('bot.status', ok(running));
  t.client.send({ type: 'StartBot', parameters: { enabled_exchanges: ['kraken'], trading_pairs: [] } });
  await t.clock.advance(1_000);
  expect(phases).toEqual(['start', 'idle']);
  expect(bodies(t, 'bot.start')).toEqual([{ mode: 'paper', enabled_exchanges: ['kraken'] }]);
  const { bot, toasts } = t.client.getSnapshot();
  expect([bot.status?.is_running, bot.message]).toEqual([true, 'Scanning']);
  expect(toasts.map((toast) => [toast.kind, toastLine(toast)])).toEqual([['success', 'start_done: Scanning']]);
});

test.each([['live'], [null]])('with the mode %s neither start nor restart is sent without the word', async (mode) => {
  const t = await started({
    'bot.status': ok({ is_running: false, mode }),
    'bot.start': ok({}),
    'bot.restart': ok({}),
  });
  t.client.send({ type: 'StartBot' });
  t.client.send({ type: 'RestartBot' });
  await t.clock.advance(0);
  expect([messages(t), t.api.count('bot.start') + t.api.count('bot.restart')]).toEqual([
    ['live_unconfirmed', 'live_unconfirmed'],
    0,
  ]);
  t.client.send({ type: 'StartBot', confirm: 'LIVE' });
  await t.clock.advance(0);
  expect(bodies(t, 'bot.start')).toEqual([mode === null ? {} : { mode }]);
});

test('a start is refused while another command runs, and while the bot runs', async () => {
  const t = await started({ 'bot.start': 'never' });
  t.client.send({ type: 'StartBot' });
  t.client.send({ type: 'StartBot' });
  t.client.send({ type: 'RestartBot' });
  await t.clock.advance(0);
  expect(messages(t)).toEqual(['busy', 'busy']);
  expect(t.api.count('bot.start')).toBe(1);

  const other = await started({ 'bot.status': ok(running) });
  other.client.send({ type: 'StartBot' });
  await other.clock.advance(0);
  expect(messages(other)).toEqual(['already_running']);
  expect(other.api.count('bot.start')).toBe(0);

  const ill = await started({ 'bot.status': ok({ bot_status: 'error', is_running: true }), 'bot.stop': ok({}) });
  ill.client.send({ type: 'StartBot' });
  ill.client.send({ type: 'StopBot' });
  await ill.clock.advance(0);
  expect([ill.api.count('bot.start'), ill.api.count('bot.stop')]).toEqual([0, 1]);
});

test('a stop takes the place of a start whose answer hangs: its outcome is unknown and the status loaded again', async () => {
  const t = await started({ 'bot.start': { status: 503 }, 'bot.stop': ok({ message: 'stopped' }) });
  const loads = t.api.count('bot.status');
  t.client.send({ type: 'StartBot' });
  await t.clock.advance(500);
  t.client.send({ type: 'StopBot' });
  t.client.send({ type: 'StopBot' });
  await t.clock.advance(0);
  expect(selectPending(t.client.getSnapshot())).toBeNull();
  await t.clock.advance(3_000);
  // The start would have been tried again after a second.
  expect([t.api.count('bot.start'), t.api.count('bot.stop')]).toEqual([1, 1]);
  expect(t.story()).toContain('BotActionAborted');
  expect(t.api.count('bot.status')).toBeGreaterThan(loads);
});

test('a command that failed stays with its problem until the next one', async () => {
  const t = await started({ 'bot.start': { status: 409, body: { detail: 'halted' } }, 'bot.restart': 'never' });
  t.client.send({ type: 'StartBot' });
  const since = t.clock.now();
  await t.clock.advance(5_000);
  expect(selectPending(t.client.getSnapshot())).toMatchObject({
    action: 'start',
    since,
    phase: 'failed',
    problem: { detail: 'halted' },
  });
  t.client.send({ type: 'RestartBot' });
  expect(selectPending(t.client.getSnapshot())).toMatchObject({ action: 'restart', phase: 'pending', problem: null });
});

test('a failure in passing is tried once more with the same key; a refusal is not', async () => {
  const t = await started({ 'bot.start': { status: 500 } });
  t.client.send({ type: 'StartBot' });
  await t.clock.advance(10_000);
  const keys = t.api.calls.filter(({ name }) => name === 'bot.start').map(({ key }) => key);
  expect(keys.length).toBe(2);
  expect(keys[0]).toBe(keys[1]);
  expect(selectPending(t.client.getSnapshot())).toMatchObject({ phase: 'failed', problem: { kind: 'server' } });

  const refused = await started({ 'bot.start': { status: 409, body: { detail: 'halted' } } });
  refused.client.send({ type: 'StartBot' });
  await refused.clock.advance(1_000);
  expect(refused.api.count('bot.start')).toBe(1);
  expect(refused.client.getSnapshot().toasts.map(toastLine)).toEqual(['start_failed: halted']);
});

test('a kill waits for nothing; for a bot without the extension it is a stop', async () => {
  const t = await started({
    health: healthOf('bot.kill'),
    'bot.start': 'never',
    'bot.kill': ok({ message: 'killed' }),
  });
  t.client.send({ type: 'StartBot' });
  t.client.send({ type: 'KillBot', reason: 'enough' });
  await t.clock.advance(0);
  expect(bodies(t, 'bot.kill')).toEqual([{ reason: 'enough' }]);
  expect(t.client.getSnapshot().bot.message).toBe('killed');

  const plain = await started({ 'bot.status': ok(running), 'bot.stop': ok({ message: 'stopped' }) });
  plain.client.send({ type: 'KillBot' });
  await plain.clock.advance(0);
  expect([plain.api.count('bot.kill'), plain.api.count('bot.stop')]).toEqual([0, 1]);
});

const killable = (answers: Answers) => started({ health: healthOf('bot.kill'), 'bot.status': ok(running), ...answers });
const killCalls = (t: Started) => t.api.calls.filter(({ name }) => name === 'bot.kill');
const kill = (t: Started) => selectKill(t.client.getSnapshot());

test('a kill is tried at 0, 2, 4 and 8 s, then every 10 s, with one key, until the bot answers', async () => {
  const t = await killable({ 'bot.kill': 'never' });
  const from = t.clock.now();
  const times: number[] = [];
  t.api.answer('bot.kill', () => {
    times.push(t.clock.now() - from);
    return 'never';
  });
  t.client.send({ type: 'KillBot', reason: 'enough' });
  t.client.send({ type: 'StartBot' });
  t.client.send({ type: 'StopBot' });
  t.client.send({ type: 'KillBot', reason: 'enough' });
  await t.clock.advance(28_500);
  expect(times).toEqual([0, 2_000, 4_000, 8_000, 18_000, 28_000]);
  expect(new Set(killCalls(t).map(({ key }) => key)).size).toBe(1);
  expect(kill(t)).toMatchObject({ sent_at: from, tries: 6, confirmed_at: null, problem: { kind: 'timeout' } });
  expect([t.api.count('bot.start'), t.api.count('bot.stop')]).toEqual([0, 0]);
  t.api.answer('bot.kill', ok({ message: 'killed', status: { is_running: false, halted: { reason: 'enough' } } }));
  await t.clock.advance(9_500);
  expect(selectBotCondition(t.client.getSnapshot())).toBe('halted');
  expect(kill(t)).toMatchObject({ tries: 7, confirmed_at: from + 38_000, problem: null });
  await t.clock.advance(60_000);
  expect([killCalls(t).length, t.session.get('unconfirmed_kill')]).toEqual([7, null]);
});

test('an answer that comes after the next try has begun still counts, and one after three seconds does not', async () => {
  const slow = (ms: number) => async (t: Started) => {
    t.api.answer('bot.kill', () => new Promise((resolve) => t.clock.schedule(ms, () => resolve(ok({})))));
    t.client.send({ type: 'KillBot' });
    await t.clock.advance(3_500);
    return kill(t)?.confirmed_at ?? null;
  };
  const t = await killable({});
  expect(await slow(2_900)(t)).toBe(t.clock.now() - 600);
  expect(await slow(3_100)(await killable({}))).toBeNull();
});

test('a kill goes on over a reload with its key, and no longer once it was answered or given up', async () => {
  const session = memoryStorage();
  const t = await killable({ 'bot.kill': 'never' });
  const page = () => createTestClient({ answers: { health: healthOf('bot.kill'), 'bot.kill': 'never' }, session });
  const first = page();
  first.client.start();
  first.client.send({ type: 'KillBot', reason: 'enough' });
  first.client.stop();
  const second = page();
  second.client.start();
  await second.clock.advance(0);
  expect(killCalls(second)).toEqual(killCalls(first));
  expect(kill(second)).toMatchObject({ reason: 'enough', tries: 1 });
  second.client.send({ type: 'StopTryingKill' });
  await second.clock.advance(60_000);
  expect([kill(second), killCalls(second).length]).toEqual([null, 1]);
  const third = page();
  third.client.start();
  expect([kill(third), t.session.get('unconfirmed_kill')]).toEqual([null, null]);
});

test('a refused kill is not repeated, and its problem is shown', async () => {
  const t = await killable({ 'bot.kill': { status: 403 } });
  t.client.send({ type: 'KillBot' });
  await t.clock.advance(60_000);
  expect(killCalls(t).length).toBe(1);
  expect(kill(t)).toMatchObject({ confirmed_at: null, problem: { kind: 'forbidden' } });
  expect(t.session.get('unconfirmed_kill')).toBeNull();
});

test('a command whose answer was lost by a stop of the client is not waited for after the next start', async () => {
  const t = await started({ 'bot.start': 'never' });
  t.client.send({ type: 'StartBot' });
  t.client.stop();
  t.client.start();
  await t.clock.advance(0);
  t.client.send({ type: 'StartBot' });
  expect(t.api.count('bot.start')).toBe(2);
  const early = createTestClient({ answers: { 'bot.start': ok({}) } });
  const start = { type: 'StartBot', confirm: 'LIVE' } as const;
  early.client.send(start);
  early.client.start();
  early.client.send(start);
  await early.clock.advance(0);
  expect(early.api.count('bot.start')).toBe(1);
});

import { expect, test } from 'vitest';
import { createTestClient, healthOf, ok } from '../testing/client.ts';

const stopped = { is_running: false, mode: 'paper' };
const running = { is_running: true, mode: 'paper', uptime: 1 };
const started = async (answers: NonNullable<Parameters<typeof createTestClient>[0]>['answers'] = {}) => {
  const t = createTestClient({ answers: { health: ok({}), 'bot.status': ok(stopped), ...answers } });
  t.client.start();
  t.client.send({ type: 'Watch', resource: 'status' });
  await t.clock.advance(0);
  return t;
};
const bodies = (t: Awaited<ReturnType<typeof started>>, name: string) =>
  t.api.calls.filter((call) => call.name === name).map(({ request }) => request.body);

test('start: called once, the message shown, the status fetched again', async () => {
  const t = await started({ 'bot.start': ok({ message: 'Scanning' }) });
  const phases: string[] = [];
  t.client.subscribe(({ bot }) => {
    if (phases.at(-1) !== bot.phase) phases.push(bot.phase);
  });
  t.api.answer('bot.status', ok(running));
  t.client.send({ type: 'StartBot', parameters: { enabled_exchanges: ['kraken'], trading_pairs: [] } });
  await t.clock.advance(1_000);
  expect(phases).toEqual(['idle', 'start', 'idle']);
  expect(bodies(t, 'bot.start')).toEqual([{ mode: 'paper', enabled_exchanges: ['kraken'] }]);
  const { bot, toasts } = t.client.getSnapshot();
  expect([bot.status?.is_running, bot.message]).toEqual([true, 'Scanning']);
  expect(toasts.map(({ kind, message }) => [kind, message])).toEqual([['success', 'Scanning']]);
});

test('a second wish is refused while the first is under way, and a start while it runs', async () => {
  const t = await started({ 'bot.start': 'never', 'bot.status': ok(stopped) });
  t.client.send({ type: 'StartBot' });
  t.client.send({ type: 'StopBot' });
  await t.clock.advance(0);
  expect(t.client.getSnapshot().toasts.map(({ message }) => message)).toEqual(['Another wish is still under way']);

  const other = await started({ 'bot.status': ok(running) });
  other.client.send({ type: 'StartBot' });
  await other.clock.advance(0);
  expect(other.client.getSnapshot().toasts.map(({ message }) => message)).toEqual(['The bot is already running']);
  expect(other.api.count('bot.start')).toBe(0);
});

test('a failure in passing is tried once more with the same key; a refusal is not', async () => {
  const t = await started({ 'bot.start': { status: 500 } });
  t.client.send({ type: 'StartBot' });
  await t.clock.advance(10_000);
  const keys = t.api.calls.filter(({ name }) => name === 'bot.start').map(({ key }) => key);
  expect(keys.length).toBe(2);
  expect(keys[0]).toBe(keys[1]);
  expect(t.client.getSnapshot().bot).toMatchObject({ phase: 'idle', problem: { kind: 'server' } });

  const refused = await started({ 'bot.start': { status: 409, body: { detail: 'halted' } } });
  refused.client.send({ type: 'StartBot' });
  await refused.clock.advance(1_000);
  expect(refused.api.count('bot.start')).toBe(1);
  expect(refused.client.getSnapshot().toasts.map(({ message }) => message)).toEqual(['halted']);
});

test('a kill waits for nothing; without the extension it is a stop', async () => {
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

const mode = (t: Awaited<ReturnType<typeof started>>) => t.client.getSnapshot().mode;

test('the mode changes only while the bot is stopped', async () => {
  const t = await started({ 'bot.status': ok(running) });
  t.client.send({ type: 'ChangeMode', mode: 'live' });
  await t.clock.advance(0);
  expect(mode(t).shown).toBe('paper');
  expect(t.client.getSnapshot().toasts.map(({ message }) => message)).toEqual([
    'Stop the bot before changing its mode',
  ]);
});

test('a bot that does not keep the mode is told it in the next start', async () => {
  const t = await started({ 'bot.start': ok({ message: 'ok' }) });
  t.client.send({ type: 'ChangeMode', mode: 'live' });
  await t.clock.advance(0);
  expect(mode(t)).toMatchObject({ shown: 'live', chosen: 'live' });
  t.client.send({ type: 'StartBot' });
  await t.clock.advance(0);
  expect(bodies(t, 'bot.start')).toEqual([{ mode: 'live' }]);
});

test('a mode that the bot has taken meanwhile is not sent back', async () => {
  const t = await started({ 'bot.start': ok({ message: 'ok' }) });
  t.client.send({ type: 'ChangeMode', mode: 'live' });
  t.socket.latest.say({ type: 'bot_status', data: { mode: 'live' } });
  t.socket.latest.say({ type: 'bot_status', data: { mode: 'paper' } });
  expect(mode(t).shown).toBe('paper');
  t.client.send({ type: 'StartBot' });
  await t.clock.advance(0);
  expect(bodies(t, 'bot.start')).toEqual([{ mode: 'paper' }]);
});

test('a bot that keeps the mode is asked, with the word for live', async () => {
  const answer = ok({ message: 'ok', status: { is_running: false, mode: 'live' } });
  const t = await started({ health: healthOf('bot.mode'), 'bot.mode': answer });
  t.client.send({ type: 'ChangeMode', mode: 'live' });
  await t.clock.advance(0);
  expect([mode(t).shown, t.api.count('bot.mode')]).toEqual(['paper', 0]);
  t.client.send({ type: 'ChangeMode', mode: 'live', confirm: 'LIVE' });
  await t.clock.advance(0);
  expect(bodies(t, 'bot.mode')).toEqual([{ mode: 'live', confirm: 'LIVE' }]);
  expect(mode(t)).toMatchObject({ shown: 'live', chosen: null, changing: false });
  t.api.answer('bot.mode', { status: 409, body: { detail: 'unresolved orders' } });
  t.client.send({ type: 'ChangeMode', mode: 'paper' });
  await t.clock.advance(0);
  expect(mode(t)).toMatchObject({ shown: 'live', problem: { detail: 'unresolved orders' } });
});

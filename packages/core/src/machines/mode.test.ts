import { expect, test } from 'vitest';
import { selectMode, selectModeChanging, selectModeProblem } from '../selectors/bot.ts';
import { createTestClient, healthOf, ok } from '../testing/client.ts';
import { toastLine } from '../testing/given.ts';

const stopped = { is_running: false, mode: 'paper' };
const toLive = { type: 'ChangeMode', mode: 'live', confirm: 'LIVE' } as const;
type Answers = NonNullable<NonNullable<Parameters<typeof createTestClient>[0]>['answers']>;
const started = async (answers: Answers = {}) => {
  const t = createTestClient({
    answers: { health: ok({}), 'bot.status': ok(stopped), 'bot.start': ok({}), ...answers },
  });
  t.client.start();
  t.client.send({ type: 'Watch', resource: 'status' });
  await t.clock.advance(0);
  return t;
};
type Started = Awaited<ReturnType<typeof started>>;
const mode = (t: Started) => selectMode(t.client.getSnapshot());
const bodies = (t: Started, name: string) =>
  t.api.calls.filter((call) => call.name === name).map(({ request }) => request.body);
const messages = (t: Started) => t.client.getSnapshot().toasts.map(toastLine);
const report = (t: Started, data: object) => t.socket.latest.say({ type: 'bot_status', data });

test('a bot without bot.mode gets the shown mode with the next start, not that of the form', async () => {
  const t = await started();
  t.client.send(toLive);
  expect([mode(t), t.client.getSnapshot().mode.chosen]).toEqual(['live', 'live']);
  t.client.send({ type: 'StartBot', parameters: { mode: 'paper' }, confirm: 'LIVE' });
  await t.clock.advance(0);
  expect(bodies(t, 'bot.start')).toEqual([{ mode: 'live' }]);
});

test('live chosen, started, and the bot reports paper: the screen says paper and the next start sends paper', async () => {
  const t = await started({ 'bot.stop': ok({}) });
  t.client.send(toLive);
  t.client.send({ type: 'StartBot', confirm: 'LIVE' });
  await t.clock.advance(0);
  report(t, { is_running: true, mode: 'paper' });
  expect([mode(t), t.client.getSnapshot().mode.chosen]).toEqual(['paper', null]);
  t.client.send({ type: 'StopBot' });
  await t.clock.advance(0);
  report(t, stopped);
  t.client.send({ type: 'StartBot' });
  await t.clock.advance(0);
  expect(bodies(t, 'bot.start')).toEqual([{ mode: 'live' }, { mode: 'paper' }]);
});

test('a start sent again after another mode was chosen has a key of its own, and its retries repeat the first mode', async () => {
  const t = await started({ 'bot.start': { status: 503 } });
  t.api.answer('bot.status', { status: 503 });
  const starts = () => t.api.calls.filter(({ name }) => name === 'bot.start');
  t.client.send({ type: 'StartBot' });
  await t.clock.advance(0);
  t.client.send(toLive);
  await t.clock.advance(30_000);
  const paper = starts();
  expect(new Set(paper.map(({ key }) => key)).size).toBe(1);
  expect(paper.length).toBeGreaterThan(1);
  expect(paper.map(({ request }) => request.body)).toEqual(paper.map(() => ({ mode: 'paper' })));
  t.client.send({ type: 'StartBot', confirm: 'LIVE' });
  await t.clock.advance(0);
  const again = starts().at(-1);
  expect(again?.request.body).toEqual({ mode: 'live' });
  expect(again?.key).not.toBe(paper[0]?.key);
});

test('a mode that the bot has taken meanwhile is not sent back', async () => {
  const t = await started();
  t.client.send(toLive);
  report(t, { mode: 'live' });
  report(t, { mode: 'paper' });
  t.client.send({ type: 'StartBot' });
  await t.clock.advance(0);
  expect([mode(t), bodies(t, 'bot.start')]).toEqual(['paper', [{ mode: 'paper' }]]);
});

test('a bot that keeps the mode is asked, with the word for live', async () => {
  const answer = ok({ message: 'ok', status: { is_running: false, mode: 'live' } });
  const t = await started({ health: healthOf('bot.mode'), 'bot.mode': answer });
  t.client.send(toLive);
  expect(selectModeChanging(t.client.getSnapshot())).toBe(true);
  t.client.send(toLive);
  await t.clock.advance(0);
  expect(bodies(t, 'bot.mode')).toEqual([{ mode: 'live', confirm: 'LIVE' }]);
  expect([mode(t), selectModeChanging(t.client.getSnapshot())]).toEqual(['live', false]);
  expect(messages(t)).toEqual(['mode_changing']);
  t.api.answer('bot.mode', { status: 409, body: { detail: 'unresolved orders' } });
  t.client.send({ type: 'ChangeMode', mode: 'paper' });
  await t.clock.advance(0);
  expect(mode(t)).toBe('live');
  expect(selectModeProblem(t.client.getSnapshot())).toMatchObject({ detail: 'unresolved orders' });
});

const refusals: [string, object | null, 'live' | 'paper', 'LIVE' | undefined, string][] = [
  ['unconfirmed', stopped, 'live', undefined, 'live_unconfirmed'],
  ['while it runs', { is_running: true, mode: 'paper' }, 'live', 'LIVE', 'mode_while_running'],
  ['while it starts', { bot_status: 'starting', mode: 'paper' }, 'paper', undefined, 'mode_while_running'],
  ['while its status is unknown', null, 'live', 'LIVE', 'mode_unknown'],
  ['while its status is unknown', null, 'paper', undefined, 'mode_unknown'],
  ['while its mode is unknown', { is_running: false }, 'live', 'LIVE', 'mode_unknown'],
  ['in an error', { bot_status: 'error', is_running: false, mode: 'paper' }, 'live', 'LIVE', 'mode_in_error'],
  [
    'in an error in which it runs',
    { bot_status: 'error', is_running: true, mode: 'paper' },
    'live',
    'LIVE',
    'mode_while_running',
  ],
];
test.for(refusals)(
  '%s the mode is not changed, for every kind of bot: %o to %s',
  async ([, status, to, confirm, reason]) => {
    for (const health of [ok({}), healthOf('bot.mode')]) {
      const t = await started({
        health,
        'bot.status': status === null ? { status: 404 } : ok(status),
        'bot.mode': ok({}),
      });
      const before = mode(t);
      t.client.send(
        confirm === undefined ? { type: 'ChangeMode', mode: to } : { type: 'ChangeMode', mode: to, confirm },
      );
      await t.clock.advance(0);
      expect([mode(t), t.api.count('bot.mode'), messages(t)]).toEqual([before, 0, [reason]]);
    }
  },
);

test('a change whose answer hangs is given up when the client is stopped', async () => {
  const t = await started({ health: healthOf('bot.mode'), 'bot.mode': 'never' });
  t.client.send(toLive);
  t.client.stop();
  expect(selectModeChanging(t.client.getSnapshot())).toBe(false);
});

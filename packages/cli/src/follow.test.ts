import type { LogEntry } from '@triquad/core/contract';
import { createTestClient, healthOf, logEntry, ok, timeOf } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { type Following, follow } from './follow.ts';

const history = [3, 2, 1].map((at) => logEntry(`${at}`, at, { level: at === 2 ? 'ERROR' : 'INFO' }));

async function following(more: Partial<Following<LogEntry>> = {}) {
  const shown: string[] = [];
  const notes: string[] = [];
  const given = createTestClient({ answers: { health: healthOf('logs.history'), 'logs.list': ok({ data: history }) } });
  const ended = follow<LogEntry>(given.client, {
    resource: 'logs',
    limit: 0,
    isWanted: () => true,
    read: (message) => {
      if (message.type === 'LogReported') return { added: message.entry };
      return message.type === 'ResourceLoaded' && message.resource === 'logs'
        ? { loaded: message.value.toReversed() }
        : null;
    },
    show: ({ id }) => shown.push(id),
    note: (text) => notes.push(text),
    ...more,
  }).catch((error: Error) => error);
  await given.clock.advance(1_000);
  let seq = 0;
  const report = async (entry: unknown) => {
    seq += 1;
    given.socket.latest.say({ type: 'log', data: entry, seq, at: timeOf(1_000) });
    await given.clock.advance(100);
  };
  return { ...given, shown, notes, report, ended };
}

test('it starts now: what the bot has logged before is not shown', async () => {
  const { shown, report } = await following();
  await report(logEntry('4', 4));
  await report(logEntry('3', 3));
  expect(shown).toEqual(['4']);
});

test.each<[number, string[]]>([
  [1, ['3']],
  [2, ['2', '3']],
  [500, ['1', '2', '3']],
])('a limit of %i begins with so many entries of the past', async (limit, past) => {
  expect((await following({ limit })).shown).toEqual(past);
});

test('the filter comes before the limit', async () => {
  expect((await following({ limit: 1, isWanted: ({ level }) => level === 'ERROR' })).shown).toEqual(['2']);
});

test('what was missed while the connection was away is shown after it, once', async () => {
  const { api, socket, clock, shown, notes } = await following();
  socket.latest.close(1006);
  await clock.advance(100);
  api.answer('logs.list', ok({ data: [logEntry('5', 5), ...history] }));
  await clock.advance(10_000);
  expect({ shown, notes }).toEqual({ shown: ['5'], notes: [expect.stringMatching(/trying again$/)] });
});

test('a bot that is gone for good ends it with 3', async () => {
  let isThere = true;
  const given = createTestClient({ accepts: () => isThere });
  const ended = follow<LogEntry>(given.client, {
    resource: 'logs',
    limit: 0,
    isWanted: () => true,
    read: () => null,
    show: () => {},
    note: () => {},
  }).catch((error: unknown) => error);
  await given.clock.advance(1_000);
  isThere = false;
  given.socket.latest.close(1006);
  await given.clock.advance(120_000);
  expect(await ended).toMatchObject({ exitCode: 3 });
});
